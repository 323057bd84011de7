# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a simulator publishes, as a board hears it."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Twist, TwistStamped
from nav_msgs.msg import Odometry
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, qos_profile_sensor_data
from rclpy.signals import SignalHandlerOptions
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import LaserScan, PointCloud2
from tf2_msgs.msg import TFMessage
from waiting import TIMEOUT_S

TOPICS: dict[str, tuple[Any, Any]] = {
    "odom": (Odometry, QoSProfile(depth=200)),
    "tf": (TFMessage, QoSProfile(depth=200)),
    "tf_static": (TFMessage, QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)),
    "scan": (LaserScan, qos_profile_sensor_data),
    "points": (PointCloud2, qos_profile_sensor_data),
    "clock": (Clock, QoSProfile(depth=200)),
    "simulator/status": (DiagnosticArray, QoSProfile(depth=10)),
}
ASK_AGAIN_S = 5.0


class Board:
    """A node that keeps what the simulator publishes and can command it.

    :param stamped: whether it commands by TwistStamped.
    """

    def __init__(self, stamped: bool = False) -> None:
        self._context = Context()
        rclpy.init(args=[], context=self._context, signal_handler_options=SignalHandlerOptions.NO)
        self.node = rclpy.create_node("board", context=self._context)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self.node)
        self.heard: dict[str, list[Any]] = defaultdict(list)
        for topic, (kind, quality) in TOPICS.items():
            self.node.create_subscription(kind, topic, self.heard[topic].append, quality)
        self._stamped = stamped
        self._commands = self.node.create_publisher(
            TwistStamped if stamped else Twist, "cmd_vel", 1
        )

    def command(self, forward_mps: float, turn_radps: float = 0.0) -> None:
        """Command a velocity once."""
        message = TwistStamped() if self._stamped else Twist()
        twist = message.twist if self._stamped else message
        twist.linear.x, twist.angular.z = forward_mps, turn_radps
        self._commands.publish(message)

    def spin_until(self, condition: Callable[[], bool], what: str) -> None:
        deadline = self.node.get_clock().now().nanoseconds + int(TIMEOUT_S * 1e9)
        while not condition():
            assert self.node.get_clock().now().nanoseconds < deadline, f"in vain: {what}"
            self._executor.spin_once(timeout_sec=0.1)

    def spin_while_counting(self, topic: str, count: int) -> None:
        """Spin until so many more messages have come."""
        wanted = len(self.heard[topic]) + count
        self.spin_until(lambda: len(self.heard[topic]) >= wanted, f"{count} more on {topic}")

    def ask(self, client: Any, request: Any) -> Any:
        """Return the answer to a request that may be made twice: Fast DDS may lose an answer."""
        began_s = time.monotonic()
        asked: list[Any] = []

        def is_answered() -> bool:
            if time.monotonic() >= began_s + ASK_AGAIN_S * len(asked):
                asked.append(client.call_async(request))
            return any(each.done() for each in asked)

        self.spin_until(is_answered, "an answer")
        return next(each.result() for each in asked if each.done())

    def close(self) -> None:
        self._executor.shutdown()
        self.node.destroy_node()
        self._context.try_shutdown()


def seconds(message: Any) -> float:
    stamp = message.clock if isinstance(message, Clock) else message.header.stamp
    return float(stamp.sec + stamp.nanosec * 1e-9)


def median_period(messages: list[Any]) -> float:
    """Return the usual distance of stamps, which lost messages do not change."""
    stamps = [seconds(message) for message in messages]
    gaps = sorted(b - a for a, b in pairwise(stamps))
    return gaps[len(gaps) // 2]
