# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What every node of the reference stack stands on: lifecycle, transforms, actions, executors."""
