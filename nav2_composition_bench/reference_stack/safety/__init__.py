# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Between controller and wheels: acceleration limits, and zones that stop or slow the robot."""
