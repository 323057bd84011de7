# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Critics that remember: turning at the goal, and no dithering.

After RotateToGoal and Oscillation of Nav2's DWB controller.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.critics import ILLEGAL
from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
    distance,
    wrap_angle,
    wrap_angles,
)
from nav2_composition_bench.reference_stack.control.motion import Trajectories
from nav2_composition_bench.reference_stack.control.situation import Situation


class RotateToGoalCritic:
    """At the goal: first brake, then turn on the spot to the goal's heading.

    :param slowing_factor: weight of speed while braking, relative to the heading error.
    :param trans_stopped_velocity: slower than this, in m/s, counts as stopped.
    """

    def __init__(
        self,
        scale: float = 32.0,
        xy_goal_tolerance: float = 0.25,
        slowing_factor: float = 5.0,
        trans_stopped_velocity: float = 0.25,
    ) -> None:
        self._scale = scale
        self._xy_goal_tolerance = xy_goal_tolerance
        self._slowing_factor = slowing_factor
        self._stopped_m_s = trans_stopped_velocity
        self._in_window = False
        self._rotating = False

    def reset(self) -> None:
        """See Critic."""
        self._in_window = self._rotating = False

    def score(self, situation: Situation, trajectories: Trajectories) -> FloatArray:
        """See Critic."""
        commands = trajectories.commands
        if situation.goal_distance_m <= self._xy_goal_tolerance:
            self._in_window = True
        if not self._in_window:
            return np.zeros(len(commands))
        speed_m_s = abs(situation.velocity[0])
        self._rotating = self._rotating or speed_m_s <= self._stopped_m_s
        heading_error = np.abs(wrap_angles(trajectories.yaw_rad[:, -1] - situation.goal[2]))
        if self._rotating:
            scores = np.where(commands[:, 0] != 0.0, ILLEGAL, heading_error)
        else:
            speeds = np.abs(commands[:, 0])
            braking = self._slowing_factor * speeds + heading_error
            scores = np.where(speeds >= speed_m_s, ILLEGAL, braking)
        scaled: FloatArray = self._scale * scores
        return scaled

    def debrief(self, situation: Situation, command: Velocity) -> None:
        """Nothing to learn."""


class _Trend:
    """The sign of one axis's commands, and which sign is forbidden after it flipped."""

    def __init__(self) -> None:
        self.forbidden_sign = 0
        self._sign = 0

    def update(self, value: float) -> bool:
        """Learn a command; True if it was the opposite of those before."""
        sign = (value > 0.0) - (value < 0.0)
        flipped = sign != 0 and sign == -self._sign
        if flipped:
            self.forbidden_sign = self._sign
        if sign != 0:
            self._sign = sign
        return flipped

    def forbids(self, values: FloatArray) -> NDArray[np.bool_]:
        """Which commands would flip back."""
        return np.sign(values) * self.forbidden_sign > 0.0


class OscillationCritic:
    """Once a command changed its sign, forbids to change it back before the robot has moved.

    Turn commands count only while the robot hardly drives: correcting the heading to both sides
    along a path is not oscillation.

    :param oscillation_reset_dist: metres after which everything is allowed again.
    :param oscillation_reset_angle: radians, likewise.
    :param x_only_threshold: forward speed in m/s from which turn commands are not looked at.
    """

    def __init__(
        self,
        oscillation_reset_dist: float = 0.05,
        oscillation_reset_angle: float = 0.2,
        x_only_threshold: float = 0.05,
    ) -> None:
        self._reset_dist_m = oscillation_reset_dist
        self._reset_angle_rad = oscillation_reset_angle
        self._x_only_threshold = x_only_threshold
        self.reset()

    def reset(self) -> None:
        """See Critic."""
        self._drive, self._turn = _Trend(), _Trend()
        self._flipped_at: Pose | None = None

    def score(self, situation: Situation, trajectories: Trajectories) -> FloatArray:
        """See Critic."""
        commands = trajectories.commands
        forbidden = self._drive.forbids(commands[:, 0]) | self._turn.forbids(commands[:, 1])
        scores: FloatArray = np.where(forbidden, ILLEGAL, 0.0)
        return scores

    def debrief(self, situation: Situation, command: Velocity) -> None:
        """See Critic."""
        pose = situation.pose
        flipped = self._drive.update(command[0])
        if abs(command[0]) <= self._x_only_threshold:
            flipped = self._turn.update(command[1]) or flipped
        if flipped:
            self._flipped_at = pose
        elif self._flipped_at is not None and self._has_left(self._flipped_at, pose):
            self.reset()

    def _has_left(self, start: Pose, pose: Pose) -> bool:
        turned = math.fabs(wrap_angle(pose[2] - start[2]))
        return distance(start, pose) > self._reset_dist_m or turned > self._reset_angle_rad
