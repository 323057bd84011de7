# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A compact navigation stack on rclpy with Nav2's names and interfaces."""
