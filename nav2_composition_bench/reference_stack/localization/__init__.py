# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the robot is: a particle filter on a likelihood field."""
