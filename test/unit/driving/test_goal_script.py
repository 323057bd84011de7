# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script against a navigator that follows a script of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from nav2_composition_bench.driving.goal_script import (
    CANCEL_S,
    LOOK_INTERVAL_S,
    DriveLimits,
    GoalOutcome,
    GoalScript,
)
from nav2_composition_bench.study.goal import Goal

GOALS = (Goal("A", 1.0, 0.0, 0.0), Goal("B", 0.0, 0.0, 0.0))
LIMITS = DriveLimits(activation_s=30.0, rest_s=2.0, answer_s=10.0, leg_s=60.0)
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
    """Time passes only in ``wait``, and as set in ``now_s``; events happen at their times.

    :param outcomes: of the goals in the order they are sent; each takes 20 s.
    :ivar waits: durations of all waits, seconds.
    """

    def __init__(self, outcomes: list[GoalOutcome], events: dict[float, frozenset[str]]) -> None:
        self.now = 0.0
        self.outcomes = list(outcomes)
        self.sent: list[tuple[float, str]] = []
        self.cancelled = 0
        self.connections = 0
        self.active_from_s = 5.0
        self.accept = True
        self.lost_requests = 0
        self.leg_s = 20.0
        self.returns = 0
        self.can_return = True
        self.return_s = 0.1
        self.tick_s = 0.0
        self.waits: list[float] = []
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
        is_lost = self.lost_requests > 0
        self.lost_requests -= is_lost
        return FakeFuture(self, NEVER if is_lost else self.now + 0.1, self.accept)

    def request_outcome(self) -> FakeFuture:
        self._pending = FakeFuture(self, self.now + self.leg_s, self.outcomes.pop(0))
        return self._pending

    def cancel(self) -> FakeFuture:
        self.cancelled += 1
        if self._pending is not None:
            self._pending.due_s = self.now + 1.0
        return FakeFuture(self, self.now + 0.1, True)

    def return_to_start(self) -> FakeFuture | None:
        self.returns += self.can_return
        return FakeFuture(self, self.now + self.return_s, True) if self.can_return else None

    def wait(self, future: FakeFuture | None, timeout_s: float) -> None:
        self.waits.append(timeout_s)
        end = self.now + timeout_s
        self.now = max(self.now, min(end, future.due_s)) if future is not None else end

    def now_s(self) -> float:
        self.now += self.tick_s
        return self.now


def script(
    navigation: FakeNavigation, stopped: Callable[[], bool] = lambda: False
) -> tuple[GoalScript, list[str]]:
    lines: list[str] = []
    return GoalScript(GOALS, navigation, LIMITS, lines.append, stopped), lines


ONE = {0.0: frozenset({"first"})}


def test_goals_are_driven_in_order_once_the_navigator_is_active_and_has_rested() -> None:
    navigation = FakeNavigation([GoalOutcome.SUCCEEDED] * 2, ONE)
    goal_script, lines = script(navigation)
    assert goal_script.serve_next() == (GoalOutcome.SUCCEEDED, GoalOutcome.SUCCEEDED)
    assert [name for _, name in navigation.sent] == ["A", "B"]
    assert navigation.sent[0][0] >= navigation.active_from_s + LIMITS.rest_s
    assert lines[-1] == "goal B: SUCCEEDED after 20.1 s"


def test_a_navigator_has_a_moment_between_two_goals() -> None:
    navigation = FakeNavigation([GoalOutcome.SUCCEEDED] * 2, ONE)
    script(navigation)[0].serve_next()
    first, second = (when for when, _ in navigation.sent)
    assert second >= first + navigation.leg_s + LIMITS.between_s


def test_after_a_failed_goal_the_robot_still_goes_back() -> None:
    navigation = FakeNavigation([GoalOutcome.ABORTED, GoalOutcome.SUCCEEDED], ONE)
    assert script(navigation)[0].serve_next() == (GoalOutcome.ABORTED, GoalOutcome.SUCCEEDED)


def test_a_rejected_goal_is_told() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.accept = False
    assert script(navigation)[0].serve_next() == (GoalOutcome.REJECTED, GoalOutcome.REJECTED)


def test_a_goal_whose_request_is_lost_is_sent_once_more() -> None:
    navigation = FakeNavigation([GoalOutcome.SUCCEEDED] * 2, ONE)
    navigation.lost_requests = 1
    assert script(navigation)[0].serve_next() == (GoalOutcome.SUCCEEDED, GoalOutcome.SUCCEEDED)
    assert [name for _, name in navigation.sent] == ["A", "A", "B"]


def test_a_navigator_that_answers_nothing_is_lost() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.lost_requests = 2
    assert script(navigation)[0].serve_next() == (GoalOutcome.LOST,)
    assert navigation.cancelled == 1  # it may have the goal all the same


def test_a_goal_that_is_never_reached_is_cancelled_in_time() -> None:
    navigation = FakeNavigation([GoalOutcome.CANCELED, GoalOutcome.SUCCEEDED], ONE)
    navigation.leg_s = 1000.0
    goal_script, _ = script(navigation)
    assert goal_script.serve_next()[0] is GoalOutcome.TIMED_OUT
    assert navigation.cancelled >= 1
    assert navigation.now < 3 * (LIMITS.leg_s + LIMITS.answer_s)


@pytest.mark.parametrize("died_s", [2.0, 6.0, 15.0, 35.0])
def test_a_navigator_that_vanishes_is_lost_and_the_next_bring_up_is_served(died_s: float) -> None:
    navigation = FakeNavigation(
        [GoalOutcome.SUCCEEDED] * 4,
        {0.0: frozenset({"first"}), died_s: frozenset(), 100.0: frozenset({"second"})},
    )
    navigation.leg_s = 20.0
    goal_script, lines = script(navigation)
    first = goal_script.serve_next()
    assert len(first) < 2 or first[-1] is GoalOutcome.LOST
    assert any("LOST" in line for line in lines) or not first
    assert navigation.now < 100.0
    navigation.outcomes = [GoalOutcome.SUCCEEDED] * 2
    assert goal_script.serve_next() == (GoalOutcome.SUCCEEDED, GoalOutcome.SUCCEEDED)
    assert navigation.sent[-2][0] >= 100.0
    assert navigation.connections == 2


def test_a_new_navigator_beside_one_that_discovery_remembers_is_noticed() -> None:
    navigation = FakeNavigation(
        [GoalOutcome.SUCCEEDED] * 4,
        {0.0: frozenset({"dead"}), 15.0: frozenset({"dead", "new"})},
    )
    goal_script, _ = script(navigation)
    assert goal_script.serve_next() == (GoalOutcome.LOST,)
    navigation.outcomes = [GoalOutcome.SUCCEEDED] * 2
    assert goal_script.serve_next() == (GoalOutcome.SUCCEEDED, GoalOutcome.SUCCEEDED)


def test_a_navigator_that_never_becomes_active_is_given_up() -> None:
    navigation = FakeNavigation([], ONE)
    navigation.active_from_s = NEVER
    goal_script, lines = script(navigation)
    assert goal_script.serve_next() == ()
    assert LIMITS.activation_s <= navigation.now < LIMITS.activation_s + 5.0
    assert "was not active in 30 s" in lines[-1]


def test_a_bring_up_that_has_been_served_is_left_alone_until_the_next() -> None:
    navigation = FakeNavigation(
        [GoalOutcome.SUCCEEDED] * 4, {0.0: frozenset({"first"}), 500.0: frozenset({"second"})}
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


@pytest.mark.parametrize("stop_s", [0.3, 3.0, 5.6, 7.05, 15.0, 27.6, 40.0])
def test_being_stopped_ends_every_wait_within_a_step_and_cancels_the_goal(stop_s: float) -> None:
    """It is inactive up to 5 s, rests to 7 s, drives to 27.1 s and then between two goals."""
    navigation = FakeNavigation([GoalOutcome.SUCCEEDED] * 2, ONE)
    goal_script, lines = script(navigation, stopped=lambda: navigation.now >= stop_s)
    goal_script.run()
    assert navigation.now <= stop_s + LOOK_INTERVAL_S + CANCEL_S
    driving = any(sent <= stop_s < sent + 20.1 for sent, _ in navigation.sent)
    assert navigation.cancelled == driving
    assert ("STOPPED" in lines[-1]) == driving


def test_being_stopped_ends_the_wait_for_the_robot_to_be_put_back() -> None:
    navigation = FakeNavigation([GoalOutcome.SUCCEEDED, GoalOutcome.ABORTED], ONE)
    navigation.return_s = NEVER
    goal_script, lines = script(navigation, stopped=lambda: navigation.now >= 50.0)
    goal_script.run()
    assert navigation.returns == 1
    assert navigation.now <= 50.0 + LOOK_INTERVAL_S
    assert "did not answer" not in lines[-1]


@pytest.mark.parametrize("tick_s", [0.0, 0.013, 0.3])
def test_every_wait_is_short_and_has_an_end(tick_s: float) -> None:
    """Time goes on between two looks at the clock; a negative time-out would wait forever."""
    events = {0.0: frozenset({"first"}), 200.0: frozenset[str](), 250.0: frozenset({"second"})}
    navigation = FakeNavigation([GoalOutcome.ABORTED] * 4, events)
    navigation.tick_s = tick_s
    goal_script, _ = script(navigation, stopped=lambda: navigation.now > 400.0)
    goal_script.run()
    assert len(navigation.sent) == 4
    assert all(0.0 < wait_s <= LOOK_INTERVAL_S for wait_s in navigation.waits)


@pytest.mark.parametrize(
    ("outcomes", "returns"),
    [
        ([GoalOutcome.SUCCEEDED, GoalOutcome.SUCCEEDED], 0),
        ([GoalOutcome.ABORTED, GoalOutcome.SUCCEEDED], 0),
        ([GoalOutcome.SUCCEEDED, GoalOutcome.ABORTED], 1),
        ([GoalOutcome.LOST], 1),
    ],
)
def test_a_robot_that_did_not_get_back_is_put_back(
    outcomes: list[GoalOutcome], returns: int
) -> None:
    navigation = FakeNavigation(outcomes, ONE)
    goal_script, _ = script(navigation, stopped=lambda: navigation.now > 200.0)
    goal_script.run()
    assert navigation.returns == returns


def test_a_robot_that_nobody_can_put_back_is_told() -> None:
    navigation = FakeNavigation([GoalOutcome.LOST], ONE)
    navigation.can_return = False
    goal_script, lines = script(navigation, stopped=lambda: navigation.now > 200.0)
    goal_script.run()
    assert "the robot is not at its start, and nobody here can put it back" in lines
