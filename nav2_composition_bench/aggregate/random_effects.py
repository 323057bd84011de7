# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One figure of several studies: its mean over them, and what a further one may show.

A study's own interval is of its machine in its hours. What differs between machines and days is a
further spread, tau: estimates are mean + N(0, tau² + error²). tau² is Paule and Mandel's (1982),
the interval of the mean that of Knapp and Hartung (2003), and the interval for a further study that
of Higgins, Thompson and Spiegelhalter (2009).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Interval, student_interval
from nav2_composition_bench.aggregate.model import Array, Contrast

MIN_STUDIES = 3
"""With fewer, nothing is known of a further study."""


@dataclass(frozen=True)
class Overall:
    """A contrast over studies.

    :param interval: 95 %, of the mean over such studies.
    :param of_another: 95 %, of what holds in a further study, its own error apart.
    """

    studies: int
    value: float
    interval: Interval
    of_another: Interval


def overall(contrasts: Sequence[Contrast]) -> Overall | None:
    """Return the mean of studies and what another may show; None with fewer than three.

    :param contrasts: of one study each; those without a standard error are left out.
    """
    known = [(one.value, one.error) for one in contrasts if one.error]
    if len(known) < MIN_STUDIES:
        return None
    values, errors = np.array(known, dtype=np.float64).T
    between = _between(values, np.square(errors))
    weights = 1 / (between + np.square(errors))
    mean = float(weights @ values / weights.sum())
    freedom = len(known) - 1
    scale = max(1.0, float(weights @ np.square(values - mean)) / freedom)
    error = math.sqrt(scale / float(weights.sum()))
    return Overall(
        len(known),
        mean,
        student_interval(mean, error, freedom),
        student_interval(mean, math.hypot(error, math.sqrt(between)), freedom - 1),
    )


def _between(values: Array, variances: Array) -> float:
    """Return the variance between studies with which the weighted squares are as expected."""
    from scipy.optimize import brentq  # slow to import

    def excess(between: float) -> float:
        weights = 1 / (between + variances)
        mean = weights @ values / weights.sum()
        return float(weights @ np.square(values - mean)) - (values.size - 1)

    if excess(0.0) <= 0:
        return 0.0
    most = float(np.square(values - values.mean()).sum())  # the weighted squares are less there
    return float(brentq(excess, 0.0, most))
