# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planar poses as numpy arrays: rows (x [m], y [m], yaw [rad])."""

from __future__ import annotations

import math
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Pose: TypeAlias = tuple[float, float, float]
"""x [m], y [m], yaw [rad]."""
Velocity: TypeAlias = tuple[float, float]
"""Forward speed [m/s], turn rate [rad/s]."""
FloatArray: TypeAlias = NDArray[np.float64]

_Angle = TypeVar("_Angle", float, FloatArray)


def wrap_angle(angle_rad: _Angle) -> _Angle:
    """The same angle, or each of an array's, in [-pi, pi)."""
    return (angle_rad + math.pi) % (2.0 * math.pi) - math.pi


def distance(a: Pose, b: Pose) -> float:
    """Distance between two positions, in metres."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def transform_poses(poses: FloatArray, frame: Pose) -> FloatArray:
    """Poses given in a frame, expressed in that frame's parent.

    :param poses: shape (N, 3).
    :param frame: where the frame lies in its parent.
    """
    cosine, sine = math.cos(frame[2]), math.sin(frame[2])
    moved = np.empty_like(poses)
    moved[:, 0] = frame[0] + cosine * poses[:, 0] - sine * poses[:, 1]
    moved[:, 1] = frame[1] + sine * poses[:, 0] + cosine * poses[:, 1]
    moved[:, 2] = poses[:, 2] + frame[2]
    return moved


def invert(frame: Pose) -> Pose:
    """Where the parent lies in the frame."""
    cosine, sine = math.cos(frame[2]), math.sin(frame[2])
    return (
        -cosine * frame[0] - sine * frame[1],
        sine * frame[0] - cosine * frame[1],
        wrap_angle(-frame[2]),
    )


def compose(parent: Pose, child: Pose) -> Pose:
    """A pose given in a frame, expressed in that frame's parent."""
    cosine, sine = math.cos(parent[2]), math.sin(parent[2])
    return (
        parent[0] + cosine * child[0] - sine * child[1],
        parent[1] + sine * child[0] + cosine * child[1],
        wrap_angle(parent[2] + child[2]),
    )
