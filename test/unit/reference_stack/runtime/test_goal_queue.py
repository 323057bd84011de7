# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import threading
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from rclpy._rclpy_pybind11 import RCLError

from nav2_composition_bench.reference_stack.runtime.goal_queue import GoalQueue
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal


class FakeHandle:
    """Keeps the transitions that were asked of it; one that is being cancelled refuses to begin."""

    def __init__(self, request: str, status: int = GoalStatus.STATUS_ACCEPTED) -> None:
        self.request = request
        self.status = status
        self.steps: list[str] = []

    @property
    def is_cancel_requested(self) -> bool:
        return bool(self.status == GoalStatus.STATUS_CANCELING)

    def execute(self) -> None:
        if self.status != GoalStatus.STATUS_ACCEPTED:
            raise RCLError("not accepted")
        self.status = GoalStatus.STATUS_EXECUTING
        self.steps.append("execute")

    def abort(self) -> None:
        self.steps.append("abort")

    def canceled(self) -> None:
        self.steps.append("canceled")


class Bench:
    """A queue, and the requests whose results it has handed out."""

    def __init__(self) -> None:
        self.node_stopping = threading.Event()
        self.finished: list[str] = []
        self.errors: list[str] = []
        self.queue = GoalQueue(
            self.node_stopping,
            lambda: "empty",
            lambda handle, _: self.finished.append(handle.request),
        )

    def put(self, *names: str) -> list[FakeHandle]:
        """Put goals into the queue."""
        handles = [FakeHandle(name) for name in names]
        for handle in handles:
            self.queue.put(handle)
        return handles

    def run(self, handle: Any) -> RunningGoal:
        """Begin a goal."""
        self.queue.begin(handle)
        return RunningGoal(self.queue, handle, self.errors.append)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_of_several_goals_the_newest_is_taken_and_the_others_are_aborted(bench: Bench) -> None:
    first, second, third = bench.put("1", "2", "3")
    assert bench.queue.take_newest() is third
    assert (first.steps, second.steps, third.steps) == (["execute", "abort"],) * 2 + ([],)
    assert bench.finished == ["1", "2"]
    assert bench.queue.take_newest() is None


def test_a_goal_that_is_being_cancelled_ends_as_cancelled_when_it_is_dropped(bench: Bench) -> None:
    handle = FakeHandle("1", GoalStatus.STATUS_CANCELING)
    bench.queue.put(handle)
    bench.queue.drop_all()
    assert handle.steps == ["canceled"]
    assert bench.finished == ["1"]


def test_a_goal_that_cannot_begin_for_another_reason_is_an_error(bench: Bench) -> None:
    with pytest.raises(RCLError):
        bench.queue.begin(FakeHandle("1", GoalStatus.STATUS_ABORTED))


def test_goals_are_accepted_between_opening_and_closing_and_not_while_the_node_ends(
    bench: Bench,
) -> None:
    queue = bench.queue
    assert not queue.is_open and not queue.is_stopping
    queue.open()
    assert queue.is_open
    queue.close()
    assert not queue.is_open and queue.is_stopping
    queue.open()
    bench.node_stopping.set()
    assert not queue.is_open and queue.is_stopping


def test_a_running_goal_goes_on_with_the_newer_one(bench: Bench) -> None:
    (old,) = bench.put("old")
    goal = bench.run(bench.queue.take_newest())
    assert not goal.wait(0.0)
    (new,) = bench.put("new")
    assert goal.preempt_requested and goal.wait(0.0) and not goal.should_stop
    assert goal.accept_pending() == "new"
    assert (old.steps, new.steps, goal.handle) == (["execute", "abort"], ["execute"], new)
    assert goal.accept_pending() is None


def test_a_wait_of_the_running_goal_ends_when_its_server_closes(bench: Bench) -> None:
    bench.queue.open()
    goal = bench.run(FakeHandle("1"))
    closing = threading.Timer(0.02, bench.queue.close)
    closing.start()
    assert goal.wait(30.0)
    assert goal.stop_requested and goal.should_stop
    closing.join()


def test_a_goal_without_a_result_of_its_own_has_an_empty_one_and_the_reason_is_told(
    bench: Bench,
) -> None:
    handle = FakeHandle("1")
    goal = bench.run(handle)
    assert not goal.is_done
    goal.abort(reason="no way")
    assert (goal.outcome, bench.errors, handle.steps) == ("empty", ["no way"], ["execute", "abort"])
