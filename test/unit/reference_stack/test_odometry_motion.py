# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The odometry motion model."""

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.localization.odometry_motion import (
    OdometryNoise,
    move_particles,
)

NO_NOISE = OdometryNoise(0.0, 0.0, 0.0, 0.0)


def moved(
    before: list[float], after: list[float], noise: OdometryNoise, start: list[float], count: int
) -> np.ndarray:
    poses = np.tile(np.array(start), (count, 1))
    random = np.random.default_rng(3)
    return move_particles(poses, np.array(before), np.array(after), noise, random)


def test_without_noise_a_particle_repeats_the_motion_in_its_own_frame() -> None:
    result = moved([1.0, 1.0, 0.0], [2.0, 1.0, 0.5], NO_NOISE, [0.0, 0.0, np.pi / 2], 1)
    assert result[0] == pytest.approx([0.0, 1.0, np.pi / 2 + 0.5])


def test_driving_backwards_does_not_count_as_turning_round() -> None:
    noise = OdometryNoise(alpha1=1.0, alpha2=0.0, alpha3=0.0, alpha4=0.0)
    result = moved([0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], noise, [0.0, 0.0, 0.0], 50)
    assert result == pytest.approx(np.tile([-1.0, 0.0, 0.0], (50, 1)), abs=1e-9)


def test_noise_grows_with_the_motion() -> None:
    noise = OdometryNoise(0.0, 0.0, 0.01, 0.0)
    short = moved([0.0] * 3, [0.5, 0.0, 0.0], noise, [0.0] * 3, 4000)[:, 0].std()
    far = moved([0.0] * 3, [2.0, 0.0, 0.0], noise, [0.0] * 3, 4000)[:, 0].std()
    assert short == pytest.approx(0.05, rel=0.1)
    assert far == pytest.approx(0.2, rel=0.1)


def test_a_turn_on_the_spot_stays_on_the_spot() -> None:
    result = moved(
        [0.0] * 3, [0.0, 0.0, 1.0], OdometryNoise(0.1, 0.1, 0.1, 0.0), [2.0, 3.0, 0.0], 9
    )
    assert result[:, :2] == pytest.approx(np.tile([2.0, 3.0], (9, 1)))
    assert result[:, 2].mean() == pytest.approx(1.0, abs=0.5)
