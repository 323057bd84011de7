# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot's ROS 2 interface: topics in and out, and their quality of service.

No executor runs here: commands are taken straight from the subscription once a tick, which costs
a few microseconds where waiting on an executor's wait set costs most of a millisecond.
"""

from __future__ import annotations

import time
from typing import Any

from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray
from nav_msgs.msg import Odometry as OdometryMessage
from rclpy.qos import DurabilityPolicy, QoSProfile
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import LaserScan, PointCloud2
from std_srvs.srv import Trigger
from tf2_msgs.msg import TFMessage

from nav2_composition_bench.ros_domain.quiet_node import ContextOwner
from nav2_composition_bench.simulator import messages
from nav2_composition_bench.simulator.depth_camera import DepthCamera
from nav2_composition_bench.simulator.lidar import Lidar
from nav2_composition_bench.simulator.odometry import Odometry
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.velocity_input import VelocityInput

LATCHED = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
_SENSOR = QoSProfile(depth=5)
"""Reliable, as sensor drivers should be (REP-2003): best-effort subscriptions take it as well, and
Kilted's message_filters ask for reliability whatever Nav2 asks them for."""


class RosBridge(ContextOwner):
    """A node ``simulator`` with the robot's topics; a context manager that ends its context.

    :param publish_clock: publish ``/clock`` and stamp with simulated time; else stamp with the
        system's time.
    :param stamped: whether velocity commands are TwistStamped.
    """

    def __init__(
        self, robot: Robot, lidar: Lidar, publish_clock: bool, stamped: bool = False
    ) -> None:
        super().__init__()
        node = self._create_node("simulator")
        self._publish_clock = publish_clock
        self._clock = node.create_publisher(Clock, "/clock", 10) if publish_clock else None
        self._odometry = node.create_publisher(OdometryMessage, "odom", 10)
        self._tf = node.create_publisher(TFMessage, "tf", 100)
        self._tf_static = node.create_publisher(TFMessage, "tf_static", LATCHED)
        self._scan = node.create_publisher(LaserScan, "scan", _SENSOR)
        self._points = node.create_publisher(PointCloud2, "points", _SENSOR)
        self._status = node.create_publisher(DiagnosticArray, "simulator/status", 10)
        self._velocity = VelocityInput(node, stamped)
        self._resets = node.create_service(Trigger, "simulator/return_to_start", _answer)
        self._odometry_messages = messages.OdometryMessages()
        self._scan_message = messages.ScanMessage(
            robot.lidar, lidar.angle_min_rad, lidar.angle_increment_rad
        )
        self._points_message = messages.PointsMessage()
        self._stamp = Time()
        self.begin_tick(0.0)
        self._tf_static.publish(messages.static_transforms(robot, self._stamp))

    def begin_tick(self, time_s: float) -> None:
        """Set the stamp of everything published until the next tick."""
        now_ns = round(time_s * 1e9) if self._publish_clock else time.time_ns()
        self._stamp = Time(sec=now_ns // 10**9, nanosec=now_ns % 10**9)
        if self._clock is not None:
            self._clock.publish(Clock(clock=self._stamp))

    def command(self, time_s: float) -> tuple[float, float]:
        """Return the commanded velocity (m/s, rad/s) at that simulated time."""
        return self._velocity.command(time_s)

    def reset_requested(self) -> bool:
        """Answer a waiting request to return the robot to its start; True if there was one."""
        with self._resets.handle:
            request, header = self._resets.handle.service_take_request(Trigger.Request)
        if request is None:
            return False
        self._resets.send_response(Trigger.Response(success=True), header)
        self._velocity.forget()
        return True

    def publish_odometry(self, state: Odometry) -> None:
        """Publish odometry and its transform."""
        self._odometry_messages.fill(state, self._stamp)
        self._odometry.publish(self._odometry_messages.odometry)
        self._tf.publish(self._odometry_messages.transforms)

    def publish_scan(self, lidar: Lidar) -> None:
        """Scan and publish."""
        self._scan_message.fill(lidar.scan(), self._stamp)
        self._scan.publish(self._scan_message.message)

    def publish_points(self, camera: DepthCamera) -> None:
        """Look and publish."""
        self._points_message.fill(camera.points(), self._stamp)
        self._points.publish(self._points_message.message)

    def publish_status(self, values: dict[str, str]) -> None:
        """Publish the simulator's state."""
        self._status.publish(messages.status(values, self._stamp))


def _answer(_: Any, response: Any) -> Any:
    """Never called: requests are taken without an executor."""
    return response
