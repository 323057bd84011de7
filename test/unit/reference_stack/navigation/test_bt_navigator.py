# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the navigator does with its goals; its tree has servers that answer as told."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fake_servers import FakeServers
from geometry_msgs.msg import PoseStamped
from nav2_msgs.action import FollowPath
from py_trees.common import Status

from nav2_composition_bench.reference_stack.navigation import bt_navigator
from nav2_composition_bench.reference_stack.navigation.bt_navigator import BtNavigator
from nav2_composition_bench.reference_stack.navigation.navigate_tree import TreeSettings
from nav2_composition_bench.reference_stack.navigation.recovery_settings import RecoverySettings
from nav2_composition_bench.reference_stack.navigation.task import NavigationTask
from nav2_composition_bench.reference_stack.runtime.transform import Transform


class _Goal:
    """A running goal; before each tick of the tree a step of the test is done."""

    def __init__(self, *steps: Callable[[], None]) -> None:
        self._steps = list(steps)
        self.newer: PoseStamped | None = None
        self.reported: list[float] = []
        self.aborted_with: Any = None
        self.request = SimpleNamespace(pose=pose())

    @property
    def should_stop(self) -> bool:
        if not self._steps:
            return True
        self._steps.pop(0)()
        return False

    @property
    def preempt_requested(self) -> bool:
        return self.newer is not None

    def accept_pending(self) -> Any:
        taken, self.newer = self.newer, None
        return SimpleNamespace(pose=taken)

    def publish_feedback(self, feedback: Any) -> None:
        self.reported.append(feedback.distance_remaining)

    def abort(self, result: Any, _reason: str) -> None:
        self.aborted_with = result


class _Watch:
    """Takes the approach watch's place and notes what it is told."""

    told: list[float | None]

    def __init__(self, *_: Any) -> None:
        pass

    def update(self, remaining_m: float | None, _now_s: float) -> bool:
        self.told.append(remaining_m)
        return True


def pose(frame_id: str = "map") -> PoseStamped:
    message = PoseStamped()
    message.header.frame_id = frame_id
    return message


def navigator(servers: FakeServers) -> Any:
    logger = SimpleNamespace(info=lambda _: None)
    made: Any = SimpleNamespace(
        _calls=servers,
        _settings=TreeSettings(smooth_path=False),
        _recovery=RecoverySettings(),
        _frequency_hz=1000.0,
        _patience_s=40.0,
        _global_frame="map",
        _base_frame="base",
        _transforms=SimpleNamespace(lookup=lambda *_: Transform()),
        stopping=threading.Event(),
        get_logger=lambda: logger,
    )
    for name in ("_navigate", "_accept_goal", "_report"):
        setattr(made, name, getattr(BtNavigator, name).__get__(made))
    return made


def test_after_a_new_goal_the_way_left_to_the_old_one_is_not_taken_for_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bt_navigator, "ApproachWatch", _Watch)
    _Watch.told = []
    servers = FakeServers()

    def drive(distance_m: float) -> Callable[[], None]:
        def step() -> None:
            servers.last["follow"].feedback = FollowPath.Feedback(distance_to_goal=distance_m)

        return step

    def replace_goal() -> None:
        running.newer = pose()
        servers.compute_path = lambda goal: servers._call("slow plan")  # type: ignore[method-assign]

    def plan() -> None:
        servers.last["slow plan"].succeed(path="path to the new goal")

    running: Any = _Goal(lambda: None, drive(0.5), replace_goal, lambda: None, plan, drive(7.0))
    node = navigator(servers)
    task = NavigationTask(running.request.pose, node._calls)
    assert BtNavigator._navigate(node, running, task) == Status.INVALID
    assert _Watch.told == [None, 0.5, None, None, None, 7.0]
    assert running.reported == [0.0, 0.5, 0.0, 0.0, 0.0, 7.0]


def test_a_goal_without_a_frame_is_aborted_with_its_reason() -> None:
    running: Any = _Goal(lambda: None)
    running.request.pose = pose(frame_id="")
    BtNavigator._execute(navigator(FakeServers()), running)
    assert running.aborted_with.error_msg == "the goal pose names no frame"


def test_a_newer_goal_without_a_frame_is_aborted_with_its_reason() -> None:
    def replace_goal() -> None:
        running.newer = pose(frame_id="")

    servers = FakeServers()
    running: Any = _Goal(lambda: None, replace_goal, lambda: None)
    BtNavigator._execute(navigator(servers), running)
    assert running.aborted_with.error_msg == "the goal pose names no frame"
    assert servers.last["follow"].cancelled
