# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Call an action from a worker thread, or start it and look at it later."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient

from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode


@dataclass(frozen=True)
class ActionOutcome:
    """How a goal ended.

    :param status: action_msgs/GoalStatus; STATUS_UNKNOWN when refused.
    :param result: the result message; None when there is none.
    :param reason: why there is no result; empty otherwise.
    """

    status: int
    result: Any
    reason: str = ""

    @property
    def succeeded(self) -> bool:
        """Whether the status is SUCCEEDED."""
        return bool(self.status == GoalStatus.STATUS_SUCCEEDED)


class ActionCall:
    """One goal under way. Every method returns at once except :meth:`wait`."""

    def __init__(self, client: ActionClient, goal: Any) -> None:
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._outcome: ActionOutcome | None = None
        self._handle: Any = None
        self._cancel_wanted = False
        self.feedback: Any = None
        """The newest feedback message; None before the first."""
        client.send_goal_async(goal, feedback_callback=self._receive_feedback).add_done_callback(
            self._receive_answer
        )

    @property
    def is_done(self) -> bool:
        """Whether the outcome is known."""
        return self._done.is_set()

    @property
    def outcome(self) -> ActionOutcome | None:
        """The outcome, once known."""
        return self._outcome

    def cancel(self) -> None:
        """Ask the server to cancel; the outcome still tells how the goal ended."""
        with self._lock:
            self._cancel_wanted = True
            handle = self._handle
        if handle is not None and not self.is_done:
            handle.cancel_goal_async()

    def wait(self, timeout_s: float | None = None, *stops: threading.Event) -> bool:
        """Wait for the outcome.

        :param stops: end the wait when one of them is set.
        :return: whether the outcome is known.
        """
        deadline_s = None if timeout_s is None else time.monotonic() + timeout_s
        while not self._done.is_set() and not any(stop.is_set() for stop in stops):
            left_s = 0.1 if deadline_s is None else min(0.1, deadline_s - time.monotonic())
            if left_s <= 0.0:
                break
            self._done.wait(left_s)
        return self._done.is_set()

    def _receive_feedback(self, message: Any) -> None:
        self.feedback = message.feedback

    def _receive_answer(self, future: Any) -> None:
        handle = future.result()
        if handle is None or not handle.accepted:
            self._end(ActionOutcome(GoalStatus.STATUS_UNKNOWN, None, "the goal was refused"))
            return
        with self._lock:
            self._handle = handle
            cancel = self._cancel_wanted
        handle.get_result_async().add_done_callback(self._receive_result)
        if cancel:
            handle.cancel_goal_async()

    def _receive_result(self, future: Any) -> None:
        answer = future.result()
        self._end(ActionOutcome(answer.status, answer.result))

    def _end(self, outcome: ActionOutcome) -> None:
        self._outcome = outcome
        self._done.set()


class RegisteringActionClient(ActionClient):  # type: ignore[misc]
    """rclpy's client without its races with the executor's thread.

    rclpy sends, then notes what it has sent; an answer that the executor's thread takes in between
    is "unexpected" and lost, and its future never ends. Here answers wait for the note. Kilted's
    rclpy adds the client to its node and makes the lock that an executor takes then; here it has
    one before.
    """

    def __init__(self, node: ManagedNode, action_type: Any, name: str) -> None:
        self._registration = threading.RLock()
        self._lock = threading.Lock()
        super().__init__(node, action_type, name)

    def send_goal_async(self, *args: Any, **kwargs: Any) -> Any:
        """Send a goal; see rclpy."""
        with self._registration:
            return super().send_goal_async(*args, **kwargs)

    def _cancel_goal_async(self, goal_handle: Any) -> Any:
        with self._registration:
            return super()._cancel_goal_async(goal_handle)

    def _get_result_async(self, goal_handle: Any) -> Any:
        with self._registration:
            return super()._get_result_async(goal_handle)

    async def execute(self, taken_data: Any) -> None:
        """Handle answers, once what they answer has been noted."""
        with self._registration:
            pass
        await super().execute(taken_data)


class ActionCaller:
    """A client of one action. Its node must be spinning while goals are under way."""

    def __init__(self, node: ManagedNode, action_type: Any, name: str) -> None:
        self._node = node
        self._client = RegisteringActionClient(node, action_type, name)

    def is_ready(self) -> bool:
        """Whether a server is there."""
        return bool(self._client.server_is_ready())

    def wait_for_server(
        self, timeout_s: float, is_given_up: Callable[[], bool] = lambda: False
    ) -> bool:
        """Wait for a server.

        :param is_given_up: asked again and again whether to wait no longer.
        :return: whether there is one.
        """
        deadline_s = time.monotonic() + timeout_s
        while not self.is_ready():
            is_over = self._node.stopping.is_set() or time.monotonic() >= deadline_s
            if is_over or is_given_up():
                return False
            time.sleep(0.05)
        return True

    def start(self, goal: Any) -> ActionCall:
        """Send a goal and return at once."""
        return ActionCall(self._client, goal)

    def destroy(self) -> None:
        """End the client."""
        self._client.destroy()
