# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A running ROS 2 system as a topology, and what other arrangements of it would save."""
