# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Leaves of the navigator's tree: calls of the other nodes, and conditions."""

from __future__ import annotations

from collections.abc import Callable

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector

from nav2_composition_bench.reference_stack.navigation.task import Call, NavigationTask

HELPED_BY_RECOVERY = frozenset(
    {
        0,  # a server that was not there or gave no code
        100,  # FollowPath: UNKNOWN
        102,  # FollowPath: TF_ERROR
        104,  # FollowPath: PATIENCE_EXCEEDED
        105,  # FollowPath: FAILED_TO_MAKE_PROGRESS
        106,  # FollowPath: NO_VALID_CONTROL
        107,  # FollowPath: CONTROLLER_TIMED_OUT
        200,  # ComputePathToPose: UNKNOWN
        202,  # ComputePathToPose: TF_ERROR
        205,  # ComputePathToPose: START_OCCUPIED; backing up may free the start
        207,  # ComputePathToPose: TIMEOUT
        208,  # ComputePathToPose: NO_VALID_PATH
    }
)
"""Errors after which spinning, waiting or backing up may help; a goal off the map is none."""


class CallAction(Behaviour):
    """Calls an action and waits for its outcome.

    :param start: sends the goal.
    :param timeout_s: the call is cancelled and fails when it takes longer.
    """

    def __init__(
        self,
        name: str,
        task: NavigationTask,
        start: Callable[[], Call],
        timeout_s: float = float("inf"),
    ) -> None:
        super().__init__(name)
        self.task = task
        self.call: Call | None = None
        self._start = start
        self._timeout_s = timeout_s
        self._deadline_s = timeout_s

    def initialise(self) -> None:
        """Send the goal."""
        self.call = self._start()
        self._deadline_s = self.task.clock() + self._timeout_s

    def update(self) -> Status:
        """Look whether the outcome is known."""
        call = self.call
        if call is None or not call.is_done:
            if self.task.clock() < self._deadline_s:
                return Status.RUNNING
            self.on_failure(0, f"{self.name} gave no answer within {self._timeout_s:.0f} s")
            if call is not None:
                call.cancel()
            return Status.FAILURE
        outcome = call.outcome
        if outcome.succeeded:
            self.on_success(outcome.result)
            return Status.SUCCESS
        code, reason = 0, outcome.reason
        if outcome.result is not None:
            code = outcome.result.error_code
            reason = outcome.result.error_msg or reason
        self.on_failure(code, f"{self.name} failed: {reason}" if reason else f"{self.name} failed")
        return Status.FAILURE

    def terminate(self, new_status: Status) -> None:
        """Cancel a call that nobody waits for any more."""
        if new_status == Status.INVALID and self.call is not None and not self.call.is_done:
            self.call.cancel()
        self.call = None

    def on_success(self, result: object) -> None:
        """Use a result."""

    def on_failure(self, code: int, reason: str) -> None:
        """Note a failure."""


class ComputePath(CallAction):
    """Plans to the task's goal and puts the path into the task."""

    def __init__(self, task: NavigationTask, smooths: bool) -> None:
        super().__init__(
            "ComputePathToPose", task, lambda: task.servers.compute_path(task.goal), 10.0
        )
        self._smooths = smooths

    def initialise(self) -> None:
        """See CallAction."""
        self.task.planned_version = self.task.goal_version
        super().initialise()

    def on_success(self, result: object) -> None:
        """Take the path, unless it is to be smoothed first."""
        self.task.raw_path = result.path  # type: ignore[attr-defined]
        if not self._smooths:
            self.task.replace_path(self.task.raw_path)

    def on_failure(self, code: int, reason: str) -> None:
        """Note a failure."""
        self.task.fail(code, reason)


class SmoothPath(CallAction):
    """Smooths the planned path; a path that cannot be smoothed is followed as it is."""

    def __init__(self, task: NavigationTask) -> None:
        super().__init__("SmoothPath", task, lambda: task.servers.smooth_path(task.raw_path), 5.0)

    def update(self) -> Status:
        """See CallAction; never fails."""
        status = super().update()
        return Status.SUCCESS if status == Status.FAILURE else status

    def on_success(self, result: object) -> None:
        """Take the smoothed path."""
        self.task.replace_path(result.path)  # type: ignore[attr-defined]

    def on_failure(self, code: int, reason: str) -> None:
        """Fall back on the planned path."""
        self.task.replace_path(self.task.raw_path)


class FollowPath(CallAction):
    """Has the task's path followed, and every newer one in its stead."""

    def __init__(self, task: NavigationTask) -> None:
        super().__init__("FollowPath", task, self._send)

    def update(self) -> Status:
        """See CallAction."""
        if self._sent_version != self.task.path_version:
            # The controller goes on without a stop and aborts the call that this one replaces.
            self.call = self._send()
        status = super().update()
        if status == Status.SUCCESS and self.task.path_goal_version != self.task.goal_version:
            return Status.RUNNING  # the old goal's end; the path to the new one is on its way
        return status

    def terminate(self, new_status: Status) -> None:
        """See CallAction."""
        super().terminate(new_status)
        self.task.following = None

    def on_failure(self, code: int, reason: str) -> None:
        """Note a failure."""
        self.task.fail(code, reason)

    def _send(self) -> Call:
        self._sent_version = self.task.path_version
        self.task.following = self.task.servers.follow_path(self.task.path)
        return self.task.following


class Recover(CallAction):
    """A recovery behaviour; it is counted when it begins."""

    def initialise(self) -> None:
        """See CallAction."""
        self.task.count_recovery()
        super().initialise()


class ClearCostmap(Behaviour):
    """Clears a costmap; counted as a recovery, as in Nav2."""

    def __init__(self, name: str, task: NavigationTask, clear: Callable[[], bool]) -> None:
        super().__init__(name)
        self._task = task
        self._clear = clear

    def update(self) -> Status:
        """Clear."""
        self._task.count_recovery()
        return Status.SUCCESS if self._clear() else Status.FAILURE


class GoalUpdated(Behaviour):
    """Succeeds when the goal was replaced since the recovery began."""

    def __init__(self, task: NavigationTask) -> None:
        super().__init__("GoalUpdated")
        self._task = task

    def update(self) -> Status:
        """Compare versions."""
        is_newer = self._task.goal_version != self._task.recovery_goal_version
        return Status.SUCCESS if is_newer else Status.FAILURE


class RecoveryFallback(Selector):
    """Recovers, unless the goal is replaced meanwhile."""

    def __init__(self, task: NavigationTask, actions: Behaviour) -> None:
        super().__init__("RecoveryFallback", memory=False, children=[GoalUpdated(task), actions])
        self._task = task

    def initialise(self) -> None:
        """Note which goal the recovery begins with."""
        self._task.recovery_goal_version = self._task.goal_version


class WouldRecoveryHelp(Behaviour):
    """Succeeds when the last error is one that a recovery may mend."""

    def __init__(self, task: NavigationTask) -> None:
        super().__init__("WouldRecoveryHelp")
        self._task = task

    def update(self) -> Status:
        """Look at the last error."""
        helps = self._task.error_code in HELPED_BY_RECOVERY
        return Status.SUCCESS if helps else Status.FAILURE
