# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An action server whose goals run one at a time in a named thread (SimpleActionServer)."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy._rclpy_pybind11 import RCLError
from rclpy.action import ActionServer, CancelResponse, GoalResponse

from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal

__all__ = ["RunningGoal", "SimpleActionServer"]

RESULT_TIMEOUT_S = 10
"""How long a result is kept for its client, Nav2's default."""


class _ThreadedActionServer(ActionServer):  # type: ignore[misc]
    """rclpy's server with the execution of goals handed to our thread instead of the executor."""

    def __init__(self, cancel_done: Callable[[], None], *args: Any, **kwargs: Any) -> None:
        self._cancel_done = cancel_done
        super().__init__(*args, **kwargs)

    def notify_execute(self, goal_handle: Any, execute_callback: Any) -> None:
        """Nothing: the worker thread has taken the goal already."""

    async def _execute_cancel_request(self, request_header_and_message: Any) -> None:
        """Tell the worker when the goal's state is CANCELING, not when that is asked for."""
        await super()._execute_cancel_request(request_header_and_message)
        self._cancel_done()

    def finish(self, goal_handle: Any, result: Any) -> None:
        """Hand a result to the clients; the executor is woken to send it."""
        response = self.action_type.Impl.GetResultService.Response()
        response.status = goal_handle.status
        response.result = result
        future = self._result_futures.get(bytes(goal_handle.goal_id.uuid))
        if future is not None:
            future.set_result(response)


class SimpleActionServer:
    """One goal at a time, in one thread; a newer goal waits until the running one yields to it.

    Goals are refused unless the server is active. Created in a node's ``configure``.

    :param execute: does the work of a goal in the server's thread. If it returns without an
        outcome or raises, the goal is aborted and the reason logged.
    :param thread_name: kernel name of the thread; default the node's.
    """

    def __init__(
        self,
        node: ManagedNode,
        action_type: Any,
        name: str,
        execute: Callable[[RunningGoal], None],
        *,
        thread_name: str | None = None,
    ) -> None:
        self.node = node
        self.name = name
        self.action_type = action_type
        self._execute = execute
        self._changed = threading.Condition()
        self._queue: deque[Any] = deque()
        self._active = False
        self._stopping = False
        self._running: RunningGoal | None = None
        self._server = _ThreadedActionServer(
            self._notify,
            node,
            action_type,
            name,
            execute_callback=lambda handle: None,
            goal_callback=self._decide,
            handle_accepted_callback=self._enqueue,
            cancel_callback=lambda handle: CancelResponse.ACCEPT,
            result_timeout=RESULT_TIMEOUT_S,
        )
        self._thread = node.start_thread(self._work, thread_name)

    def activate(self) -> None:
        """Accept goals from now on."""
        with self._changed:
            self._active, self._stopping = True, False

    def deactivate(self, timeout_s: float = 2.0) -> bool:
        """Refuse goals from now on and have the running one end.

        :return: whether it has ended in time.
        """
        with self._changed:
            self._active, self._stopping = False, True
            self._changed.notify_all()
            return self._changed.wait_for(lambda: self._running is None, timeout_s)

    def destroy(self) -> None:
        """End the thread and the server."""
        self.deactivate()
        self._thread.request_stop()
        with self._changed:
            self._changed.notify_all()
        self._thread.stop()
        self._server.destroy()

    @property
    def is_running(self) -> bool:
        """Whether a goal is being worked on."""
        return self._running is not None

    # For RunningGoal

    @property
    def has_pending_goal(self) -> bool:
        """Whether a newer goal waits."""
        return bool(self._queue)

    @property
    def is_stopping(self) -> bool:
        """Whether the running goal should end because the server does."""
        return self._stopping or self.node.stopping.is_set()

    def take_pending(self) -> Any:
        """Remove and return the newest waiting goal, dropping older ones; None without one."""
        with self._changed:
            newest = self._queue.pop() if self._queue else None
            dropped = list(self._queue)
            self._queue.clear()
        for handle in dropped:
            self.begin(handle)
            self.drop(handle)
        return newest

    def begin(self, handle: Any) -> None:
        """Set a goal's state to EXECUTING (unless it is being cancelled already)."""
        try:
            handle.execute()
        except RCLError:
            # A cancel request came between rclpy's look at the state and its change.
            if handle.status != GoalStatus.STATUS_CANCELING:
                raise

    def drop(self, handle: Any) -> None:
        """Abort a goal that a newer one replaces."""
        if handle.status == GoalStatus.STATUS_CANCELING:
            handle.canceled()
        else:
            handle.abort()
        self._server.finish(handle, self.action_type.Result())

    def wait_for_request(self, goal: RunningGoal, timeout_s: float) -> bool:
        """Wait until the goal should stop or a newer one waits; see RunningGoal.wait."""

        def asked() -> bool:
            return goal.should_stop or bool(self._queue)

        with self._changed:
            return self._changed.wait_for(asked, timeout_s)

    # Called by the executor

    def _decide(self, _request: Any) -> GoalResponse:
        if self._active and not self.is_stopping:
            return GoalResponse.ACCEPT
        self.node.get_logger().warning(f"{self.name}: goal refused, the node is not active")
        return GoalResponse.REJECT

    def _enqueue(self, handle: Any) -> None:
        with self._changed:
            self._queue.append(handle)
            self._changed.notify_all()

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    # The thread

    def _work(self, stop: threading.Event) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._queue) or stop.is_set())
                if stop.is_set():
                    break
            handle = self.take_pending()
            if handle is not None:
                self._run(handle)
        while self._queue:
            handle = self.take_pending()
            self.begin(handle)
            self.drop(handle)

    def _run(self, handle: Any) -> None:
        self.begin(handle)
        goal = self._running = RunningGoal(self, handle)
        try:
            self._execute(goal)
            if not goal.is_done:
                goal.abort(reason="the work ended without an outcome")
        except Exception as error:
            self.node.get_logger().error(f"{self.name}: {type(error).__name__}: {error}")
            if not goal.is_done:
                goal.abort()
        finally:
            self._server.finish(goal.handle, goal.outcome)
            with self._changed:
                self._running = None
                self._changed.notify_all()
