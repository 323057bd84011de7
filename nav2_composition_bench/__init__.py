# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What ROS 2 node composition saves on a robot that runs Nav2, and why."""

__version__ = "0.1.0"
