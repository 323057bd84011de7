# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A robot in a world file, on MuJoCo or in Gazebo Classic, without a window."""
