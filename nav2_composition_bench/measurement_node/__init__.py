# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The managed node that runs trials on a robot board, with the code that nav2-bench runs them by."""
