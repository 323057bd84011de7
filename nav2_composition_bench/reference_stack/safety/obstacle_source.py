# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Obstacles as points in the robot's frame, from a scan or a point cloud."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import LaserScan, PointCloud2

from nav2_composition_bench.reference_stack.control.geometry import FloatArray
from nav2_composition_bench.reference_stack.costmap.point_cloud import points_of
from nav2_composition_bench.reference_stack.runtime.polled_subscription import PolledSubscription
from nav2_composition_bench.reference_stack.runtime.transform_buffer import TransformBuffer

NO_POINTS: FloatArray = np.zeros((0, 2))
MAX_RANGE_M = 2.0
"""Farther points concern no zone."""


@dataclass(frozen=True)
class SourceSettings:
    """Parameters of a source.

    :param type: ``scan`` or ``pointcloud``.
    :param min_height: of cloud points above the ground that count, metres; max_height likewise.
    """

    type: str = "scan"
    topic: str = "scan"
    min_height: float = 0.05
    max_height: float = 0.5


class ObstacleSource:
    """The newest data of one sensor. For one thread.

    It is taken to lie where the robot is now: at 10 Hz and walking pace the error is a few
    centimetres, which the zones' margins cover.
    """

    def __init__(
        self, node: Node, settings: SourceSettings, transforms: TransformBuffer, base_frame: str
    ) -> None:
        self._settings = settings
        self._transforms = transforms
        self._base_frame = base_frame
        self._points = NO_POINTS
        self._received_s = float("-inf")
        kind = LaserScan if settings.type == "scan" else PointCloud2
        # A sensor's newest message is enough, and older ones cost as much to read.
        qos = qos_profile_sensor_data
        self._subscription = PolledSubscription(node, kind, settings.topic, qos)

    def points(self) -> tuple[FloatArray, float]:
        """Points in the robot's frame, shape (N, 2), and their age in seconds since receipt.

        :raises TransformError: if the sensor's place on the robot is not known.
        """
        messages = self._subscription.take_all()
        if messages:
            self._points = self._convert(messages[-1])
            self._received_s = time.monotonic()
        return self._points, time.monotonic() - self._received_s

    def _convert(self, message: Any) -> FloatArray:
        matrix = self._transforms.lookup(self._base_frame, message.header.frame_id).matrix()
        if self._settings.type == "scan":
            seen = scan_points(message)
            moved: FloatArray = seen @ matrix[:2, :2].T + matrix[:2, 3]
            return moved
        cloud = points_of(message) @ matrix[:3, :3].T + matrix[:3, 3]
        height_m = cloud[:, 2]
        in_height = (height_m >= self._settings.min_height) & (
            height_m <= self._settings.max_height
        )
        flat: FloatArray = cloud[in_height, :2].astype(np.float64)
        near: FloatArray = flat[np.einsum("ij,ij->i", flat, flat) < MAX_RANGE_M**2]
        return near


def scan_points(scan: Any) -> FloatArray:
    """Returns of a sensor_msgs/LaserScan within MAX_RANGE_M, shape (N, 2), in its frame."""
    ranges_m = np.asarray(scan.ranges, dtype=np.float64)
    valid = (ranges_m >= scan.range_min) & (ranges_m <= min(scan.range_max, MAX_RANGE_M))
    angles_rad = scan.angle_min + scan.angle_increment * np.flatnonzero(valid)
    near_m = ranges_m[valid]
    return np.stack((near_m * np.cos(angles_rad), near_m * np.sin(angles_rad)), axis=1)
