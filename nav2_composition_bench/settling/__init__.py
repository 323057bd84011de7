# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study and an installation made into everything that a run needs; no effect here."""
