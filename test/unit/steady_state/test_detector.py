# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from nav2_composition_bench.steady_state.detector import find_steady_window, truncation_point
from nav2_composition_bench.steady_state.window import NotSteady, SteadyWindow


def noise(seed: int, size: int, deviation: float, alike: float = 0.3) -> NDArray[np.float64]:
    """AR(1) noise of a standard deviation."""
    random = np.random.default_rng(seed)
    values = np.empty(size)
    values[0] = random.normal(0.0, deviation)
    for i in range(1, size):
        values[i] = alike * values[i - 1] + random.normal(0.0, deviation * (1 - alike**2) ** 0.5)
    return values


def leg(series: NDArray[np.float64]) -> SteadyWindow | NotSteady:
    return find_steady_window(series.tolist(), 100.0, 100.0 + series.size + 0.4)


def test_noise_around_a_constant_is_nearly_always_steady() -> None:
    results = [leg(40.0 + noise(seed, 20, 3.0)) for seed in range(200)]
    assert sum(isinstance(result, SteadyWindow) for result in results) >= 180


def test_a_decaying_transient_is_cut_and_the_mean_is_that_of_the_rest() -> None:
    errors, found = [], 0
    for seed in range(200):
        series = 40.0 + 60.0 * np.exp(-np.arange(24) / 1.5) + noise(seed, 24, 2.0)
        result = leg(series)
        if isinstance(result, SteadyWindow):
            found += 1
            truncated_s = result.start_monotonic_s - 100.0
            assert truncated_s >= 2.0
            errors.append(series[int(truncated_s) :].mean() - 40.0)
    assert found >= 198
    assert abs(np.mean(errors)) < 0.5


def test_a_leg_without_a_transient_may_drift_wherever_noise_puts_the_cut() -> None:
    series = np.linspace(46.0, 34.0, 22)
    assert truncation_point(series) == 11
    assert leg(series) == SteadyWindow(100.0, 122.4)


def test_noise_does_not_make_a_short_transient_one_of_half_the_leg() -> None:
    transient = 40.0 + 60.0 * np.exp(-np.arange(22) / 1.5)
    results = [leg(transient + noise(seed, 22, 4.0, alike=0.6)) for seed in range(200)]
    steady = [result for result in results if isinstance(result, SteadyWindow)]
    assert len(steady) >= 197
    begins_s = [result.start_monotonic_s - 100.0 for result in steady]
    assert min(begins_s) >= 1.0


def test_a_slow_transient_is_not_steady_more_often_than_not() -> None:
    slow = 40.0 + 60.0 * np.exp(-np.arange(22) / 12.0)
    results = [leg(slow + noise(seed, 22, 3.0)) for seed in range(100)]
    assert sum(isinstance(result, NotSteady) for result in results) >= 60


@pytest.mark.parametrize("beginning", [[0.7, 0.2], [0.4] * 7])
def test_the_wake_ups_of_an_idle_system_are_no_transient(beginning: list[float]) -> None:
    result = leg(np.r_[beginning, np.full(12 - len(beginning), 0.1)])
    assert isinstance(result, SteadyWindow) and result.start_monotonic_s == 100.0


def test_an_idle_system_that_begins_to_work_is_not_steady() -> None:
    assert isinstance(leg(np.r_[np.full(7, 0.1), np.full(5, 2.0)]), NotSteady)


def test_a_step_in_the_first_third_is_cut_at_the_step() -> None:
    for seed in range(50):
        series = np.r_[np.full(5, 90.0), np.full(19, 40.0)] + noise(seed, 24, 1.0)
        assert truncation_point(series) >= 5


def test_a_step_in_the_second_half_is_not_steady() -> None:
    series = np.r_[np.full(14, 40.0), np.full(8, 80.0)]
    results = [leg(series + noise(seed, series.size, 1.5)) for seed in range(100)]
    assert sum(isinstance(result, NotSteady) for result in results) >= 95


def test_a_steep_trend_is_not_steady_and_the_reason_has_its_size() -> None:
    for seed in range(50):
        result = leg(np.linspace(20.0, 100.0, 22) + noise(seed, 22, 1.5))
        assert isinstance(result, NotSteady)
        assert "drifts by +" in result.reason or "half of the leg" in result.reason


def test_a_small_drift_is_steady() -> None:
    results = [leg(np.linspace(40.0, 43.0, 20) + noise(seed, 20, 1.0)) for seed in range(100)]
    assert sum(isinstance(result, SteadyWindow) for result in results) >= 80


def test_a_constant_is_steady_from_its_first_point() -> None:
    assert leg(np.full(20, 40.0)) == SteadyWindow(100.0, 120.4)


def test_a_hill_on_the_way_is_no_transient() -> None:
    hill = np.r_[np.full(7, 20.0), np.full(6, 26.0), np.full(10, 20.0)]
    for seed in range(50):
        result = leg(hill + noise(seed, hill.size, 0.5))
        assert isinstance(result, SteadyWindow)
        assert result.start_monotonic_s == 100.0


def test_an_idle_leg_is_steady() -> None:
    assert isinstance(leg(np.zeros(20)), SteadyWindow)


def test_the_window_begins_where_the_transient_ends_and_ends_with_the_leg() -> None:
    result = leg(np.r_[np.full(4, 95.0), np.full(16, 40.0)])
    assert result == SteadyWindow(104.0, 120.4)


def test_a_gap_is_named() -> None:
    series = np.full(20, 40.0)
    series[7] = np.nan
    assert leg(series) == NotSteady("no CPU figure for second 7 of the leg")


@pytest.mark.parametrize("size", [0, 1, 7])
def test_a_short_leg_is_not_steady(size: int) -> None:
    result = leg(np.full(size, 40.0))
    assert isinstance(result, NotSteady) and f"has {size} points" in result.reason


def test_too_little_left_after_the_transient_is_not_steady() -> None:
    result = leg(np.r_[np.full(4, 95.0), np.full(6, 40.0)])
    assert isinstance(result, NotSteady)
    assert result.reason == "6 s are left after a transient of 4 s, 8 are needed"
