# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Sampling and rolling out commands."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.control.motion import (
    MotionLimits,
    roll_out,
    sample_commands,
)

LIMITS = MotionLimits()


def test_samples_stay_within_what_can_be_reached() -> None:
    commands = sample_commands((0.5, 0.0), MotionLimits(decel_lim_x=0.1), 1.0, 20, 20)
    assert commands[:, 0].min() == pytest.approx(0.4)
    assert commands[:, 0].max() == pytest.approx(0.5)
    assert np.abs(commands[:, 1]).max() == pytest.approx(1.2)


def test_standing_still_and_driving_straight_are_among_the_samples() -> None:
    commands = sample_commands((0.2, 0.3), LIMITS, 1.2, 20, 20).tolist()
    assert [0.0, 0.0] in commands
    assert [0.5, 0.0] in commands


def test_a_velocity_beyond_the_limits_still_yields_samples_within_them() -> None:
    commands = sample_commands((2.0, 4.0), LIMITS, 0.1, 5, 5)
    assert len(commands) >= 25
    assert np.abs(commands[:, 1]).max() <= 1.2


def test_a_straight_roll_out_covers_speed_times_time() -> None:
    trajectories = roll_out((1.0, 2.0, 0.0), (0.5, 0.0), np.array([[0.5, 0.0]]), LIMITS, 1.2, 12)
    assert trajectories.x_m[0, -1] == pytest.approx(1.6)
    assert trajectories.y_m[0, -1] == pytest.approx(2.0)


def test_a_full_turn_comes_back_to_its_start() -> None:
    turn = np.array([[0.5, 1.0]])
    trajectories = roll_out((0.0, 0.0, 0.0), (0.5, 1.0), turn, LIMITS, 2 * math.pi, 100)
    assert math.hypot(trajectories.x_m[0, -1], trajectories.y_m[0, -1]) < 1e-3
    assert trajectories.yaw_rad[0, -1] == pytest.approx(2 * math.pi)


def test_speeding_up_takes_the_time_the_acceleration_needs() -> None:
    limits = MotionLimits(acc_lim_x=0.5)
    trajectories = roll_out((0.0, 0.0, 0.0), (0.0, 0.0), np.array([[0.5, 0.0]]), limits, 1.0, 50)
    assert trajectories.x_m[0, -1] == pytest.approx(0.25, abs=1e-3)
