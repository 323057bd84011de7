# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies of real drives, for tests of something else than how well this machine keeps up."""

from __future__ import annotations

from typing import Any

_START: dict[str, Any] = {"name": "B", "x_m": -3.8, "y_m": -2.2, "yaw_rad": 0.8}

LOOSE: dict[str, Any] = {
    "validity": {"real_time_factor": 0.0, "control_loop_ratio": 0.0},
    "limits": {"first_goal_s": 120, "leg_s": 200, "bring_up_s": 200, "shutdown_s": 60},
}
"""A study file's part that asks nothing of the machine and leaves it time."""
NEAR_GOALS = [{"name": "A", "x_m": -0.5, "y_m": -2.4, "yaw_rad": 0.0}, _START]
"""So far that the robot is under way for more than ten seconds."""
OFTEN = {"memory_interval_s": 1}
"""How often memory is read, so that it is on the way between goals that are close."""
CLOSE_GOALS = [{"name": "A", "x_m": -3.0, "y_m": -0.4, "yaw_rad": 1.2}, _START]
"""Near enough for a test, far enough that the robot really drives."""
