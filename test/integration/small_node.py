# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``small_node.py NAME,... BEHAVIOUR,... DIRECTORY``: fake_ros_node with more that a node can be.

A leg is over when the file ``finish_<goal>`` is in the directory, so that a test, not a clock, says
how long it takes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import fake_ros_node
from action_msgs.msg import GoalStatus, GoalStatusArray
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from rclpy.qos import DurabilityPolicy, QoSProfile

STATUS_TOPIC = "/navigate_to_pose/_action/status"
PERIOD_S = 0.1


class _Navigator:
    """Publishes goal statuses, one goal after the other."""

    def __init__(self, node: Any, end: int) -> None:
        latched = QoSProfile(depth=10, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self._publisher = node.create_publisher(GoalStatusArray, STATUS_TOPIC, latched)
        self._directory = Path(sys.argv[3])
        self._end = end
        self._statuses: list[Any] = []
        self._goals = ["A", "B"]
        node.create_timer(PERIOD_S, self._tick)

    def _tick(self) -> None:
        if self._statuses and self._statuses[-1].status == GoalStatus.STATUS_EXECUTING:
            if not (self._directory / f"finish_{self._goals[0]}").exists():
                return
            self._goals.pop(0)
            self._statuses[-1].status = self._end
        elif self._goals:
            status = GoalStatus(status=GoalStatus.STATUS_EXECUTING)
            status.goal_info.goal_id.uuid = list(os.urandom(16))
            self._statuses.append(status)
        else:
            return
        self._publisher.publish(GoalStatusArray(status_list=self._statuses))


def navigating(node: Any) -> None:
    """Succeed in two goals."""
    fake_ros_node.active_node(node)
    node.navigator = _Navigator(node, GoalStatus.STATUS_SUCCEEDED)


def aborting(node: Any) -> None:
    """Fail with the first goal."""
    fake_ros_node.active_node(node)
    node.navigator = _Navigator(node, GoalStatus.STATUS_ABORTED)


def simulating(node: Any) -> None:
    """Report simulated time, once a second."""
    publisher = node.create_publisher(DiagnosticArray, "/simulator/status", 10)
    began = node.get_clock().now()

    def report() -> None:
        passed_s = (node.get_clock().now() - began).nanoseconds * 1e-9
        values = [KeyValue(key="sim_time_s", value=f"{passed_s:.3f}")]
        status = DiagnosticStatus(level=DiagnosticStatus.OK, name="simulator", values=values)
        publisher.publish(DiagnosticArray(status=[status]))

    node.create_timer(1.0, report)


if __name__ == "__main__":
    for behaviour in (navigating, aborting, simulating):
        setattr(fake_ros_node, behaviour.__name__, behaviour)
    sys.exit(fake_ros_node.main())
