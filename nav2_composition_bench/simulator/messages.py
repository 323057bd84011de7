# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS 2 messages of the simulated robot, built once and filled in on every use."""

from __future__ import annotations

import array
import math

import numpy as np
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from geometry_msgs.msg import Quaternion, TransformStamped
from nav_msgs.msg import Odometry as OdometryMessage
from numpy.typing import NDArray
from sensor_msgs.msg import LaserScan, PointCloud2, PointField
from tf2_msgs.msg import TFMessage

from nav2_composition_bench.simulator.odometry import Odometry
from nav2_composition_bench.simulator.robot import LidarModel, Robot
from nav2_composition_bench.simulator.robot_frames import (
    FOOTPRINT_FRAME,
    ODOM_FRAME,
    OPTICAL_FRAME,
    SCAN_FRAME,
    fixed_frames,
)

POSE_VARIANCE_M2, YAW_VARIANCE_RAD2 = 1e-3, 1e-2


class OdometryMessages:
    """Odometry and the transform odom -> base_footprint."""

    def __init__(self) -> None:
        self.odometry = OdometryMessage()
        self.odometry.header.frame_id = ODOM_FRAME
        self.odometry.child_frame_id = FOOTPRINT_FRAME
        for covariance in (self.odometry.pose.covariance, self.odometry.twist.covariance):
            covariance[0] = covariance[7] = POSE_VARIANCE_M2
            covariance[35] = YAW_VARIANCE_RAD2
        self._transform = TransformStamped()
        self._transform.header.frame_id = ODOM_FRAME
        self._transform.child_frame_id = FOOTPRINT_FRAME
        self.transforms = TFMessage(transforms=[self._transform])

    def fill(self, state: Odometry, stamp: Time) -> None:
        """Take over a state measured at that time."""
        pose = state.pose
        half = pose.yaw_rad / 2
        rotation = Quaternion(z=math.sin(half), w=math.cos(half))
        message, transform = self.odometry, self._transform
        message.header.stamp = transform.header.stamp = stamp
        message.pose.pose.position.x = transform.transform.translation.x = pose.x_m
        message.pose.pose.position.y = transform.transform.translation.y = pose.y_m
        message.pose.pose.orientation = transform.transform.rotation = rotation
        message.twist.twist.linear.x = state.forward_mps
        message.twist.twist.angular.z = state.turn_radps


class ScanMessage:
    """A full turn of the lidar."""

    def __init__(self, lidar: LidarModel, angle_min_rad: float, increment_rad: float) -> None:
        self.message = LaserScan()
        self.message.header.frame_id = SCAN_FRAME
        self.message.angle_min = angle_min_rad
        self.message.angle_increment = increment_rad
        self.message.angle_max = angle_min_rad + (lidar.rays - 1) * increment_rad
        self.message.scan_time = 1.0 / lidar.rate_hz
        self.message.range_min = lidar.range_min_m
        self.message.range_max = lidar.range_max_m

    def fill(self, ranges: NDArray[np.float32], stamp: Time) -> None:
        """Take over ranges measured at that time, all rays at once."""
        self.message.header.stamp = stamp
        self.message.ranges = array.array("f", ranges.tobytes())


class PointsMessage:
    """An unordered cloud of x, y, z as 32-bit floats."""

    POINT_STEP = 12

    def __init__(self) -> None:
        self.message = PointCloud2()
        self.message.header.frame_id = OPTICAL_FRAME
        self.message.height = 1
        self.message.fields = [
            PointField(name=name, offset=4 * index, datatype=PointField.FLOAT32, count=1)
            for index, name in enumerate("xyz")
        ]
        self.message.point_step = self.POINT_STEP
        self.message.is_dense = True

    def fill(self, points: NDArray[np.float32], stamp: Time) -> None:
        """Take over points of shape (n, 3), measured at that time."""
        self.message.header.stamp = stamp
        self.message.width = len(points)
        self.message.row_step = len(points) * self.POINT_STEP
        self.message.data = array.array("B", points.tobytes())


def static_transforms(robot: Robot, stamp: Time) -> TFMessage:
    """Return the fixed frames of the robot below base_footprint."""
    message = TFMessage()
    for frame in fixed_frames(robot):
        transform = TransformStamped()
        transform.header.stamp = stamp
        transform.header.frame_id = frame.parent
        transform.child_frame_id = frame.child
        place, turn = transform.transform.translation, transform.transform.rotation
        place.x, place.y, place.z = frame.pose.position
        turn.w, turn.x, turn.y, turn.z = frame.pose.quaternion
        message.transforms.append(transform)
    return message


def status(values: dict[str, str], stamp: Time, engine: str = "mujoco") -> DiagnosticArray:
    """Return the simulator's state as diagnostics: OK, with these values."""
    message = DiagnosticArray()
    message.header.stamp = stamp
    message.status = [
        DiagnosticStatus(
            level=DiagnosticStatus.OK,
            name="simulator",
            hardware_id=engine,
            values=[KeyValue(key=key, value=value) for key, value in values.items()],
        )
    ]
    return message
