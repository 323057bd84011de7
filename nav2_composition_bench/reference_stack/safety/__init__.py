# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The last guard before the wheels: zones around the robot that stop or slow it."""
