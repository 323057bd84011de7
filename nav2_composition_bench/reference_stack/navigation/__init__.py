# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The navigator: a behaviour tree over planning, control and recovery."""
