# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Recovery behaviours without ROS: a command per cycle until done."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from nav2_composition_bench.reference_stack.control.geometry import (
    Pose,
    Velocity,
    distance,
    wrap_angle,
)

STOP: Velocity = (0.0, 0.0)


@dataclass(frozen=True)
class Progress:
    """Where a behaviour has got to.

    :param command: velocity for this cycle.
    :param travelled: radians or metres so far.
    :param ahead: poses that the command leads to within the time looked ahead, nearest first.
    """

    command: Velocity
    done: bool
    travelled: float
    ahead: tuple[Pose, ...] = ()


class Behavior(Protocol):
    """One run of a behaviour."""

    def step(self, pose: Pose) -> Progress:
        """Choose this cycle's command from the robot's pose in the odometry frame."""


@dataclass(frozen=True)
class SpinLimits:
    """Turn rates in rad/s, acceleration in rad/s²; named as Nav2's parameters."""

    max_rotational_vel: float = 1.0
    min_rotational_vel: float = 0.4
    rotational_acc_lim: float = 3.2


class Spin:
    """Turns on the spot by an angle, slowing down towards its end.

    :param target_yaw_rad: relative to the heading at the start; may exceed a full turn.
    """

    def __init__(self, target_yaw_rad: float, limits: SpinLimits) -> None:
        self._target_rad = target_yaw_rad
        self._limits = limits
        self._turned_rad = 0.0
        self._last_yaw: float | None = None

    def step(self, pose: Pose) -> Progress:
        """See Behavior."""
        if self._last_yaw is not None:
            self._turned_rad += wrap_angle(pose[2] - self._last_yaw)
        self._last_yaw = pose[2]
        left_rad = abs(self._target_rad) - abs(self._turned_rad)
        travelled = abs(self._turned_rad)
        if left_rad <= 0.0:
            return Progress(STOP, True, travelled)
        limits = self._limits
        # The fastest turn from which the robot can still stop in time.
        stoppable = math.sqrt(2.0 * limits.rotational_acc_lim * left_rad)
        rate = min(max(stoppable, limits.min_rotational_vel), limits.max_rotational_vel)
        command = (0.0, math.copysign(rate, self._target_rad))
        return Progress(command, False, travelled, (pose,))


class BackUp:
    """Drives straight backwards by a distance.

    :param distance_m: positive.
    :param speed_m_s: positive.
    :param look_ahead_s: how far ahead in time collisions are looked for.
    """

    def __init__(self, distance_m: float, speed_m_s: float, look_ahead_s: float = 2.0) -> None:
        self._distance_m = distance_m
        self._speed_m_s = speed_m_s
        self._look_ahead_s = look_ahead_s
        self._start: Pose | None = None

    def step(self, pose: Pose) -> Progress:
        """See Behavior."""
        if self._start is None:
            self._start = pose
        travelled = distance(self._start, pose)
        left_m = self._distance_m - travelled
        if left_m <= 0.0:
            return Progress(STOP, True, travelled)
        reach_m = min(left_m, self._speed_m_s * self._look_ahead_s)
        ahead = tuple(
            (
                pose[0] - share * reach_m * math.cos(pose[2]),
                pose[1] - share * reach_m * math.sin(pose[2]),
                pose[2],
            )
            for share in (0.25, 0.5, 0.75, 1.0)
        )
        return Progress((-self._speed_m_s, 0.0), False, travelled, ahead)
