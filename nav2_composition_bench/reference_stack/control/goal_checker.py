# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a goal counts as reached."""

from __future__ import annotations

from nav2_composition_bench.reference_stack.control.geometry import (
    Pose,
    distance,
    wrap_angle,
)


class GoalChecker:
    """Position first, then heading.

    Once the position was within its tolerance it stays so until `reset`: the turn to the goal's
    heading may carry the robot a little way out again, and must not start a second approach.

    :param xy_goal_tolerance: metres.
    :param yaw_goal_tolerance: radians.
    """

    def __init__(self, xy_goal_tolerance: float = 0.25, yaw_goal_tolerance: float = 0.25) -> None:
        self.xy_goal_tolerance = xy_goal_tolerance
        self.yaw_goal_tolerance = yaw_goal_tolerance
        self._position_reached = False

    def reset(self) -> None:
        """Forget the goal seen so far."""
        self._position_reached = False

    def is_reached(self, pose: Pose, goal: Pose) -> bool:
        """True when the pose lies within both tolerances of the goal."""
        if distance(pose, goal) <= self.xy_goal_tolerance:
            self._position_reached = True
        heading_error = abs(wrap_angle(pose[2] - goal[2]))
        return self._position_reached and heading_error <= self.yaw_goal_tolerance
