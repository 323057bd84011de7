# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths as nav_msgs/Path."""

from __future__ import annotations

import math

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Path
from numpy.typing import NDArray


def to_path_message(poses: NDArray[np.float64], frame_id: str, stamp: Time) -> Path:
    """Poses, (n, 3), as a message."""
    message = Path()
    message.header.frame_id = frame_id
    message.header.stamp = stamp
    stamped = []
    for x_m, y_m, yaw_rad in poses.tolist():
        pose = PoseStamped(header=message.header)
        pose.pose.position.x = x_m
        pose.pose.position.y = y_m
        pose.pose.orientation.z = math.sin(yaw_rad / 2.0)
        pose.pose.orientation.w = math.cos(yaw_rad / 2.0)
        stamped.append(pose)
    message.poses = stamped
    return message


def positions_of(message: Path) -> NDArray[np.float64]:
    """Positions of a path, (n, 2)."""
    points = [(stamped.pose.position.x, stamped.pose.position.y) for stamped in message.poses]
    return np.array(points, dtype=np.float64).reshape(-1, 2)
