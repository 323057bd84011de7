# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When the waypoint follower stops visiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import FollowWaypoints

from nav2_composition_bench.reference_stack.navigation.waypoint_follower import WaypointFollower
from nav2_composition_bench.reference_stack.runtime.action_caller import ActionOutcome

WAYPOINTS = 5


class _Goal:
    """A running goal; from the second visit on, or the first wait, something is asked of it."""

    def __init__(self, asked: str) -> None:
        self.request = FollowWaypoints.Goal(poses=[PoseStamped() for _ in range(WAYPOINTS)])
        self.should_stop = self.preempt_requested = False
        self.ended: FollowWaypoints.Result | None = None
        self._asked = asked
        self._visits = 0

    def publish_feedback(self, _feedback: Any) -> None:
        self._visits += 1
        if self._visits == 2:
            self.ask()

    def ask(self) -> None:
        setattr(self, self._asked, True)

    def end_as_asked(self, result: FollowWaypoints.Result) -> None:
        self.ended = result


class _Navigator:
    """Refuses every goal at once if it serves; else something is asked while it is waited for."""

    def __init__(self, serves: bool, running: _Goal) -> None:
        self._serves, self._running = serves, running
        self.goals = 0

    def wait_for_server(self, _timeout_s: float, is_given_up: Callable[[], bool]) -> bool:
        if not self._serves:
            assert not is_given_up()
            self._running.ask()
            assert is_given_up()
        return self._serves

    def start(self, _goal: Any) -> Any:
        self.goals += 1
        refused = ActionOutcome(0, None, "the goal was refused")
        return SimpleNamespace(wait=lambda *_: True, outcome=refused)


def follow(running: Any, navigator: _Navigator) -> None:
    follower: Any = SimpleNamespace(
        _navigator=navigator, _stop_on_failure=False, stopping=threading.Event()
    )
    follower._visit = lambda *arguments: WaypointFollower._visit(follower, *arguments)
    WaypointFollower._execute(follower, running)


@pytest.mark.parametrize("asked", ["should_stop", "preempt_requested"])
def test_visits_that_end_at_once_do_not_keep_the_follower_from_stopping(asked: str) -> None:
    running = _Goal(asked)
    navigator = _Navigator(serves=True, running=running)
    follow(running, navigator)
    assert running.ended is not None
    assert [missed.index for missed in running.ended.missed_waypoints] == [0]
    assert navigator.goals == 1


@pytest.mark.parametrize("asked", ["should_stop", "preempt_requested"])
def test_the_follower_stops_while_nobody_serves_its_goals(asked: str) -> None:
    running = _Goal(asked)
    navigator = _Navigator(serves=False, running=running)
    follow(running, navigator)
    assert running.ended is not None
    assert not running.ended.missed_waypoints
    assert navigator.goals == 0
