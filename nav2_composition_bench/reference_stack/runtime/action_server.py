# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An action server whose goals run one at a time in a named thread (SimpleActionServer)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from rclpy.action import ActionServer, CancelResponse, GoalResponse

from nav2_composition_bench.reference_stack.runtime.goal_queue import GoalQueue
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.named_thread import JOIN_S
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal

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
    """

    def __init__(
        self,
        node: ManagedNode,
        action_type: Any,
        name: str,
        execute: Callable[[RunningGoal], None],
    ) -> None:
        self._node = node
        self._name = name
        self._execute = execute
        self._running = False
        self._queue = GoalQueue(
            node.stopping,
            action_type.Result,
            lambda handle, result: self._server.finish(handle, result),
        )
        self._server = _ThreadedActionServer(
            self._queue.wake,
            node,
            action_type,
            name,
            execute_callback=lambda handle: None,
            goal_callback=self._decide,
            handle_accepted_callback=self._queue.put,
            cancel_callback=lambda handle: CancelResponse.ACCEPT,
            result_timeout=RESULT_TIMEOUT_S,
        )
        self._thread = node.start_thread(self._work)

    def activate(self) -> None:
        """Accept goals from now on."""
        self._queue.open()

    def deactivate(self, timeout_s: float = JOIN_S) -> bool:
        """Refuse goals from now on and have the running one end.

        :return: whether it has ended in time.
        """
        self._queue.close()
        return self._queue.wait_for(lambda: not self._running, timeout_s)

    def destroy(self) -> None:
        """End the thread and the server."""
        self.deactivate()
        self._thread.request_stop()
        self._queue.wake()
        self._thread.stop()
        self._server.destroy()

    @property
    def is_running(self) -> bool:
        """Whether a goal is being worked on."""
        return self._running

    # Called by the executor

    def _decide(self, _request: Any) -> GoalResponse:
        if self._queue.is_open:
            return GoalResponse.ACCEPT
        self._node.get_logger().warning(f"{self._name}: goal refused, the node is not active")
        return GoalResponse.REJECT

    # The thread

    def _work(self, stop: threading.Event) -> None:
        while True:
            self._queue.wait_for(lambda: self._queue.has_waiting or stop.is_set())
            if stop.is_set():
                break
            handle = self._queue.take_newest()
            if handle is not None:
                self._run(handle)
        self._queue.drop_all()

    def _run(self, handle: Any) -> None:
        self._queue.begin(handle)
        goal = RunningGoal(self._queue, handle, self._log_error)
        self._running = True
        try:
            self._execute(goal)
            if not goal.is_done:
                goal.abort(reason="the work ended without an outcome")
        except Exception as error:
            self._log_error(f"{type(error).__name__}: {error}")
            if not goal.is_done:
                goal.abort()
        finally:
            self._server.finish(goal.handle, goal.outcome)
            self._running = False
            self._queue.wake()

    def _log_error(self, text: str) -> None:
        self._node.get_logger().error(f"{self._name}: {text}")
