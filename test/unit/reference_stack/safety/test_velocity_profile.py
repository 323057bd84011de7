# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Acceleration limits and time-out of the velocity smoother."""

from __future__ import annotations

import itertools

import pytest

from nav2_composition_bench.reference_stack.safety.velocity_profile import (
    ProfileLimits,
    VelocityProfile,
)

LIMITS = ProfileLimits()
STEP_S = 0.05


def _run(smoother: VelocityProfile, start_s: float, steps: int) -> list[tuple[float, float]]:
    sent = []
    for k in range(steps):
        velocity = smoother.step(start_s + k * STEP_S, STEP_S)
        if velocity is not None:
            sent.append(velocity)
    return sent


def test_nothing_is_sent_before_the_first_command() -> None:
    assert VelocityProfile(LIMITS).step(1.0, STEP_S) is None


def test_speed_grows_no_faster_than_the_acceleration_limit() -> None:
    smoother = VelocityProfile(LIMITS)
    smoother.command((0.5, 1.2), 0.0)
    sent = [(0.0, 0.0), *_run(smoother, 0.0, 15)]
    for before, after in itertools.pairwise(sent):
        assert after[0] - before[0] <= 1.5 * STEP_S + 1e-9
        assert after[1] - before[1] <= 3.2 * STEP_S + 1e-9
    assert sent[-1] == pytest.approx((0.5, 1.2))


def test_braking_obeys_the_deceleration_limit() -> None:
    smoother = VelocityProfile(ProfileLimits(max_decel=(-0.5, -1.0)))
    smoother.command((0.5, 0.0), 0.0)
    _run(smoother, 0.0, 10)
    smoother.command((0.0, 0.0), 0.5)
    first = smoother.step(0.5, STEP_S)
    assert first is not None
    assert first[0] == pytest.approx(0.5 - 0.5 * STEP_S)


def test_commands_beyond_the_velocity_limits_are_cut() -> None:
    smoother = VelocityProfile(LIMITS)
    smoother.command((3.0, -9.0), 0.0)
    assert _run(smoother, 0.0, 20)[-1] == pytest.approx((0.5, -1.2))


def test_an_outdated_command_is_braked_to_a_stop_and_then_nothing_is_sent() -> None:
    smoother = VelocityProfile(LIMITS, velocity_timeout_s=1.0)
    smoother.command((0.5, 0.0), 0.0)
    _run(smoother, 0.0, 20)
    sent = _run(smoother, 1.1, 20)
    assert sent[-1] == (0.0, 0.0)
    assert len(sent) < 20


def test_the_deadband_swallows_creeping_commands() -> None:
    smoother = VelocityProfile(ProfileLimits(deadband_velocity=(0.05, 0.05)))
    smoother.command((0.04, 0.5), 0.0)
    assert [velocity[0] for velocity in _run(smoother, 0.0, 5)] == [0.0] * 5


def test_reset_forgets_command_and_speed() -> None:
    smoother = VelocityProfile(LIMITS)
    smoother.command((0.5, 0.0), 0.0)
    _run(smoother, 0.0, 5)
    smoother.reset()
    assert smoother.step(1.0, STEP_S) is None
