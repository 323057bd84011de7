# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Mean, standard deviation and confidence interval of one set of trials."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats


@dataclass(frozen=True)
class Interval:
    """A two-sided confidence interval, in the unit of what it is about."""

    low: float
    high: float
    confidence: float

    def overlaps(self, other: Interval) -> bool:
        """Tell whether the two intervals share a point."""
        return self.low <= other.high and other.low <= self.high

    def contains(self, value: float) -> bool:
        """Tell whether the value lies inside or on an end."""
        return self.low <= value <= self.high


@dataclass(frozen=True)
class Description:
    """What a table says of one metric of one composition.

    :param standard_deviation: of the sample (n - 1); None with one trial.
    :param interval: of the mean; None with one trial.
    """

    count: int
    mean: float
    standard_deviation: float | None
    interval: Interval | None


def describe(values: ArrayLike, confidence: float = 0.95) -> Description | None:
    """Describe trials by mean ± sd, as the paper, and Student's interval of the mean.

    :returns: None without a value.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.size == 0:
        return None
    mean = float(array.mean())
    if array.size == 1:
        return Description(1, mean, None, None)
    deviation = float(array.std(ddof=1))
    return Description(array.size, mean, deviation, mean_interval(array, confidence))


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return Student's t interval of a mean.

    :raises ValueError: with fewer than two values.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.size < 2:
        raise ValueError(f"an interval needs two values or more, not {array.size}")
    half = float(stats.t.ppf(0.5 + confidence / 2, array.size - 1) * stats.sem(array))
    mean = float(array.mean())
    return Interval(mean - half, mean + half, confidence)


def difference_interval(
    first: ArrayLike, second: ArrayLike, confidence: float = 0.95
) -> Interval | None:
    """Return Student's t interval, by pooled variance, of the second mean less the first.

    None with fewer than three values in all, or none in one of the two.
    """
    old, new = (np.asarray(values, dtype=np.float64) for values in (first, second))
    if not old.size or not new.size or old.size + new.size < 3:
        return None
    error, freedom = pooled_error(old, new)
    half = float(stats.t.ppf(0.5 + confidence / 2, freedom)) * error
    middle = float(new.mean() - old.mean())
    return Interval(middle - half, middle + half, confidence)


def pooled_error(first: NDArray[np.float64], second: NDArray[np.float64]) -> tuple[float, int]:
    """Return the standard error of the difference of two means, and its degrees of freedom.

    The variance is pooled, so that a set of one value can stand beside one of several.
    """
    freedom = first.size + second.size - 2
    spread = sum(float(((values - values.mean()) ** 2).sum()) for values in (first, second))
    return math.sqrt(spread / freedom * (1 / first.size + 1 / second.size)), freedom


def outliers(values: Sequence[float], limit: float = 3.5) -> tuple[int, ...]:
    """Return the indices of values far from the median; they are shown, never dropped.

    A value is far when its modified z score 0.6745 |x - median| / MAD exceeds the limit (Iglewicz
    and Hoaglin, How to Detect and Handle Outliers, 1993). Without spread there is no outlier
    unless a value differs from an otherwise constant set.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.size < 3:
        return ()
    distance = np.abs(array - np.median(array))
    spread = float(np.median(distance))
    if spread == 0.0:
        return tuple(int(index) for index in np.flatnonzero(distance > 0.0))
    return tuple(int(index) for index in np.flatnonzero(0.6745 * distance / spread > limit))
