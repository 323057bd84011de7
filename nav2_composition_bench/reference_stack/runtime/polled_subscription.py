# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Subscriptions that are read when their data is wanted, and wake nobody.

Every message that an rclpy executor hands out costs a rebuilt wait set, far more than the message
itself. Where a node only looks at a topic in its own loop (odometry, transforms, heartbeats), it
takes from the middleware's queue instead.
"""

from __future__ import annotations

import threading
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.node import Node
from rclpy.qos import QoSProfile


class NeverReadyGroup(CallbackGroup):  # type: ignore[misc]
    """A callback group that executors skip, so that its entities can be polled."""

    def can_execute(self, entity: Any) -> bool:
        return False

    def beginning_execution(self, entity: Any) -> bool:
        return False

    def ending_execution(self, entity: Any) -> None:
        """Nothing to give back, since nothing begins."""


class PolledSubscription:
    """A subscription without a callback. Safe to use from several threads.

    :param qos: as for create_subscription; its depth is how many unread messages are kept.
    """

    def __init__(self, node: Node, message_type: Any, topic: str, qos: QoSProfile | int) -> None:
        self._lock = threading.Lock()
        self._latest: Any = None
        self._subscription: Any = node.create_subscription(
            message_type, topic, _unused, qos, callback_group=NeverReadyGroup()
        )

    def take_all(self) -> list[Any]:
        """Return the unread messages, oldest first."""
        messages: list[Any] = []
        with self._lock:
            subscription = self._subscription
            with subscription.handle:
                while True:
                    taken = subscription.handle.take_message(subscription.msg_type, False)
                    if taken is None:
                        break
                    messages.append(taken[0])
            if messages:
                self._latest = messages[-1]
        return messages

    def latest(self) -> Any:
        """Return the newest message ever received, or None."""
        self.take_all()
        return self._latest


def _unused(_message: Any) -> None:
    """Stand where rclpy wants a callback; the group sees to it that none is called."""
