# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Mean, standard deviation and confidence interval of one set of trials."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

SIGNIFICANCE = 0.01
"""Chance that a normal sample is said to have an outlier."""
MIN_OWN_VARIANCE = 3
"""Values of a sample whose variance is its own: one tells none, and two hardly any."""


@dataclass(frozen=True)
class Interval:
    """A two-sided confidence interval, in the unit of what it is about."""

    low: float
    high: float
    confidence: float

    def contains(self, value: float) -> bool:
        """Tell whether the value lies inside or on an end."""
        return self.low <= value <= self.high

    def transformed(self, function: Callable[[float], float]) -> Interval:
        """Return the interval of a function of the figure, which rises or falls throughout."""
        low, high = sorted((function(self.low), function(self.high)))
        return Interval(low, high, self.confidence)


class Estimate(NamedTuple):
    """A figure with its confidence interval; None where trials are too few for one."""

    value: float
    interval: Interval | None

    def transformed(self, function: Callable[[float], float]) -> Estimate:
        """Return a function of the figure, which rises or falls throughout."""
        interval = None if self.interval is None else self.interval.transformed(function)
        return Estimate(function(self.value), interval)


def span_of(fraction: float, interval: Interval | None, *, sign: bool = False) -> str:
    """Write a fraction with its interval, all in per cent: ``41.0% [39.2, 42.7]``.

    :param interval: None where there is none.
    :param sign: write the plus of changes, too.
    """
    plus = "+" if sign else ""
    text = f"{fraction:{plus}.1%}"
    if interval is None:
        return text
    return f"{text} [{100 * interval.low:{plus}.1f}, {100 * interval.high:{plus}.1f}]"


@dataclass(frozen=True)
class Description:
    """What a table says of one metric of one arm.

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


def standard_error(values: ArrayLike) -> float:
    """Return the standard error of the mean of two values or more."""
    array = np.asarray(values, dtype=np.float64)
    return float(array.std(ddof=1)) / math.sqrt(array.size)


def student_quantile(probability: float, freedom: float) -> float:
    """Return the value that Student's t is below with this probability."""
    from scipy import special  # slow to import, scipy.stats more so

    return float(special.stdtrit(freedom, probability))


def student_interval(
    middle: float, error: float, freedom: float, confidence: float = 0.95
) -> Interval:
    """Return Student's t interval of an estimate with this standard error.

    :param freedom: degrees of freedom of ``error``.
    """
    # scipy's own interval is not a number where the error is zero
    half = student_quantile(0.5 + confidence / 2, freedom) * error
    return Interval(middle - half, middle + half, confidence)


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """Return Student's t interval of a mean.

    :raises ValueError: with fewer than two values.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.size < 2:
        raise ValueError(f"an interval needs two values or more, not {array.size}")
    return student_interval(float(array.mean()), standard_error(array), array.size - 1, confidence)


def mean_ratio(log_ratios: ArrayLike, confidence: float = 0.95) -> Estimate:
    """Return the geometric mean of ratios with Student's interval of the mean logarithm.

    Logarithms are averaged because a ratio and its inverse must weigh the same.

    :param log_ratios: at least one.
    :returns: the interval is carried back from logarithms; None with a single ratio.
    """
    logs = np.asarray(log_ratios, dtype=np.float64)
    interval = mean_interval(logs, confidence) if logs.size > 1 else None
    return Estimate(float(logs.mean()), interval).transformed(math.exp)


def difference_error(
    first: NDArray[np.float64], second: NDArray[np.float64]
) -> tuple[float, float]:
    """Return the standard error of the difference of two means, and its degrees of freedom.

    Each sample has its own variance (Welch, Biometrika 29, 1938). Where one has fewer than
    ``MIN_OWN_VARIANCE`` values both are taken to scatter alike, and the variance is pooled.
    """
    samples = (first, second)
    if min(each.size for each in samples) >= MIN_OWN_VARIANCE:
        parts = [(float(each.var(ddof=1)) / each.size, each.size - 1.0) for each in samples]
        return math.sqrt(math.fsum(part for part, _ in parts)), satterthwaite_freedom(parts)
    variance, freedom = pooled_variance(samples)
    return math.sqrt(variance * (1 / first.size + 1 / second.size)), freedom


def satterthwaite_freedom(parts: Iterable[tuple[float, float]]) -> float:
    """Return the degrees of freedom of a sum of variances (Biometrics Bulletin 2, 1946).

    :param parts: each variance with its own degrees of freedom, infinite for one that is known.
    """
    known = list(parts)
    uncertain = math.fsum(part**2 / freedom for part, freedom in known)
    return math.fsum(part for part, _ in known) ** 2 / uncertain if uncertain > 0 else math.inf


def pooled_variance(samples: Iterable[ArrayLike]) -> tuple[float, int]:
    """Return the variance about the means of several samples, and its degrees of freedom."""
    arrays = [np.asarray(sample, dtype=np.float64) for sample in samples]
    freedom = sum(array.size - 1 for array in arrays)
    squares = sum(float(((array - array.mean()) ** 2).sum()) for array in arrays)
    return (squares / freedom if freedom else 0.0), freedom


def outliers(values: Sequence[float]) -> tuple[int, ...]:
    """Return the indices of values far from the others; they are shown, never dropped.

    The generalised extreme studentised deviate test for at most a quarter of the values, and
    no more than a hundred (Rosner, Percentage Points for a Generalized ESD Many-Outlier Procedure,
    1983). For one value it is Grubbs' test, exact for samples as small as three, where a modified
    z score above 3.5 finds an outlier in 17 to 29 % of normal samples of three to five.
    """
    array = np.asarray(values, dtype=np.float64)
    if array.size < 3:
        return ()
    left = np.arange(array.size)
    found: list[int] = []
    far = 0
    for _ in range(min(max(1, array.size // 4), 100)):
        sample = array[left]
        spread = float(sample.std(ddof=1))
        if spread == 0.0:
            break
        distance = np.abs(sample - sample.mean())
        furthest = int(distance.argmax())
        found.append(int(left[furthest]))
        left = np.delete(left, furthest)
        if distance[furthest] / spread > _grubbs_limit(sample.size):
            far = len(found)
    return tuple(sorted(found[:far]))


def _grubbs_limit(count: int) -> float:
    """Return how many standard deviations the furthest of so many values may be from their mean."""
    t = student_quantile(1 - SIGNIFICANCE / (2 * count), count - 2)
    return (count - 1) / math.sqrt(count) * math.sqrt(t**2 / (count - 2 + t**2))
