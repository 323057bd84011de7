# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which velocities a robot can reach, and where each of them would take it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
)


@dataclass(frozen=True)
class MotionLimits:
    """Speeds in m/s and rad/s, accelerations in m/s² and rad/s², all but min_vel_x positive."""

    min_vel_x: float = 0.0
    max_vel_x: float = 0.5
    max_vel_theta: float = 1.2
    acc_lim_x: float = 1.5
    decel_lim_x: float = 1.5
    acc_lim_theta: float = 3.2
    decel_lim_theta: float = 3.2


@dataclass(frozen=True)
class Trajectories:
    """Where S sampled commands lead.

    :param commands: shape (S, 2): forward speed, turn rate.
    :param x_m: shape (S, T), positions after each of T equal time steps; y_m, yaw_rad likewise.
    """

    commands: FloatArray
    x_m: FloatArray
    y_m: FloatArray
    yaw_rad: FloatArray


def sample_commands(
    current: Velocity,
    limits: MotionLimits,
    horizon_s: float,
    vx_samples: int,
    vtheta_samples: int,
) -> FloatArray:
    """Commands that the robot can reach within the horizon, on a lattice.

    Zero belongs to the samples of an axis whenever it can be reached: standing still and driving
    straight must be possible exactly, not nearly.

    :return: shape (S, 2).
    """
    v, w = current
    low_v = max(limits.min_vel_x, v - limits.decel_lim_x * horizon_s)
    high_v = max(low_v, min(limits.max_vel_x, v + limits.acc_lim_x * horizon_s))
    reach_w = max(limits.acc_lim_theta, limits.decel_lim_theta) * horizon_s
    low_w = min(max(-limits.max_vel_theta, w - reach_w), limits.max_vel_theta)
    high_w = max(min(limits.max_vel_theta, w + reach_w), -limits.max_vel_theta)
    speeds = _axis(low_v, high_v, vx_samples)
    turns = _axis(low_w, high_w, vtheta_samples)
    commands = np.empty((len(speeds) * len(turns), 2))
    commands[:, 0] = np.repeat(speeds, len(turns))
    commands[:, 1] = np.tile(turns, len(speeds))
    return commands


def _axis(low: float, high: float, samples: int) -> FloatArray:
    axis = np.linspace(low, high, samples)
    if low < 0.0 < high and not (axis == 0.0).any():
        axis = np.insert(axis, int(np.searchsorted(axis, 0.0)), 0.0)
    return axis


def roll_out(
    pose: Pose,
    current: Velocity,
    commands: FloatArray,
    limits: MotionLimits,
    horizon_s: float,
    steps: int,
) -> Trajectories:
    """Drive every command for the horizon, ramping up from the current velocity.

    Unicycle kinematics with the heading taken at the middle of each step (midpoint rule).
    """
    step_s = horizon_s / steps
    # The velocity in the middle of step k, after ramping for (k + 1/2) steps.
    ramp_s: FloatArray = (np.arange(steps, dtype=np.float64) + 0.5) * step_s
    v = _ramp(current[0], commands[:, 0], limits.acc_lim_x, limits.decel_lim_x, ramp_s)
    w = _ramp(current[1], commands[:, 1], limits.acc_lim_theta, limits.decel_lim_theta, ramp_s)
    turned = w * step_s
    yaw = pose[2] + np.cumsum(turned, axis=1)
    middle = yaw - 0.5 * turned
    forward = v * step_s
    x = pose[0] + np.cumsum(forward * np.cos(middle), axis=1)
    y = pose[1] + np.cumsum(forward * np.sin(middle), axis=1)
    return Trajectories(commands, x, y, yaw)


def _ramp(
    start: float,
    targets: FloatArray,
    acceleration: float,
    deceleration: float,
    time_s: FloatArray,
) -> FloatArray:
    """Speeds on the way from `start` to each target, shape (S, T)."""
    change = targets - start
    # Moving away from zero is limited by acceleration, towards it by deceleration.
    rate = np.where(np.abs(targets) >= abs(start), acceleration, deceleration)
    reach = rate[:, None] * time_s[None, :]
    ramped: FloatArray = start + np.clip(change[:, None], -reach, reach)
    return ramped
