# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A ROS domain of one study: its environment, who is on it, what is left of it."""
