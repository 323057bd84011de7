# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planar paths and velocities to and from messages."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from geometry_msgs.msg import Twist

from nav2_composition_bench.reference_stack.control.geometry import FloatArray, Velocity


def to_twist(velocity: Velocity) -> Twist:
    """A velocity as a message."""
    message = Twist()
    message.linear.x, message.angular.z = velocity
    return message


def velocity_of(twist: Twist) -> Velocity:
    """Forward speed and turn rate of a message."""
    return twist.linear.x, twist.angular.z


def poses_of(path: Any) -> FloatArray:
    """The poses of a nav_msgs/Path, shape (N, 3), in the path's frame."""
    rows = []
    for stamped in path.poses:
        position, turn = stamped.pose.position, stamped.pose.orientation
        rows.append((position.x, position.y, 2.0 * math.atan2(turn.z, turn.w)))
    return np.array(rows, dtype=np.float64).reshape(-1, 3)
