# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Acceleration-limited velocities, in the manner of Nav2's velocity smoother."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.reference_stack.control.geometry import Velocity

STILL: Velocity = (0.0, 0.0)


@dataclass(frozen=True)
class ProfileLimits:
    """Limits per axis (forward, turn), in m/s, rad/s, m/s² and rad/s².

    :param max_decel: negative numbers, as in Nav2's parameter of that name.
    :param deadband_velocity: slower commands than this become zero.
    """

    max_velocity: Velocity = (0.5, 1.2)
    min_velocity: Velocity = (-0.5, -1.2)
    max_accel: Velocity = (1.5, 3.2)
    max_decel: Velocity = (-1.5, -3.2)
    deadband_velocity: Velocity = (0.0, 0.0)


class VelocityProfile:
    """Open loop: the velocity sent last is taken for the robot's velocity.

    :param velocity_timeout_s: a command older than this is replaced by a stop.
    """

    def __init__(self, limits: ProfileLimits, velocity_timeout_s: float = 1.0) -> None:
        self._limits = limits
        self._timeout_s = velocity_timeout_s
        self._command: Velocity = STILL
        self._received_s: float | None = None
        self._sent: Velocity = STILL

    def command(self, velocity: Velocity, now_s: float) -> None:
        """Take a new command."""
        limits = self._limits
        self._command = (
            _clamp(velocity[0], limits.min_velocity[0], limits.max_velocity[0]),
            _clamp(velocity[1], limits.min_velocity[1], limits.max_velocity[1]),
        )
        self._received_s = now_s

    def reset(self) -> None:
        """Forget the command and start from rest."""
        self._command = self._sent = STILL
        self._received_s = None

    def step(self, now_s: float, step_s: float) -> Velocity | None:
        """The velocity to send now.

        :param step_s: time since the last call.
        :return: None when there is nothing to send: no command, or an outdated one that has
            already been braked to a stop.
        """
        if self._received_s is None:
            return None
        if now_s - self._received_s > self._timeout_s:
            if self._sent == STILL:
                return None
            self._command = STILL
        limits = self._limits
        self._sent = (
            _approach(
                self._sent[0],
                self._command[0],
                limits.max_accel[0],
                limits.max_decel[0],
                step_s,
            ),
            _approach(
                self._sent[1],
                self._command[1],
                limits.max_accel[1],
                limits.max_decel[1],
                step_s,
            ),
        )
        return (
            _deadband(self._sent[0], limits.deadband_velocity[0]),
            _deadband(self._sent[1], limits.deadband_velocity[1]),
        )


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _approach(current: float, target: float, accel: float, decel: float, step_s: float) -> float:
    """As far from `current` towards `target` as the limits permit within one step."""
    speeding_up = abs(target) >= abs(current) and target * current >= 0.0
    reach = (accel if speeding_up else -decel) * step_s
    return current + _clamp(target - current, -reach, reach)


def _deadband(value: float, threshold: float) -> float:
    return 0.0 if abs(value) < threshold else value
