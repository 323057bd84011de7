# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A robot that stands in an empty room, with obstacles that tests put up and take away."""

from __future__ import annotations

import array
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import LaserScan, PointCloud2, PointField

from nav2_composition_bench.reference_stack.runtime.transform import (
    Transform,
    pose_2d_to_transform,
)
from nav2_composition_bench.reference_stack.runtime.transform_broadcaster import (
    TransformBroadcaster,
)

RESOLUTION_M = 0.05
WIDTH_M, HEIGHT_M = 6.0, 4.0
BEAMS = 180
PERIOD_S = 0.1
CAMERA_HEIGHT_M = 0.3
OPTICAL = Transform(0.0, 0.0, CAMERA_HEIGHT_M, -0.5, 0.5, -0.5, 0.5)
"""Takes x right, y down, z forward to x forward, y left, z up (REP-103)."""

Box = tuple[float, float, float, float]
"""Lowest x, lowest y, highest x, highest y, in the map frame, metres."""


def write_room(directory: Path) -> Path:
    """Write the map of the room, walls one cell thick; return its YAML file."""
    image = np.full(_shape(), 254, dtype=np.uint8)
    image[[0, -1], :] = image[:, [0, -1]] = 0
    header = f"P5 {image.shape[1]} {image.shape[0]} 255\n".encode()
    (directory / "room.pgm").write_bytes(header + image.tobytes())
    path = directory / "room.yaml"
    path.write_text(f"image: room.pgm\nresolution: {RESOLUTION_M}\norigin: [0.0, 0.0, 0.0]\n")
    return path


def _shape() -> tuple[int, int]:
    return round(HEIGHT_M / RESOLUTION_M), round(WIDTH_M / RESOLUTION_M)


class FakeRoom:
    """Publishes tf, scan and points at 10 Hz.

    :param pose: of the robot in the map: x [m], y [m], yaw [rad]; its odometry says the origin.
    """

    def __init__(self, node: Node, pose: tuple[float, float, float]) -> None:
        self.pose = pose
        self.scan_only: Box | None = None
        self.depth_only: Box | None = None
        self._node = node
        self._tf = TransformBroadcaster(node)
        self._static = TransformBroadcaster(node, static=True)
        self._static.send("base_footprint", "base_scan", Transform())
        self._static_optical = TransformBroadcaster(node, static=True)
        self._static_optical.send("base_footprint", "camera_depth_optical_frame", OPTICAL)
        self._scan = node.create_publisher(LaserScan, "/scan", qos_profile_sensor_data)
        self._points = node.create_publisher(PointCloud2, "/points", qos_profile_sensor_data)
        node.create_timer(PERIOD_S, self._publish)

    def _publish(self) -> None:
        now = self._node.get_clock().now()
        odometry = pose_2d_to_transform(0.0, 0.0, 0.0, now.nanoseconds)
        self._tf.send("odom", "base_footprint", odometry)
        scan = LaserScan(
            angle_min=-math.pi,
            angle_increment=2.0 * math.pi / BEAMS,
            range_min=0.05,
            range_max=12.0,
            ranges=array.array("f", self._ranges().astype(np.float32).tobytes()),
        )
        scan.header.stamp, scan.header.frame_id = now.to_msg(), "base_scan"
        self._scan.publish(scan)
        self._points.publish(self._cloud(now.to_msg()))

    def _ranges(self) -> NDArray[np.float64]:
        """March along the beams until a wall or the box."""
        x_m, y_m, yaw_rad = self.pose
        angles = yaw_rad - math.pi + 2.0 * math.pi / BEAMS * np.arange(BEAMS)
        along = np.arange(0.05, WIDTH_M + HEIGHT_M, 0.01)
        xs = x_m + np.outer(np.cos(angles), along)
        ys = y_m + np.outer(np.sin(angles), along)
        wall_m = RESOLUTION_M / 2
        solid = (xs < wall_m) | (xs > WIDTH_M - wall_m) | (ys < wall_m) | (ys > HEIGHT_M - wall_m)
        if self.scan_only is not None:
            x0, y0, x1, y1 = self.scan_only
            solid |= (xs > x0) & (xs < x1) & (ys > y0) & (ys < y1)
        return np.asarray(along[np.argmax(solid, axis=1)])

    def _cloud(self, stamp: object) -> PointCloud2:
        """The near face of the box from the floor to 0.4 m, and nothing else."""
        points = np.zeros((0, 3))
        if self.depth_only is not None:
            x0, y0, _, y1 = self.depth_only
            across, up = np.meshgrid(np.arange(y0, y1, 0.02), np.arange(0.0, 0.4, 0.02))
            x_m, y_m, yaw_rad = self.pose
            east, north = x0 - x_m, across.ravel() - y_m
            forward = math.cos(yaw_rad) * east + math.sin(yaw_rad) * north
            left = -math.sin(yaw_rad) * east + math.cos(yaw_rad) * north
            points = np.column_stack([-left, CAMERA_HEIGHT_M - up.ravel(), forward])
        message = PointCloud2(height=1, width=points.shape[0], point_step=16)
        message.header.stamp, message.header.frame_id = stamp, "camera_depth_optical_frame"
        message.row_step = message.point_step * message.width
        message.fields = [
            PointField(name=name, offset=4 * index, datatype=PointField.FLOAT32, count=1)
            for index, name in enumerate("xyz")
        ]
        padded = np.zeros((points.shape[0], 4), dtype=np.float32)
        padded[:, :3] = points
        message.data = array.array("B", padded.tobytes())
        return message
