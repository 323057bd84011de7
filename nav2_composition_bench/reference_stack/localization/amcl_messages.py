# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Particles and pose estimates as messages."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Pose, PoseWithCovarianceStamped
from nav2_msgs.msg import Particle, ParticleCloud
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.localization.particle_filter import PoseEstimate
from nav2_composition_bench.reference_stack.runtime.transform import yaw_of_quaternion

_PLANAR = np.ix_([0, 1, 5], [0, 1, 5])
"""Rows and columns of x, y and yaw in a 6 x 6 covariance (x, y, z, roll, pitch, yaw)."""


def to_pose(pose: NDArray[np.float64]) -> Pose:
    """A planar pose, (3,), as a message."""
    message = Pose()
    message.position.x, message.position.y = float(pose[0]), float(pose[1])
    message.orientation.z = math.sin(pose[2] / 2.0)
    message.orientation.w = math.cos(pose[2] / 2.0)
    return message


def to_pose_message(
    estimate: PoseEstimate, frame_id: str, stamp: Time
) -> PoseWithCovarianceStamped:
    """A pose estimate as published on amcl_pose."""
    message = PoseWithCovarianceStamped()
    message.header.frame_id = frame_id
    message.header.stamp = stamp
    message.pose.pose = to_pose(estimate.pose)
    covariance = np.zeros((6, 6))
    covariance[_PLANAR] = estimate.covariance
    message.pose.covariance = covariance.ravel()
    return message


def from_pose_message(message: PoseWithCovarianceStamped) -> PoseEstimate:
    """A pose given on initialpose."""
    pose: Any = message.pose.pose
    turn = pose.orientation
    yaw_rad = yaw_of_quaternion(turn.x, turn.y, turn.z, turn.w)
    covariance = np.asarray(message.pose.covariance, dtype=np.float64).reshape(6, 6)
    return PoseEstimate(
        np.array([pose.position.x, pose.position.y, yaw_rad]), covariance[_PLANAR].copy()
    )


def to_particle_cloud(
    poses: NDArray[np.float64], weights: NDArray[np.float64], frame_id: str, stamp: Time
) -> ParticleCloud:
    """All particles; expensive, so only made where somebody subscribes."""
    message = ParticleCloud()
    message.header.frame_id = frame_id
    message.header.stamp = stamp
    message.particles = [
        Particle(pose=to_pose(pose), weight=float(weight)) for pose, weight in zip(poses, weights)
    ]
    return message
