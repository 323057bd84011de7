# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Critics that remember: turning at the goal, and no oscillation.

After RotateToGoal and Oscillation of Nav2's DWB controller.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.critics import ILLEGAL, Critic
from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
    distance,
    wrap_angle,
)
from nav2_composition_bench.reference_stack.control.motion import Trajectories
from nav2_composition_bench.reference_stack.control.situation import Situation


class RotateToGoalCritic(Critic):
    """At the goal: first brake, then turn on the spot to the goal's heading."""

    SCALE = 32.0
    SLOWING_FACTOR = 5.0
    """Weight of speed while braking, relative to the heading error."""
    STOPPED_M_S = 0.25
    """Slower than this counts as stopped."""

    def __init__(self, xy_goal_tolerance: float = 0.25) -> None:
        self._xy_goal_tolerance = xy_goal_tolerance
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
        self._rotating = self._rotating or speed_m_s <= self.STOPPED_M_S
        heading_error = np.abs(wrap_angle(trajectories.yaw_rad[:, -1] - situation.goal[2]))
        if self._rotating:
            scores = np.where(commands[:, 0] != 0.0, ILLEGAL, heading_error)
        else:
            speeds = np.abs(commands[:, 0])
            braking = self.SLOWING_FACTOR * speeds + heading_error
            scores = np.where(speeds >= speed_m_s, ILLEGAL, braking)
        scaled: FloatArray = self.SCALE * scores
        return scaled


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


class OscillationCritic(Critic):
    """Once a command changed its sign, forbids to change it back before the robot has moved.

    Turn commands count only while the robot hardly drives: correcting the heading to both sides
    along a path is not oscillation.

    """

    RESET_M, RESET_RAD = 0.05, 0.2
    """After moving or turning as far, everything is allowed again."""
    X_ONLY_M_S = 0.05
    """From this forward speed on, turn commands are not looked at."""

    def __init__(self) -> None:
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
        if abs(command[0]) <= self.X_ONLY_M_S:
            flipped = self._turn.update(command[1]) or flipped
        if flipped:
            self._flipped_at = pose
        elif self._flipped_at is not None and self._has_left(self._flipped_at, pose):
            self.reset()

    def _has_left(self, start: Pose, pose: Pose) -> bool:
        turned = abs(wrap_angle(pose[2] - start[2]))
        return distance(start, pose) > self.RESET_M or turned > self.RESET_RAD
