# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the behaviour tree of one navigation task knows and remembers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class Call(Protocol):
    """An action goal under way; see runtime.action_caller.ActionCall."""

    feedback: Any

    @property
    def is_done(self) -> bool:
        """Whether the outcome is known."""

    @property
    def outcome(self) -> Any:
        """The outcome, once known: succeeded, result, reason."""

    def cancel(self) -> None:
        """Ask the server to cancel."""


class Servers(Protocol):
    """What a navigation task asks of the other nodes."""

    def compute_path(self, goal: Any) -> Call:
        """Plan from the robot to a pose."""

    def smooth_path(self, path: Any) -> Call:
        """Smooth a path."""

    def follow_path(self, path: Any) -> Call:
        """Drive along a path; replaces the path of a call under way."""

    def spin(self) -> Call:
        """Turn on the spot."""

    def back_up(self) -> Call:
        """Drive back a little."""

    def wait(self) -> Call:
        """Stand still for a while."""

    def clear_global_costmap(self) -> bool:
        """Forget obstacles of the global costmap."""

    def clear_local_costmap(self) -> bool:
        """Forget obstacles of the local costmap."""


@dataclass
class NavigationTask:
    """State shared by the nodes of one tree.

    :param goal: geometry_msgs/PoseStamped.
    :param goal_version: counts the goals, so that a newer one is noticed.
    :param raw_path: nav_msgs/Path as planned, before smoothing.
    :param path_version: counts the paths likewise.
    :param planned_version: of the goal that planning last began for.
    :param path_goal_version: of the goal that the path leads to.
    :param recovery_goal_version: of the goal when the last recovery of the navigation began.
    :param error_code: of the server that failed last, as in its action's result.
    """

    goal: Any
    servers: Servers
    clock: Callable[[], float] = time.monotonic
    goal_version: int = 0
    raw_path: Any = None
    path: Any = None
    path_version: int = 0
    planned_version: int = 0
    path_goal_version: int = 0
    recovery_goal_version: int = 0
    following: Call | None = None
    recoveries: int = 0
    error_code: int = 0
    error_msg: str = ""

    @property
    def followed(self) -> Any:
        """Feedback of the way to the goal; None as long as the path leads to an older goal."""
        if self.following is None or self.path_goal_version != self.goal_version:
            return None
        return self.following.feedback

    def replace_goal(self, goal: Any) -> None:
        """Go on with another goal."""
        self.goal = goal
        self.goal_version += 1
        self.recoveries = 0

    def replace_path(self, path: Any) -> None:
        """Take a new path, to the goal that was planned for last."""
        self.path = path
        self.path_goal_version = self.planned_version
        self.path_version += 1

    def fail(self, code: int, reason: str) -> None:
        """Remember why a server failed."""
        self.error_code, self.error_msg = code, reason

    def count_recovery(self) -> None:
        """Count a recovery that begins, clearing costmaps included as in Nav2."""
        self.recoveries += 1
