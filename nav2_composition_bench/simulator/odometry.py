# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Odometry as a robot computes it: from how far its wheels have turned."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from nav2_composition_bench.simulator.pose import Pose2D, wrapped


@dataclass(frozen=True)
class Odometry:
    """Pose in the odom frame and velocity in the base frame.

    :param forward_mps: velocity along x of the base.
    :param turn_radps: velocity about z.
    """

    pose: Pose2D = field(default_factory=Pose2D)
    forward_mps: float = 0.0
    turn_radps: float = 0.0


class WheelOdometry:
    """Integrates wheel angles over arcs of constant curvature.

    It drifts as the wheels slip, and starts at the origin of the odom frame.
    """

    def __init__(self, wheel_radius_m: float, separation_m: float) -> None:
        self._radius = wheel_radius_m
        self._separation = separation_m
        self._wheels = (0.0, 0.0)
        self.state = Odometry()

    def reset(self, left_rad: float, right_rad: float) -> None:
        """Return to the origin; the wheels stand at these angles."""
        self._wheels = (left_rad, right_rad)
        self.state = Odometry()

    def update(self, left_rad: float, right_rad: float, period_s: float) -> Odometry:
        """Take in the wheels' angles (radians, growing forward) one period later.

        Exact for wheels that roll without slipping at constant speeds: the base moves along the
        chord of an arc, in the direction of its mean heading.
        """
        left = (left_rad - self._wheels[0]) * self._radius
        right = (right_rad - self._wheels[1]) * self._radius
        self._wheels = (left_rad, right_rad)
        distance = (left + right) / 2
        turn = (right - left) / self._separation
        half = turn / 2
        chord = distance * (math.sin(half) / half if abs(half) > 1e-9 else 1.0)
        pose = self.state.pose
        self.state = Odometry(
            Pose2D(
                pose.x_m + chord * math.cos(pose.yaw_rad + half),
                pose.y_m + chord * math.sin(pose.yaw_rad + half),
                wrapped(pose.yaw_rad + turn),
            ),
            distance / period_s,
            turn / period_s,
        )
        return self.state
