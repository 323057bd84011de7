# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the initial transient of a goal leg ends.

The rule is MSER, the marginal standard error rule of White, "An effective truncation heuristic
for bias reduction in simulation output", Simulation 69(6), 1997: drop the first d points such that
the standard error of the mean of the rest, as if it were independent, is least,

    d* = argmin over d of sum_{i >= d} (x_i - mean_{i >= d} x)^2 / (n - d)^2 .

White, Cobb and Spratt (WSC 2000) apply it to means of five readings (MSER-5) to calm noise; here
the points are the means over one second of the cumulative CPU counter, which does the same. As
they do, a truncation point in the second half is taken to say that the series is too short, unless
the load before it is unlike that after it in its beginning only: noise moves the point there, too.

A robot's load also wanders along its way, and the rule would cut such a hill or valley off at
will. Since the rule is after bias, a cut is made only where it removes some that matters.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.steady_state.window import NotSteady, SteadyWindow

POINT_S = 1.0
"""Length of one point of the series, seconds."""
MIN_POINTS = 8
"""Fewest points that must be left after truncation."""
MIN_TRANSIENT_FRACTION = 0.25
"""A cut is made if the load before it begins with a mean that differs from the mean after it by
more than this share of the latter."""
TREND_SIGNIFICANCE = 0.05
"""A drift counts if it would be less likely than this by chance ..."""
MIN_TREND_FRACTION = 0.4
"""... and changes the load by more than this share of its mean over the window: a drift may be
certain and yet too small to matter."""
MIN_PERCENT = 0.5
"""A smaller difference of CPU loads, in percent of a core, does not matter: an idle system takes
0.1 %, and a single late wake-up doubles that."""


def find_steady_window(
    load: Sequence[float], start_monotonic_s: float, end_monotonic_s: float
) -> SteadyWindow | NotSteady:
    """Find the steady part of one leg.

    :param load: CPU load in percent of a core, one figure per second of the leg, the first
        beginning at its start.
    :param end_monotonic_s: end of the leg; less than a second after the last point's end.
    """
    series = np.asarray(load, dtype=np.float64)
    if not np.isfinite(series).all():
        gap = int(np.flatnonzero(~np.isfinite(series))[0])
        return NotSteady(f"no CPU figure for second {gap} of the leg")
    if series.size < MIN_POINTS:
        return NotSteady(f"the leg has {series.size} points of 1 s, {MIN_POINTS} are needed")
    dropped, drift_that_matters = truncation_point(series), MIN_TREND_FRACTION
    if not _is_transient(series, dropped):
        dropped = 0
    elif dropped >= series.size // 2:
        # Less is cut than the rule says, so what is left is looked at more closely.
        dropped = _end_of_transient(series, dropped)
        drift_that_matters = MIN_TRANSIENT_FRACTION
    left = series.size - dropped
    if dropped >= series.size // 2:
        return NotSteady(f"the transient takes half of the leg's {series.size} s or more")
    if left < MIN_POINTS:
        return NotSteady(
            f"{left} s are left after a transient of {dropped} s, {MIN_POINTS} are needed"
        )
    drift = _significant_drift(series[dropped:], drift_that_matters)
    if drift is not None:
        return NotSteady(f"the load drifts by {drift:+.0%} of its mean over the last {left} s")
    return SteadyWindow(start_monotonic_s + dropped * POINT_S, end_monotonic_s)


def truncation_point(series: NDArray[np.float64]) -> int:
    """Return how many points MSER drops; at most half of them, the least of equal candidates."""
    size = series.size
    statistics = np.array(
        [
            np.square(series[d:] - series[d:].mean()).sum() / (size - d) ** 2
            for d in range(size // 2 + 1)
        ]
    )
    rounding = 1e-12 * float(np.square(series).mean())  # so that a constant is not cut at random
    return int(np.flatnonzero(statistics <= statistics.min() + rounding)[0])


def _end_of_transient(series: NDArray[np.float64], dropped: int) -> int:
    """Return the fewest points without which what is left before the cut is as what follows."""
    fewer = range(1, dropped)
    return next((d for d in fewer if not _is_transient(series[d:], dropped - d)), dropped)


def _is_transient(series: NDArray[np.float64], dropped: int) -> bool:
    """Tell whether the load begins unlike it goes on, by the mean of any first two points or more.

    A transient decays, so the mean of everything dropped would hide a high beginning.
    """
    after = float(series[dropped:].mean())
    matters = max(MIN_TRANSIENT_FRACTION * after, MIN_PERCENT)
    sizes = range(min(2, dropped), dropped + 1)
    return any(abs(float(series[:size].mean()) - after) > matters for size in sizes if size > 0)


def _significant_drift(series: NDArray[np.float64], matters: float) -> float | None:
    """Return the change over the series as a share of its mean; None if it may be chance or small.

    Slope by least squares; its standard error is widened for the lag-1 autocorrelation r of the
    residuals by sqrt((1 + r) / (1 - r)), since neighbouring seconds are alike.
    """
    mean = float(series.mean())
    if mean == 0.0 or float(np.ptp(series)) == 0.0:
        return None
    at = np.arange(series.size, dtype=np.float64)
    slope, level = (float(each) for each in np.polyfit(at, series, 1))
    drift = slope * (series.size - 1) / mean
    residuals = series - (level + slope * at)
    spread = float(np.square(residuals).sum())
    if abs(drift) <= max(matters, MIN_PERCENT / mean):
        return None
    if spread == 0.0:
        return drift
    alike = float((residuals[1:] * residuals[:-1]).sum()) / spread
    alike = min(max(alike, 0.0), 0.9)
    freedom = series.size - 2
    error = math.sqrt(spread / freedom / float(np.square(at - at.mean()).sum()))
    error *= math.sqrt((1 + alike) / (1 - alike))
    from scipy import special  # slow to import

    probability = 2 * float(special.stdtr(freedom, -abs(slope) / error))
    return drift if probability < TREND_SIGNIFICANCE else None
