# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rigid poses, as SDF writes them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector3 = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
"""(w, x, y, z), of unit length."""


@dataclass(frozen=True)
class Pose:
    """A frame relative to a parent frame.

    :param position: metres, in the parent frame.
    :param quaternion: rotation from this frame to the parent frame.
    """

    position: Vector3 = (0.0, 0.0, 0.0)
    quaternion: Quaternion = (1.0, 0.0, 0.0, 0.0)

    @classmethod
    def from_rpy(cls, x: float, y: float, z: float, roll: float, pitch: float, yaw: float) -> Pose:
        """Build a pose from fixed-axis roll, pitch, yaw in radians (the convention of SDF)."""
        cr, sr = math.cos(roll / 2), math.sin(roll / 2)
        cp, sp = math.cos(pitch / 2), math.sin(pitch / 2)
        cy, sy = math.cos(yaw / 2), math.sin(yaw / 2)
        return cls(
            (x, y, z),
            (
                cr * cp * cy + sr * sp * sy,
                sr * cp * cy - cr * sp * sy,
                cr * sp * cy + sr * cp * sy,
                cr * cp * sy - sr * sp * cy,
            ),
        )

    def rotation(self) -> NDArray[np.float64]:
        """Return the 3x3 matrix that takes vectors of this frame to the parent frame."""
        w, x, y, z = self.quaternion
        return np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
            ]
        )

    def __matmul__(self, inner: Pose) -> Pose:
        """Return ``inner``, given in this frame, in this frame's parent."""
        offset = self.rotation() @ np.array(inner.position)
        a, b = self.quaternion, inner.quaternion
        return Pose(
            (
                self.position[0] + float(offset[0]),
                self.position[1] + float(offset[1]),
                self.position[2] + float(offset[2]),
            ),
            (
                a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
            ),
        )


@dataclass(frozen=True)
class Pose2D:
    """A pose in the plane: metres and radians, counter-clockwise (REP-103)."""

    x_m: float = 0.0
    y_m: float = 0.0
    yaw_rad: float = 0.0


def wrapped(angle_rad: float) -> float:
    """Return the angle in [-pi, pi)."""
    return (angle_rad + math.pi) % (2 * math.pi) - math.pi


def yaw_of(quaternion: Quaternion) -> float:
    """Return the heading of a rotation (w, x, y, z), in [-pi, pi]."""
    w, x, y, z = quaternion
    return math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
