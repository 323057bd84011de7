# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Heartbeats between managed nodes and their lifecycle manager, on bondcpp's topic and message.

bondcpp lets both ends publish and listen, which makes (2 M)^2 deliveries per period for M nodes.
Nobody acts on the manager's half, so here the nodes publish and the managers listen.
"""

from __future__ import annotations

import time
import uuid

from bond.msg import Status
from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from rclpy.qos import QoSProfile

from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription

BOND_TOPIC = "/bond"
HEARTBEAT_PERIOD_S = 0.1
HEARTBEAT_TIMEOUT_S = 4.0
PUBLISHER_DEPTH = 5
SUBSCRIPTION_DEPTH = 1000


class BondHeartbeat:
    """The node's end of a bond: a Status every period while started.

    :param period_s: above zero.
    """

    def __init__(self, node: Node, bond_id: str, period_s: float) -> None:
        self._node = node
        self._publisher = node.create_publisher(
            Status, BOND_TOPIC, QoSProfile(depth=PUBLISHER_DEPTH)
        )
        self._message = Status(
            id=bond_id,
            instance_id=str(uuid.uuid4()),
            active=True,
            heartbeat_timeout=HEARTBEAT_TIMEOUT_S,
            heartbeat_period=period_s,
        )
        # On the steady clock: a step of the system's clock must not silence the node.
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        self._timer = node.create_timer(period_s, self._beat, clock=clock)
        self._beat()

    def _beat(self) -> None:
        self._message.header.stamp = self._node.get_clock().now().to_msg()
        self._publisher.publish(self._message)

    def stop(self) -> None:
        """Say that the bond ends on purpose, and end it."""
        self._node.destroy_timer(self._timer)
        self._message.active = False
        self._beat()
        self._node.destroy_publisher(self._publisher)


class BondMonitor:
    """The manager's end: when each node was last heard. For one thread.

    :param timeout_s: silence after which a bond counts as broken; 0 disables the check.
    """

    def __init__(self, node: Node, timeout_s: float) -> None:
        self.timeout_s = timeout_s
        self._last_heard_s: dict[str, float] = {}
        self._ended: set[str] = set()
        self._subscription = PolledSubscription(
            node, Status, BOND_TOPIC, QoSProfile(depth=SUBSCRIPTION_DEPTH)
        )

    def update(self) -> None:
        """Read what has arrived since the last call."""
        now_s = time.monotonic()
        for status in self._subscription.take_all():
            if status.active:
                self._last_heard_s[status.id] = now_s
                self._ended.discard(status.id)
            else:
                self._ended.add(status.id)

    def expect(self, bond_id: str) -> None:
        """Begin to watch a bond; its time-out runs from now."""
        self._last_heard_s[bond_id] = time.monotonic()
        self._ended.discard(bond_id)

    def broken(self, bond_ids: list[str]) -> list[str]:
        """Return those of the bonds that were ended by their node or have timed out."""
        if self.timeout_s <= 0.0:
            return []
        oldest_s = time.monotonic() - self.timeout_s
        return [
            name
            for name in bond_ids
            if name in self._ended or self._last_heard_s.get(name, 0.0) < oldest_s
        ]
