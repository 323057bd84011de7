# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goals between the executor, which accepts them, and the one thread that works on them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy._rclpy_pybind11 import RCLError


class GoalQueue:
    """Accepted goals that wait for their turn; a newer one replaces those before it.

    Each change wakes whoever waits in :meth:`wait_for`. Any thread may call.

    :param node_stopping: set when the node is about to be destroyed.
    :param new_result: makes an empty result message.
    :param finish: hands the result of a goal that has ended to its clients.
    """

    def __init__(
        self,
        node_stopping: threading.Event,
        new_result: Callable[[], Any],
        finish: Callable[[Any, Any], None],
    ) -> None:
        self.new_result = new_result
        self._node_stopping = node_stopping
        self._finish = finish
        self._changed = threading.Condition()
        self._handles: deque[Any] = deque()
        self._open = False
        self._closed_again = False

    @property
    def is_open(self) -> bool:
        """Whether goals are to be accepted."""
        return self._open and not self.is_stopping

    @property
    def is_stopping(self) -> bool:
        """Whether the work on a goal should end because its server does."""
        return self._closed_again or self._node_stopping.is_set()

    @property
    def has_waiting(self) -> bool:
        """Whether a goal waits."""
        return bool(self._handles)

    def open(self) -> None:
        """Accept goals from now on."""
        with self._changed:
            self._open, self._closed_again = True, False

    def close(self) -> None:
        """Refuse goals from now on."""
        with self._changed:
            self._open, self._closed_again = False, True
            self._changed.notify_all()

    def put(self, handle: Any) -> None:
        """Add an accepted goal."""
        with self._changed:
            self._handles.append(handle)
            self._changed.notify_all()

    def wake(self) -> None:
        """Have all waits look at their conditions again."""
        with self._changed:
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool], timeout_s: float | None = None) -> bool:
        """Wait until a condition holds; return whether it did in time."""
        with self._changed:
            return self._changed.wait_for(condition, timeout_s)

    def take_newest(self) -> Any:
        """Remove and return the newest goal, dropping older ones; None without one."""
        with self._changed:
            newest = self._handles.pop() if self._handles else None
            older = list(self._handles)
            self._handles.clear()
        for handle in older:
            self.begin(handle)
            self.drop(handle)
        return newest

    def drop_all(self) -> None:
        """Drop every goal that waits."""
        while (handle := self.take_newest()) is not None:
            self.begin(handle)
            self.drop(handle)

    def begin(self, handle: Any) -> None:
        """Set a goal's state to EXECUTING (unless it is being cancelled already)."""
        try:
            handle.execute()
        except RCLError:
            # A cancel request came between rclpy's look at the state and its change.
            if handle.status != GoalStatus.STATUS_CANCELING:
                raise

    def drop(self, handle: Any) -> None:
        """Abort a goal that has begun and that a newer one replaces."""
        if handle.status == GoalStatus.STATUS_CANCELING:
            handle.canceled()
        else:
            handle.abort()
        self._finish(handle, self.new_result())
