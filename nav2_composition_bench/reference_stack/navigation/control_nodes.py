# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Control nodes of the navigator's tree that py_trees lacks, after those of Nav2's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Composite

from nav2_composition_bench.reference_stack.navigation.task import NavigationTask

Ticks = Iterator[Behaviour]


class ControlNode(Composite):
    """A composite whose subclass says in `drive` which children are ticked."""

    status: Status

    def tick(self) -> Ticks:
        """Tick as py_trees asks for: yield what was ticked, oneself last."""
        if self.status != Status.RUNNING:
            self._halt_children()
            self.initialise()
        self.drive_status = Status.FAILURE
        yield from self.drive()
        if self.drive_status == Status.RUNNING:
            self.status = Status.RUNNING
        else:
            self._halt_children()
            self.stop(self.drive_status)
        yield self

    def drive(self) -> Ticks:
        """Tick children and set `drive_status` to this node's own status."""
        raise NotImplementedError

    def _halt_children(self) -> None:
        for child in self.children:
            if child.status == Status.RUNNING:
                child.stop(Status.INVALID)


class RecoveryNode(ControlNode):
    """Runs its first child; when that fails, the second, and then the first again.

    Fails when the second fails, or the first once more after `number_of_retries` recoveries.
    """

    def __init__(
        self, name: str, number_of_retries: int, child: Behaviour, recovery: Behaviour
    ) -> None:
        super().__init__(name, [child, recovery])
        self._number_of_retries = number_of_retries

    def initialise(self) -> None:
        """Begin with the first child and no retries."""
        self._retries = 0
        self._recovering = False

    def drive(self) -> Ticks:
        """See ControlNode."""
        child, recovery = self.children
        if not self._recovering:
            yield from child.tick()
            if child.status != Status.FAILURE:
                self.drive_status = child.status
                return
            if self._retries >= self._number_of_retries:
                self.drive_status = Status.FAILURE
                return
            self._recovering = True
        yield from recovery.tick()
        if recovery.status == Status.FAILURE:
            self.drive_status = Status.FAILURE
            return
        if recovery.status == Status.SUCCESS:
            self._retries += 1
            self._recovering = False
        self.drive_status = Status.RUNNING


class PipelineSequence(ControlNode):
    """A sequence that goes on ticking the children before the one it has got to."""

    def initialise(self) -> None:
        """Begin with the first child."""
        self._reached = 0

    def drive(self) -> Ticks:
        """See ControlNode."""
        for index, child in enumerate(self.children):
            yield from child.tick()
            if child.status == Status.FAILURE:
                self.drive_status = Status.FAILURE
                return
            if child.status == Status.RUNNING and index >= self._reached:
                self.drive_status = Status.RUNNING
                return
            self._reached = max(self._reached, index + 1)
        last = self.children[-1]
        self.drive_status = last.status


class RoundRobin(ControlNode):
    """Runs one child per turn, the next one each time; a failing child's turn passes on."""

    def __init__(self, name: str, children: Sequence[Behaviour]) -> None:
        super().__init__(name, children)
        self._turn = 0

    def initialise(self) -> None:
        """Give every child one chance this time."""
        self._failed = 0

    def drive(self) -> Ticks:
        """See ControlNode."""
        while self._failed < len(self.children):
            child = self.children[self._turn]
            yield from child.tick()
            if child.status == Status.RUNNING:
                self.drive_status = Status.RUNNING
                return
            self._turn = (self._turn + 1) % len(self.children)
            if child.status == Status.SUCCESS:
                self.drive_status = Status.SUCCESS
                return
            self._failed += 1
        self.drive_status = Status.FAILURE


class RateController(ControlNode):
    """Starts its child at a rate, or at once for a new goal; meanwhile it counts as succeeded."""

    def __init__(self, name: str, rate_hz: float, task: NavigationTask, child: Behaviour) -> None:
        super().__init__(name, [child])
        self._period_s = 1.0 / rate_hz
        self._task = task
        self._next_s = float("-inf")
        self._goal_version = -1

    def drive(self) -> Ticks:
        """See ControlNode."""
        child, task = self.children[0], self._task
        due = task.clock() >= self._next_s or task.goal_version != self._goal_version
        if child.status == Status.RUNNING or due or child.status == Status.FAILURE:
            if child.status != Status.RUNNING:
                self._next_s = task.clock() + self._period_s
                self._goal_version = task.goal_version
            yield from child.tick()
            self.drive_status = child.status
            return
        self.drive_status = Status.SUCCESS
