# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Mean, spread, interval and outliers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nav2_composition_bench.aggregate.describe import (
    Estimate,
    Interval,
    describe,
    difference_error,
    mean_interval,
    outliers,
    satterthwaite_freedom,
    student_interval,
)


def test_nothing_is_described_by_nothing() -> None:
    assert describe([]) is None


def test_a_single_trial_has_no_spread_and_no_interval() -> None:
    description = describe([4.0])
    assert description is not None
    assert (description.count, description.mean) == (1, 4.0)
    assert description.standard_deviation is None and description.interval is None


def test_the_standard_deviation_is_the_samples() -> None:
    description = describe([1.0, 2.0, 3.0, 4.0])
    assert description is not None
    assert description.standard_deviation == pytest.approx(1.2909944487)


def test_the_interval_is_students() -> None:
    # t(0.975, 3) = 3.182446; sd / sqrt(4) = 0.645497
    interval = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert interval.low == pytest.approx(2.5 - 3.182446 * 0.645497, rel=1e-5)
    assert interval.high == pytest.approx(2.5 + 3.182446 * 0.645497, rel=1e-5)


@pytest.mark.parametrize(
    ("second", "variance", "freedom"),
    [
        ([2.0, 4.0, 6.0], 1 / 3 + 4 / 3, 50 / 17),  # variances 1 and 4 with 2 degrees each
        ([3.0, 5.0], 4 / 3 * (1 / 3 + 1 / 2), 3),  # variances 1 and 2 pool to 4/3
        ([2.0], 1 + 1 / 3, 2),  # the variance of the other
    ],
)
def test_a_difference_has_the_variance_of_each_of_three_values_or_more_and_else_the_pooled_one(
    second: list[float], variance: float, freedom: float
) -> None:
    error, found = difference_error(np.array([1.0, 2.0, 3.0]), np.array(second))
    assert (error**2, found) == pytest.approx((variance, freedom))


def test_a_sum_of_variances_has_the_freedom_of_the_largest_and_no_less_by_what_is_known() -> None:
    assert satterthwaite_freedom([(2.0, 5.0)]) == pytest.approx(5.0)
    assert satterthwaite_freedom([(1.0, 4.0), (1.0, 4.0)]) == pytest.approx(8.0)
    assert satterthwaite_freedom([(1.0, 4.0), (1.0, math.inf)]) == pytest.approx(16.0)
    assert satterthwaite_freedom([(0.0, 4.0)]) == math.inf


def test_zero_variance_gives_an_interval_of_no_width() -> None:
    assert mean_interval([2.0, 2.0, 2.0]) == Interval(2.0, 2.0, 0.95)


def test_an_interval_of_one_value_is_refused() -> None:
    with pytest.raises(ValueError, match="two values"):
        mean_interval([1.0])


@pytest.mark.parametrize("count", [3, 5, 10, 30])
def test_intervals_of_normal_trials_cover_the_mean_as_they_claim(count: int) -> None:
    samples = np.random.default_rng(1).normal(50.0, 3.0, (4000, count))
    covered = np.mean([mean_interval(sample).contains(50.0) for sample in samples])
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize("count", [3, 5, 10, 30])
def test_intervals_of_skewed_trials_cover_the_mean_as_they_claim(count: int) -> None:
    generator = np.random.default_rng(2)
    samples = 40.0 + generator.gamma(6.0, 1.0, (4000, count))
    covered = np.mean([mean_interval(sample).contains(46.0) for sample in samples])
    assert 0.92 <= covered <= 0.97


def test_an_outlier_is_named_by_its_index() -> None:
    assert outliers([10.0, 10.2, 9.9, 10.1, 14.0]) == (4,)


def test_ordinary_spread_has_no_outlier() -> None:
    assert outliers([10.0, 10.2, 9.9, 10.1, 10.3]) == ()


def test_one_different_value_among_equal_ones_is_an_outlier() -> None:
    assert outliers([5.0, 5.0, 5.0, 6.0]) == (3,)
    assert outliers([5.0, 5.0, 5.0, 5.0]) == ()


def test_an_outlier_does_not_hide_a_second_one() -> None:
    values = [50.0 + 0.1 * (number % 7) for number in range(12)]
    assert outliers([70.0, *values, 71.0]) == (0, 13)


@pytest.mark.parametrize("count", [3, 4, 6, 10, 30])
def test_few_normal_samples_of_whatever_size_have_an_outlier(count: int) -> None:
    samples = np.random.default_rng(4).normal(40.0, 3.0, (2000, count))
    assert 0.003 <= np.mean([bool(outliers(sample)) for sample in samples]) <= 0.02


def test_a_falling_function_swaps_the_ends_of_an_interval() -> None:
    found = Estimate(0.5, Interval(0.25, 0.75, 0.95)).transformed(lambda ratio: 1 - ratio / 2)
    assert found == Estimate(0.75, Interval(0.625, 0.875, 0.95))
    assert Estimate(2.0, None).transformed(math.log) == Estimate(math.log(2.0), None)


def test_student_s_interval_is_a_point_where_there_is_no_error() -> None:
    assert student_interval(3.0, 0.0, 4) == Interval(3.0, 3.0, 0.95)
