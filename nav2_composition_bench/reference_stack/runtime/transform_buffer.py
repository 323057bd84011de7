# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The tree of frames as heard on /tf and /tf_static, with interpolation in time.

Transforms are read from the middleware's queue when somebody looks one up, so that a message on
/tf wakes nobody (see polled_subscription).
"""

from __future__ import annotations

import threading
import time
from typing import Any

from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from tf2_msgs.msg import TFMessage

from nav2_composition_bench.reference_stack.runtime.frame_tree import (
    LATEST_NS,
    FrameTree,
    TransformError,
)
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.transform import (
    Transform,
    transform_from_message,
)

__all__ = ["LATEST_NS", "TransformBuffer", "TransformError"]

QUEUE_DEPTH = 1000
"""Unread messages kept: more than ten seconds of a robot's transforms."""
POLL_S = 0.01
"""How often a waiting lookup looks again."""


class TransformBuffer:
    """The frames of the robot. Safe to use from several threads.

    :param node: its executor is not needed for transforms to arrive.
    """

    def __init__(self, node: Node) -> None:
        self._lock = threading.Lock()
        self._tree = FrameTree()
        static_qos = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._dynamic = PolledSubscription(node, TFMessage, "/tf", QoSProfile(depth=QUEUE_DEPTH))
        self._static = PolledSubscription(node, TFMessage, "/tf_static", static_qos)

    def lookup(
        self,
        target_frame: str,
        source_frame: str,
        stamp_ns: int = LATEST_NS,
        *,
        timeout_s: float = 0.0,
        stop: threading.Event | None = None,
    ) -> Transform:
        """Return where the source frame is in the target frame, waiting for it if need be.

        :param stamp_ns: nanoseconds of the ROS clock; LATEST_NS for the newest common time.
        :param timeout_s: how long to wait, in wall time.
        :param stop: ends the wait when set.
        :raises TransformError: if it does not become known in time.
        """
        deadline_s = time.monotonic() + timeout_s
        while True:
            with self._lock:
                self._read()
                try:
                    return self._tree.lookup(target_frame, source_frame, stamp_ns)
                except TransformError:
                    if time.monotonic() >= deadline_s or (stop is not None and stop.is_set()):
                        raise
            time.sleep(POLL_S)

    def _read(self) -> None:
        for subscription, static in ((self._static, True), (self._dynamic, False)):
            for message in subscription.take_all():
                for stamped in message.transforms:
                    self._insert(stamped, static)

    def _insert(self, stamped: Any, static: bool) -> None:
        parent = stamped.header.frame_id.lstrip("/")
        child = stamped.child_frame_id.lstrip("/")
        self._tree.insert(parent, child, transform_from_message(stamped), static=static)
