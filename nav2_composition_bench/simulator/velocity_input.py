# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Velocity commands, as Twist (Nav2 up to Jazzy) or TwistStamped (Nav2 from Kilted on)."""

from __future__ import annotations

from typing import Any

from geometry_msgs.msg import Twist, TwistStamped
from rclpy.qos import QoSProfile, ReliabilityPolicy

COMMAND_TIMEOUT_S = 0.5
"""The robot stops when no velocity command has come for so long, by the clock that `command` is
asked with."""


class VelocityInput:
    """A subscription that is read without an executor.

    :param stamped: whether commands are TwistStamped.
    """

    def __init__(self, node: Any, stamped: bool) -> None:
        self._stamped = stamped
        quality = QoSProfile(depth=1, reliability=ReliabilityPolicy.RELIABLE)
        kind = TwistStamped if stamped else Twist
        self._subscription = node.create_subscription(kind, "cmd_vel", _ignore, quality)
        self._command, self._since_s = (0.0, 0.0), float("-inf")

    def command(self, time_s: float) -> tuple[float, float]:
        """Return the commanded velocity (m/s, rad/s) at that time.

        Zero when the last command is older than COMMAND_TIMEOUT_S.
        """
        message = take(self._subscription)
        if message is not None:
            twist = message.twist if self._stamped else message
            self._command, self._since_s = (twist.linear.x, twist.angular.z), time_s
        if time_s - self._since_s > COMMAND_TIMEOUT_S:
            return 0.0, 0.0
        return self._command

    def forget(self) -> None:
        """Stand still until the next command."""
        self._command = (0.0, 0.0)


def take(subscription: Any) -> Any:
    """Return the newest message waiting in a subscription of depth 1, or None."""
    with subscription.handle:
        taken = subscription.handle.take_message(subscription.msg_type, False)
    return None if taken is None else taken[0]


def _ignore(_: Any) -> None:
    """Never called: messages are taken without an executor."""
