# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A goal as the work on it sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.runtime.goal_queue import GoalQueue


class RunningGoal:
    """The goal that is being worked on, as its work sees it.

    The work polls :attr:`should_stop` or waits with :meth:`wait`, and ends with exactly one of
    :meth:`succeed`, :meth:`abort` (or :meth:`fail`), :meth:`cancel` (or :meth:`end_as_asked`).

    :param queue: where newer goals wait.
    :param handle: rclpy's handle of the goal, which has begun.
    :param log_error: told why the goal is aborted.
    """

    def __init__(self, queue: GoalQueue, handle: Any, log_error: Callable[[str], None]) -> None:
        self._queue = queue
        self._handle = handle
        self._log_error = log_error
        self.outcome: Any = None

    @property
    def request(self) -> Any:
        """The goal message."""
        return self._handle.request

    @property
    def cancel_requested(self) -> bool:
        """Whether a client wants this goal cancelled."""
        return bool(self._handle.is_cancel_requested)

    @property
    def preempt_requested(self) -> bool:
        """Whether a newer goal waits."""
        return self._queue.has_waiting

    @property
    def stop_requested(self) -> bool:
        """Whether the server is being deactivated."""
        return self._queue.is_stopping

    @property
    def should_stop(self) -> bool:
        """Whether the work should end: cancelled or deactivated (a newer goal does not count)."""
        return self.cancel_requested or self.stop_requested

    @property
    def is_done(self) -> bool:
        """Whether an outcome has been set."""
        return self.outcome is not None

    def accept_pending(self) -> Any:
        """Drop this goal (it is aborted) and go on with the newer one.

        :return: the newer goal's message; None if there is none any more.
        """
        handle = self._queue.take_newest()
        if handle is None:
            return None
        dropped, self._handle = self._handle, handle
        self._queue.drop(dropped)
        self._queue.begin(handle)
        return handle.request

    def publish_feedback(self, feedback: Any) -> None:
        """Send feedback to the client."""
        self._handle.publish_feedback(feedback)

    def wait(self, timeout_s: float) -> bool:
        """Wait until something is asked of the goal (cancel, newer goal, stop) or time is up.

        :return: whether the work should stop or a newer goal waits.
        """
        return self._queue.wait_for(lambda: self.should_stop or self.preempt_requested, timeout_s)

    def succeed(self, result: Any = None) -> None:
        """End with SUCCEEDED."""
        self._end(self._handle.succeed, result)

    def abort(self, result: Any = None, reason: str = "") -> None:
        """End with ABORTED; a reason is logged."""
        if reason:
            self._log_error(reason)
        self._end(self._handle.abort, result)

    def fail(self, result: Any, error: GoalError) -> None:
        """End with ABORTED; the result and the log say why."""
        result.error_code, result.error_msg = int(error.code), str(error)
        self.abort(result, str(error))

    def cancel(self, result: Any = None) -> None:
        """End with CANCELED."""
        self._end(self._handle.canceled, result)

    def end_as_asked(self, result: Any = None) -> None:
        """End with CANCELED if that was asked for, else with ABORTED."""
        if self.cancel_requested:
            self.cancel(result)
        else:
            self.abort(result)

    def _end(self, set_state: Callable[[], None], result: Any) -> None:
        self.outcome = self._queue.new_result() if result is None else result
        set_state()

    @property
    def handle(self) -> Any:
        """rclpy's goal handle; changes with :meth:`accept_pending`."""
        return self._handle
