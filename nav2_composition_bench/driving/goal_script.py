# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Drive the goals once per bring-up of a navigation stack, forever.

Knows nothing of trials: a navigator that was not there before gets the goals in their order, then
is left alone. Every wait is made of steps of at most ``LOOK_INTERVAL_S`` and looks after each
whether the script is to end. All have a time-out but the wait for the next bring-up.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from nav2_composition_bench.study.goal import Goal

LOOK_INTERVAL_S = 0.5
"""How often to look whether the navigator is still there and the script is to go on."""
CANCEL_S = 1.0
"""What a script that is to end waits for the answer to its cancelling the goal under way."""


class GoalOutcome(str, enum.Enum):
    """How a goal ended."""

    SUCCEEDED = "SUCCEEDED"
    ABORTED = "ABORTED"
    CANCELED = "CANCELED"
    REJECTED = "REJECTED"
    TIMED_OUT = "TIMED_OUT"
    """Not reached in time, and cancelled."""
    LOST = "LOST"
    """The navigator vanished, or did not answer."""
    STOPPED = "STOPPED"
    """The script was asked to end, and asked the navigator to cancel the goal."""

    def __str__(self) -> str:
        return self.value


class Navigation(Protocol):
    """Access to a navigator's NavigateToPose action.

    Answers come as futures with ``done()`` and ``result()``; ``wait`` is what lets them come. No
    other call waits.
    """

    def servers(self) -> frozenset[str]:
        """Identities of the action servers there are; a new bring-up has a new one."""

    def connect(self) -> None:
        """Make new connections, forgetting those to an earlier server."""

    def request_activity(self) -> Any:
        """Ask whether the navigator is active: a future of bool."""

    def send(self, goal: Goal) -> Any:
        """Send a goal: a future of True if it was accepted."""

    def request_outcome(self) -> Any:
        """Ask for the outcome of the goal sent last: a future of GoalOutcome."""

    def cancel(self) -> Any:
        """Ask to cancel the goal sent last: a future that is done when this was answered."""

    def return_to_start(self) -> Any | None:
        """Ask the simulator to put the robot back: a future, or None if nobody can do so."""

    def wait(self, future: Any | None, timeout_s: float) -> None:
        """Return when the future is done, or the time is over; at once if none is left."""

    def now_s(self) -> float:
        """Seconds on a monotonic clock."""


@dataclass(frozen=True)
class DriveLimits:
    """Times in seconds.

    :param activation_s: until a navigator that has appeared must be active.
    :param rest_s: left to it from then to the first goal: localization and costmaps need scans.
    :param between_s: left to it between two goals. Nav2's action servers tell a goal's result
        shortly before they are ready for the next one; a goal that comes in between is accepted
        and never executed.
    :param answer_s: until it must have answered a request.
    :param leg_s: until a goal must be reached.
    """

    activation_s: float = 180.0
    rest_s: float = 2.0
    between_s: float = 1.0
    answer_s: float = 10.0
    leg_s: float = 120.0


def return_line(done: Any | None) -> str:
    """Say what came of the request to put the robot back at its start.

    :param done: future of the simulator's answer; None if there was nobody to ask.
    """
    if done is None:
        return "the robot is not at its start, and nobody here can put it back"
    if done.done():
        return "the robot was put back at its start"
    return "the simulator did not answer the request to put the robot back at its start"


class GoalScript:
    """Sends goals to one bring-up after the other.

    :param report: takes one line per event.
    :param stopped: tells whether to end.
    """

    def __init__(
        self,
        goals: Sequence[Goal],
        navigation: Navigation,
        limits: DriveLimits,
        report: Callable[[str], None],
        stopped: Callable[[], bool],
    ) -> None:
        self._goals = tuple(goals)
        self._navigation = navigation
        self._limits = limits
        self._report = report
        self._stopped = stopped
        self._served: frozenset[str] = frozenset()
        self._current: frozenset[str] = frozenset()

    def run(self) -> None:
        """Serve every bring-up until stopped."""
        while not self._stopped():
            outcomes = self.serve_next()
            if outcomes and outcomes[len(self._goals) - 1 :] != (GoalOutcome.SUCCEEDED,):
                self._bring_back()

    def serve_next(self) -> tuple[GoalOutcome, ...]:
        """Wait for a navigator not served yet and drive the goals with it.

        :returns: an outcome per goal sent; fewer than goals when the navigator was lost or the
            script was stopped.
        """
        self._report("waiting for a navigator")
        while not self._navigation.servers() - self._served:
            if self._stopped():
                return ()
            self._wait(None, LOOK_INTERVAL_S)
        self._current = self._navigation.servers() - self._served
        self._served |= self._current
        self._navigation.connect()
        if not self._becomes_active():
            return ()
        self._report("navigator active")
        self._wait(None, self._limits.rest_s)
        outcomes: list[GoalOutcome] = []
        for number, goal in enumerate(self._goals):
            if number:
                self._wait(None, self._limits.between_s)
            if self._stopped():
                break
            outcomes.append(self._drive(goal))
            if outcomes[-1] is GoalOutcome.LOST:
                break
        return tuple(outcomes)

    def _bring_back(self) -> None:
        """A robot elsewhere would fail the next bring-up too, which takes it to be at its start."""
        if self._stopped():
            return
        done = self._navigation.return_to_start()
        if done is not None:
            self._wait(done, self._limits.answer_s)
        if not self._stopped():
            self._report(return_line(done))

    def _becomes_active(self) -> bool:
        deadline = self._navigation.now_s() + self._limits.activation_s
        while self._navigation.now_s() < deadline and not self._stopped():
            if self._gone():
                self._report(f"{GoalOutcome.LOST}: the navigator vanished before it was active")
                return False
            answer = self._navigation.request_activity()
            if self._wait(answer, LOOK_INTERVAL_S) and answer.result():
                return True
            self._wait(None, LOOK_INTERVAL_S)
        if not self._stopped():
            limit_s = self._limits.activation_s
            self._report(f"{GoalOutcome.LOST}: the navigator was not active in {limit_s:g} s")
        return False

    def _drive(self, goal: Goal) -> GoalOutcome:
        begin = self._navigation.now_s()
        self._report(f"goal {goal.name} ({goal.x_m:g}, {goal.y_m:g}, {goal.yaw_rad:g}): sent")
        outcome = self._outcome_of(goal)
        if outcome is GoalOutcome.LOST and self._stopped() and not self._gone():
            outcome = GoalOutcome.STOPPED
            # The only wait that does not look whether to end: the robot is not to drive on.
            self._navigation.wait(self._navigation.cancel(), CANCEL_S)
        self._report(f"goal {goal.name}: {outcome} after {self._navigation.now_s() - begin:.1f} s")
        return outcome

    def _outcome_of(self, goal: Goal) -> GoalOutcome:
        """Send a goal and see it end; LOST also if the script is to end before the goal has."""
        accepted = self._navigation.send(goal)
        if not self._answered(accepted, self._limits.answer_s):
            if self._stopped() or self._gone():
                return GoalOutcome.LOST
            # A request is lost when it is sent while discovery is still matching the
            # navigator's endpoints, which happens beside the remains of a killed one.
            accepted = self._navigation.send(goal)
            if not self._answered(accepted, self._limits.answer_s):
                if not (self._stopped() or self._gone()):
                    # It may have the goal all the same, and is not to drive on with it.
                    self._navigation.wait(self._navigation.cancel(), CANCEL_S)
                return GoalOutcome.LOST
        if not accepted.result():
            return GoalOutcome.REJECTED
        ended = self._navigation.request_outcome()
        if self._answered(ended, self._limits.leg_s):
            return GoalOutcome(ended.result())
        if self._stopped() or self._gone():
            return GoalOutcome.LOST
        self._navigation.cancel()
        # A goal reached at this very moment is late all the same.
        late = self._answered(ended, self._limits.answer_s)
        return GoalOutcome.TIMED_OUT if late else GoalOutcome.LOST

    def _answered(self, future: Any, timeout_s: float) -> bool:
        """Wait for an answer as long as the navigator is there."""
        return self._wait(future, timeout_s, self._gone)

    def _wait(
        self, future: Any | None, timeout_s: float, in_vain: Callable[[], bool] = lambda: False
    ) -> bool:
        """Wait in steps, each of which looks whether the script is to end.

        :param future: None waits for the time alone.
        :param in_vain: tells whether waiting has become useless.
        :returns: whether the future is done.
        """
        deadline = self._navigation.now_s() + timeout_s
        while future is None or not future.done():
            left = deadline - self._navigation.now_s()
            if left <= 0.0 or self._stopped() or in_vain():
                return False
            self._navigation.wait(future, min(left, LOOK_INTERVAL_S))
        return True

    def _gone(self) -> bool:
        """Tell whether the navigator vanished, or a new one has come.

        A killed process stays in discovery for its lease, so that a new one may come before the
        old one is seen to go.
        """
        servers = self._navigation.servers()
        return not servers & self._current or bool(servers - self._served)
