# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Following one path to its goal: what a control cycle does, without ROS."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from nav2_composition_bench.reference_stack.control.dynamic_window import (
    DynamicWindowController,
    NoValidControlError,
)
from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
    compose,
    invert,
    transform_poses,
)
from nav2_composition_bench.reference_stack.control.goal_checker import GoalChecker
from nav2_composition_bench.reference_stack.control.path_window import PathWindow
from nav2_composition_bench.reference_stack.control.progress_checker import (
    ProgressChecker,
)
from nav2_composition_bench.reference_stack.control.situation import Situation
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError

STOP: Velocity = (0.0, 0.0)
WINDOW_M = 1.6
"""Length of path that the critics see."""


class FollowError(enum.IntEnum):
    """Why following ended without success; values of nav2_msgs/action/FollowPath."""

    NONE = 0
    UNKNOWN = 100
    INVALID_CONTROLLER = 101
    TF_ERROR = 102
    INVALID_PATH = 103
    PATIENCE_EXCEEDED = 104
    FAILED_TO_MAKE_PROGRESS = 105
    NO_VALID_CONTROL = 106
    CONTROLLER_TIMED_OUT = 107


@dataclass(frozen=True)
class Step:
    """The outcome of one control cycle.

    :param distance_to_goal_m: along the path.
    """

    command: Velocity
    reached: bool
    distance_to_goal_m: float


class PathFollower:
    """Follows paths, one at a time.

    :param failure_tolerance_s: how long cycles without a valid command are bridged by standing
        still before following fails; 0 fails at once.
    """

    def __init__(
        self,
        controller: DynamicWindowController,
        goal_checker: GoalChecker,
        progress_checker: ProgressChecker,
        failure_tolerance_s: float = 0.3,
    ) -> None:
        self._controller = controller
        self._goal_checker = goal_checker
        self._progress_checker = progress_checker
        self._failure_tolerance_s = failure_tolerance_s
        self._path: PathWindow | None = None
        self._last_valid_s: float | None = None

    def begin(self, path: FloatArray) -> None:
        """Start anew, for a new goal.

        :param path: shape (N, 3), in any frame that `step` is told about.
        :raises GoalError: INVALID_PATH for an empty path.
        """
        self.replace_path(path)
        self._controller.reset()
        self._goal_checker.reset()
        self._progress_checker.reset()
        self._last_valid_s = None

    def replace_path(self, path: FloatArray) -> None:
        """Go on to the same goal along a new path.

        :raises GoalError: INVALID_PATH for an empty path.
        """
        if len(path) == 0:
            raise GoalError(FollowError.INVALID_PATH, "the path holds no poses")
        if self._path is not None and not _same_goal(self._path.poses, path):
            self._goal_checker.reset()
            self._controller.reset()
        self._path = PathWindow(path)

    def step(
        self,
        pose: Pose,
        velocity: Velocity,
        path_frame: Pose,
        grid: CostGrid,
        now_s: float,
    ) -> Step:
        """Choose this cycle's command.

        :param pose: the robot in the grid's frame.
        :param path_frame: where the path's frame lies in the grid's frame.
        :raises GoalError: when following has failed; the robot is to be stopped.
        """
        path = self._path
        if path is None:
            raise GoalError(FollowError.INVALID_PATH, "there is no path to follow")
        path.advance(compose(invert(path_frame), pose))
        ahead, remaining_m = path.ahead(WINDOW_M)
        last = path.poses[-1]
        goal = compose(path_frame, (float(last[0]), float(last[1]), float(last[2])))
        if self._goal_checker.is_reached(pose, goal):
            return Step(STOP, True, 0.0)
        if not self._progress_checker.is_progressing(pose, now_s):
            raise GoalError(
                FollowError.FAILED_TO_MAKE_PROGRESS,
                "the robot did not move in the time allowed",
            )
        situation = Situation(
            pose, velocity, transform_poses(ahead, path_frame), remaining_m, goal, grid
        )
        return Step(self._command(situation, now_s), False, float(remaining_m[0]))

    def bridge(self, code: FollowError, reason: str, now_s: float) -> Velocity:
        """Stand still for a cycle in which no command can be chosen.

        :raises GoalError: with the code, once this has gone on for the failure tolerance.
        """
        if self._last_valid_s is None:
            self._last_valid_s = now_s
        if self._failure_tolerance_s == 0.0:
            raise GoalError(code, reason)
        if now_s - self._last_valid_s > self._failure_tolerance_s:
            raise GoalError(FollowError.PATIENCE_EXCEEDED, f"patience exceeded: {reason}")
        return STOP

    def _command(self, situation: Situation, now_s: float) -> Velocity:
        try:
            command = self._controller.compute(situation)
        except NoValidControlError as error:
            return self.bridge(FollowError.NO_VALID_CONTROL, str(error), now_s)
        self._last_valid_s = now_s
        return command


def _same_goal(one: FloatArray, other: FloatArray) -> bool:
    return bool(abs(one[-1] - other[-1]).max() < 1e-3)
