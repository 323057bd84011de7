# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script against a navigator that follows a script of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nav2_composition_bench.simulator.goal_script import DriveLimits, GoalScript, Outcome
from nav2_composition_bench.study.goal import Goal

GOALS = (Goal("A", 1.0, 0.0, 0.0), Goal("B", 0.0, 0.0, 0.0))
LIMITS = DriveLimits(activation_s=30.0, settle_s=2.0, answer_s=10.0, leg_s=60.0)
NEVER = float("inf")


class FakeFuture:
    """Done when its time has come, unless the server has died before."""

    def __init__(self, navigation: FakeNavigation, due_s: float, value: Any) -> None:
        self._navigation, self.due_s, self._value = navigation, due_s, value

    def done(self) -> bool:
        return self._navigation.now >= self.due_s

    def result(self) -> Any:
        assert self.done()
        return self._value


class FakeNavigation:
    """Time passes only in ``wait``; events happen at their times.

    :param outcomes: of the goals in the order they are sent; each takes 20 s.
    """

    def __init__(self, outcomes: list[Outcome], events: dict[float, frozenset[str]]) -> None:
        self.now = 0.0
        self.outcomes = list(outcomes)
        self.sent: list[tuple[float, str]] = []
        self.cancelled = 0
        self.connections = 0
        self.active_from_s = 5.0
        self.accept = True
        self.astray = 0
        self.leg_s = 20.0
        self.returns = 0
        self.can_return = True
        self._events = events
        self._pending: FakeFuture | None = None

    def servers(self) -> frozenset[str]:
        seen = [when for when in self._events if when <= self.now]
        return self._events[max(seen)] if seen else frozenset()

    def connect(self) -> None:
        self.connections += 1

    def request_activity(self) -> FakeFuture:
        return FakeFuture(self, self.now, self.now >= self.active_from_s)

    def send(self, goal: Goal) -> FakeFuture:
        self.sent.append((self.now, goal.name))
        astray = self.astray > 0
        self.astray -= astray
        return FakeFuture(self, NEVER if astray else self.now + 0.1, self.accept)

    def request_outcome(self) -> FakeFuture:
        self._pending = FakeFuture(self, self.now + self.leg_s, self.outcomes.pop(0))
        return self._pending

    def cancel(self) -> None:
        self.cancelled += 1
        assert self._pending is not None
        self._pending.due_s = self.now + 1.0

    def return_to_start(self) -> FakeFuture | None:
        self.returns += self.can_return
        return FakeFuture(self, self.now + 0.1, True) if self.can_return else None

    def wait(self, future: FakeFuture | None, timeout_s: float) -> None:
        end = self.now + timeout_s
        self.now = max(self.now, min(end, future.due_s)) if future is not None else end

    def now_s(self) -> float:
        return self.now


def script(
    navigation: FakeNavigation, stopped: Callable[[], bool] = lambda: False
) -> tuple[GoalScript, list[str]]:
    lines: list[str] = []
    return GoalScript(GOALS, navigation, LIMITS, lines.append, stopped), lines


ONE = {0.0: frozenset({"first"})}


def test_goals_are_driven_in_order_once_the_navigator_is_active_and_settled() -> None:
    navigation = FakeNavigation([Outcome.SUCCEEDED] * 2, ONE)
    goal_script, lines = script(navigation)
    assert goal_script.serve_next() == (Outcome.SUCCEEDED, Outcome.SUCCEEDED)
    assert [name for _, name in navigation.sent] == ["A", "B"]
    assert navigation.sent[0][0] >= navigation.active_from_s + LIMITS.settle_s
    assert lines[-1] == "goal B: SUCCEEDED after 20.1 s"


def test_a_navigator_has_a_moment_between_two_goals() -> None:
    navigation = FakeNavigation([Outcome.SUCCEEDED] * 2, ONE)
    script(navigation)[0].serve_next()
    first, second = (when for when, _ in navigation.sent)
    assert second >= first + navigation.leg_s + LIMITS.between_s


def test_after_a_failed_goal_the_robot_still_goes_back() -> None:
    navigation = FakeNavigation([Outcome.ABORTED, Outcome.SUCCEEDED], ONE)
    assert script(navigation)[0].serve_next() == (Outcome.ABORTED, Outcome.SUCCEEDED)


def test_a_rejected_goal_is_told() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.accept = False
    assert script(navigation)[0].serve_next() == (Outcome.REJECTED, Outcome.REJECTED)


def test_a_goal_that_goes_astray_is_sent_once_more() -> None:
    navigation = FakeNavigation([Outcome.SUCCEEDED] * 2, ONE)
    navigation.astray = 1
    assert script(navigation)[0].serve_next() == (Outcome.SUCCEEDED, Outcome.SUCCEEDED)
    assert [name for _, name in navigation.sent] == ["A", "A", "B"]


def test_a_navigator_that_answers_nothing_is_lost() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.astray = 2
    assert script(navigation)[0].serve_next() == (Outcome.LOST,)


def test_a_goal_that_is_never_reached_is_cancelled_in_time() -> None:
    navigation = FakeNavigation([Outcome.CANCELED, Outcome.SUCCEEDED], ONE)
    navigation.leg_s = 1000.0
    goal_script, _ = script(navigation)
    assert goal_script.serve_next()[0] is Outcome.TIMED_OUT
    assert navigation.cancelled >= 1
    assert navigation.now < 3 * (LIMITS.leg_s + LIMITS.answer_s)


@pytest.mark.parametrize("died_s", [2.0, 6.0, 15.0, 35.0])
def test_a_navigator_that_vanishes_is_lost_and_the_next_bring_up_is_served(died_s: float) -> None:
    navigation = FakeNavigation(
        [Outcome.SUCCEEDED] * 4,
        {0.0: frozenset({"first"}), died_s: frozenset(), 100.0: frozenset({"second"})},
    )
    navigation.leg_s = 20.0
    goal_script, lines = script(navigation)
    first = goal_script.serve_next()
    assert len(first) < 2 or first[-1] is Outcome.LOST
    assert any("LOST" in line for line in lines) or not first
    assert navigation.now < 100.0
    navigation.outcomes = [Outcome.SUCCEEDED] * 2
    assert goal_script.serve_next() == (Outcome.SUCCEEDED, Outcome.SUCCEEDED)
    assert navigation.sent[-2][0] >= 100.0
    assert navigation.connections == 2


def test_a_new_navigator_beside_one_that_discovery_remembers_is_noticed() -> None:
    navigation = FakeNavigation(
        [Outcome.SUCCEEDED] * 4,
        {0.0: frozenset({"dead"}), 15.0: frozenset({"dead", "new"})},
    )
    goal_script, _ = script(navigation)
    assert goal_script.serve_next() == (Outcome.LOST,)
    navigation.outcomes = [Outcome.SUCCEEDED] * 2
    assert goal_script.serve_next() == (Outcome.SUCCEEDED, Outcome.SUCCEEDED)


def test_a_navigator_that_never_becomes_active_is_given_up() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.active_from_s = NEVER
    goal_script, lines = script(navigation)
    assert goal_script.serve_next() == ()
    assert LIMITS.activation_s <= navigation.now < LIMITS.activation_s + 5.0
    assert "was not active in 30 s" in lines[-1]


def test_a_bring_up_that_has_been_served_is_left_alone_until_the_next() -> None:
    navigation = FakeNavigation(
        [Outcome.SUCCEEDED] * 4, {0.0: frozenset({"first"}), 500.0: frozenset({"second"})}
    )
    goal_script, _ = script(navigation, stopped=lambda: len(navigation.sent) == 4)
    goal_script.run()
    assert [name for _, name in navigation.sent] == ["A", "B", "A", "B"]
    assert navigation.sent[2][0] > 500.0


def test_being_stopped_ends_the_wait_for_a_navigator() -> None:
    navigation = FakeNavigation([], {})
    goal_script, _ = script(navigation, stopped=lambda: navigation.now > 3.0)
    goal_script.run()
    assert navigation.now < 5.0


@pytest.mark.parametrize(
    ("outcomes", "returns"),
    [
        ([Outcome.SUCCEEDED, Outcome.SUCCEEDED], 0),
        ([Outcome.ABORTED, Outcome.SUCCEEDED], 0),
        ([Outcome.SUCCEEDED, Outcome.ABORTED], 1),
        ([Outcome.LOST], 1),
    ],
)
def test_a_robot_that_did_not_get_back_is_put_back(outcomes: list[Outcome], returns: int) -> None:
    navigation = FakeNavigation(outcomes, ONE)
    goal_script, _ = script(navigation, stopped=lambda: navigation.now > 200.0)
    goal_script.run()
    assert navigation.returns == returns


def test_a_robot_that_nobody_can_put_back_is_told() -> None:
    navigation = FakeNavigation([Outcome.LOST], ONE)
    navigation.can_return = False
    goal_script, lines = script(navigation, stopped=lambda: navigation.now > 200.0)
    goal_script.run()
    assert "the robot is not at its start, and nobody here can put it back" in lines
