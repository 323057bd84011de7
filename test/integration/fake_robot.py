# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A robot that stands still: as much of the robot's interface as a stack needs to become active."""

from __future__ import annotations

import contextlib
import math
from typing import Any

import rclpy
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import Odometry
from rclpy.executors import ExternalShutdownException
from rclpy.qos import DurabilityPolicy, QoSProfile
from sensor_msgs.msg import LaserScan
from tf2_msgs.msg import TFMessage

RATE_HZ = 10.0
BEAMS = 360
STATIC = (
    ("base_footprint", "base_link"),
    ("base_link", "base_scan"),
    ("base_link", "camera_link"),
    ("camera_link", "camera_depth_optical_frame"),
)


class FakeRobot:
    """Publishes from a node's timer: tf, odometry, and a scan of walls three metres away."""

    def __init__(self, node: Any) -> None:
        self._node = node
        self._tf = node.create_publisher(TFMessage, "/tf", 100)
        self._odometry = node.create_publisher(Odometry, "/odom", 10)
        # reliable, as REP-2003 has it and Kilted's message filters ask for
        self._scan = node.create_publisher(LaserScan, "/scan", 10)
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        node.create_publisher(TFMessage, "/tf_static", latched).publish(
            TFMessage(transforms=[_transform(node, parent, child) for parent, child in STATIC])
        )
        node.create_timer(1.0 / RATE_HZ, self._publish)

    def _publish(self) -> None:
        stamped = _transform(self._node, "odom", "base_footprint")
        self._tf.publish(TFMessage(transforms=[stamped]))
        odometry = Odometry(header=stamped.header, child_frame_id="base_footprint")
        self._odometry.publish(odometry)
        scan = LaserScan(
            angle_min=-math.pi,
            angle_max=math.pi,
            angle_increment=2.0 * math.pi / BEAMS,
            range_min=0.1,
            range_max=12.0,
            ranges=[3.0] * BEAMS,
        )
        scan.header.stamp, scan.header.frame_id = stamped.header.stamp, "base_scan"
        self._scan.publish(scan)


def _transform(node: Any, parent: str, child: str) -> TransformStamped:
    stamped = TransformStamped(child_frame_id=child)
    stamped.header.stamp = node.get_clock().now().to_msg()
    stamped.header.frame_id = parent
    return stamped


if __name__ == "__main__":
    rclpy.init()
    standing = rclpy.create_node("standing_robot")
    robot = FakeRobot(standing)
    print("standing", flush=True)
    with contextlib.suppress(KeyboardInterrupt, ExternalShutdownException):
        rclpy.spin(standing)
