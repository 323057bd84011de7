# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A running ROS 2 system, of any language, as a topology; and what other arrangements would save."""
