# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rigid transforms as plain numbers; numpy only where a matrix is asked for."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Transform:
    """Where the source frame is, seen from the target frame.

    :param stamp_ns: the time it holds for, nanoseconds of the ROS clock; 0 forever.
    """

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    qx: float = 0.0
    qy: float = 0.0
    qz: float = 0.0
    qw: float = 1.0
    stamp_ns: int = 0

    @property
    def yaw_rad(self) -> float:
        """Heading about z (rotation order z, y, x)."""
        return yaw_of_quaternion(self.qx, self.qy, self.qz, self.qw)

    def pose_2d(self) -> tuple[float, float, float]:
        """Return the projection on the ground plane: x [m], y [m], yaw [rad] (REP-103)."""
        return self.x, self.y, self.yaw_rad

    def matrix(self) -> NDArray[np.float64]:
        """Return the homogeneous matrix, shape (4, 4): target = matrix @ source."""
        import numpy

        x, y, z, w = self.qx, self.qy, self.qz, self.qw
        return numpy.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), self.x],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), self.y],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), self.z],
                [0.0, 0.0, 0.0, 1.0],
            ]
        )

    def rotate(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """Rotate a vector (v + 2 q × (q × v + w v))."""
        tx = 2.0 * (self.qy * z - self.qz * y)
        ty = 2.0 * (self.qz * x - self.qx * z)
        tz = 2.0 * (self.qx * y - self.qy * x)
        return (
            x + self.qw * tx + self.qy * tz - self.qz * ty,
            y + self.qw * ty + self.qz * tx - self.qx * tz,
            z + self.qw * tz + self.qx * ty - self.qy * tx,
        )

    def compose(self, other: Transform) -> Transform:
        """Return self · other: first ``other``, then this one; keeps the older non-zero stamp."""
        x, y, z = self.rotate(other.x, other.y, other.z)
        ax, ay, az, aw = self.qx, self.qy, self.qz, self.qw
        bx, by, bz, bw = other.qx, other.qy, other.qz, other.qw
        return Transform(
            self.x + x,
            self.y + y,
            self.z + z,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz,
            older_stamp_ns(self.stamp_ns, other.stamp_ns),
        )

    def inverse(self) -> Transform:
        """Return the transform the other way round."""
        turned = Transform(0.0, 0.0, 0.0, -self.qx, -self.qy, -self.qz, self.qw)
        x, y, z = turned.rotate(self.x, self.y, self.z)
        return Transform(-x, -y, -z, turned.qx, turned.qy, turned.qz, turned.qw, self.stamp_ns)

    def interpolate(self, later: Transform, stamp_ns: int) -> Transform:
        """Return the transform between this one and a later one: linear, and slerp."""
        span_ns = later.stamp_ns - self.stamp_ns
        share = 0.0 if span_ns == 0 else (stamp_ns - self.stamp_ns) / span_ns
        a = (self.qx, self.qy, self.qz, self.qw)
        b = (later.qx, later.qy, later.qz, later.qw)
        return Transform(
            self.x + share * (later.x - self.x),
            self.y + share * (later.y - self.y),
            self.z + share * (later.z - self.z),
            *_slerp(a, b, share),
            stamp_ns,
        )


def pose_2d_to_transform(x_m: float, y_m: float, yaw_rad: float, stamp_ns: int = 0) -> Transform:
    """Return the transform of a pose on the ground plane."""
    qz, qw = math.sin(yaw_rad / 2.0), math.cos(yaw_rad / 2.0)
    return Transform(x_m, y_m, 0.0, 0.0, 0.0, qz, qw, stamp_ns)


def transform_from_message(message: Any) -> Transform:
    """Convert a geometry_msgs/TransformStamped."""
    move, turn = message.transform.translation, message.transform.rotation
    stamp_ns = stamp_ns_of(message.header.stamp)
    return Transform(move.x, move.y, move.z, turn.x, turn.y, turn.z, turn.w, stamp_ns)


def stamp_ns_of(stamp: Any) -> int:
    """Return a builtin_interfaces/Time in nanoseconds."""
    return int(stamp.sec * 1_000_000_000 + stamp.nanosec)


def yaw_of_quaternion(x: float, y: float, z: float, w: float) -> float:
    """Return the heading in radians of a unit quaternion (REP-103)."""
    return math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))


def older_stamp_ns(one_ns: int, other_ns: int) -> int:
    """Return the older of two stamps, where 0 means forever."""
    if one_ns == 0 or other_ns == 0:
        return one_ns or other_ns
    return min(one_ns, other_ns)


_Quaternion = tuple[float, float, float, float]


def _slerp(a: _Quaternion, b: _Quaternion, share: float) -> _Quaternion:
    """Interpolate on the shorter arc (Shoemake, 1985); linear where the arc is tiny."""
    cosine = sum(p * q for p, q in zip(a, b))
    if cosine < 0.0:
        b, cosine = (-b[0], -b[1], -b[2], -b[3]), -cosine
    if cosine > 0.9999:
        first, second = 1.0 - share, share
    else:
        angle = math.acos(cosine)
        first = math.sin((1.0 - share) * angle) / math.sin(angle)
        second = math.sin(share * angle) / math.sin(angle)
    x, y, z, w = (first * p + second * q for p, q in zip(a, b))
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / norm, y / norm, z / norm, w / norm)
