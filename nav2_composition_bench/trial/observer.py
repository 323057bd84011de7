# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the runner sees of a trial on the ROS graph: goals, commands, the simulator's clock.

It runs beside the system under test, so messages of the control loop are counted without being
decoded, and nothing is subscribed to that comes at a higher rate.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Any

from action_msgs.msg import GoalStatusArray
from diagnostic_msgs.msg import DiagnosticArray
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from nav2_composition_bench.trial.goal_legs import GoalStatus, LegsSeen, advance

STATUS_TOPIC = "/navigate_to_pose/_action/status"
COMMAND_TOPIC = "/cmd_vel_nav"
SIMULATOR_TOPIC = "/simulator/status"

_STATUS_QOS = QoSProfile(
    depth=10,
    reliability=ReliabilityPolicy.RELIABLE,
    durability=DurabilityPolicy.TRANSIENT_LOCAL,
)
_SENSOR_QOS = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT)


class Observer:
    """Subscriptions on the runner's node, for all trials of a study.

    Callbacks come in the node's thread; everything here may be called from another one.

    :param node: an rclpy node that somebody spins.
    :param stamped: whether velocity commands are TwistStamped.
    """

    def __init__(self, node: Any, stamped: bool = False) -> None:
        self._changed = threading.Condition()
        self._seen = LegsSeen(())
        self._commands_s: list[float] = []
        self._simulated: list[tuple[float, float]] = []
        command = TwistStamped if stamped else Twist
        subscribe = node.create_subscription
        subscribe(GoalStatusArray, STATUS_TOPIC, self._on_status, _STATUS_QOS)
        subscribe(command, COMMAND_TOPIC, self._on_command, _SENSOR_QOS, raw=True)
        subscribe(DiagnosticArray, SIMULATOR_TOPIC, self._on_simulator, _SENSOR_QOS)

    def begin(self, goals: Sequence[str]) -> None:
        """Forget the last trial but for its goals, which may still be heard of."""
        with self._changed:
            self._seen = LegsSeen(tuple(goals), self._seen.goal_ids)
            self._commands_s = []
            self._simulated = []

    def active(self, at_s: float) -> None:
        """Do nothing: legs begin when their goals are accepted."""

    def legs(self) -> LegsSeen:
        """Return the legs so far."""
        with self._changed:
            return self._seen

    def wait_for_change(self, known: LegsSeen, timeout_s: float) -> LegsSeen:
        """Return the legs when they differ from those known, or when the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._seen.legs != known.legs, timeout_s)
            return self._seen

    def commands_s(self) -> tuple[float, ...]:
        """When the controller's commands came, CLOCK_MONOTONIC."""
        with self._changed:
            return tuple(self._commands_s)

    def simulated(self) -> tuple[tuple[float, float], ...]:
        """(CLOCK_MONOTONIC, simulated time) of the simulator's reports, seconds."""
        with self._changed:
            return tuple(self._simulated)

    def _on_status(self, message: Any) -> None:
        entries = [
            GoalStatus(bytes(status.goal_info.goal_id.uuid).hex(), int(status.status))
            for status in message.status_list
        ]
        with self._changed:
            self._seen = advance(self._seen, time.monotonic(), entries)
            self._changed.notify_all()

    def _on_command(self, _serialized: bytes) -> None:
        with self._changed:
            self._commands_s.append(time.monotonic())

    def _on_simulator(self, message: Any) -> None:
        values = {item.key: item.value for status in message.status for item in status.values}
        try:
            simulated_s = float(values["sim_time_s"])
        except (KeyError, ValueError):  # another simulator's
            return
        with self._changed:
            self._simulated.append((time.monotonic(), simulated_s))
