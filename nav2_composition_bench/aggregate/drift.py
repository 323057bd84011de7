# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the machine changed while the study ran."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.trial.record import TrialFigures

MIN_BLOCKS = 5
"""Four blocks that rise throughout have p = 0.08 by Kendall's exact test, and no trend is told."""

MAX_POINTS = 400
"""Neighbouring blocks of a longer study are averaged: the slope looks at every pair of points."""


@dataclass(frozen=True)
class Drift:
    """A trend of a metric over the blocks, all arms together.

    :param relative_change: from the first block to the last, as a fraction of the mean.
    :param p_value: of Kendall's test of the block means against the block number.
    """

    metric: str
    relative_change: float
    p_value: float

    @property
    def is_significant(self) -> bool:
        """True at the 5 % level."""
        return self.p_value < 0.05


def drift(records: Sequence[TrialFigures], metric: str) -> Drift | None:
    """Look for a trend over the blocks that hold every arm.

    Each value is divided by its arm's mean, so that arms weigh alike.

    :returns: None with fewer than ``MIN_BLOCKS`` such blocks.
    """
    relative: dict[int, list[float]] = {}
    arms = arms_of(records)
    for arm in arms:
        cell = blocks_of(records, arm, metric)
        mean = cell.mean()
        for block, value in zip(cell.blocks, cell.values):
            relative.setdefault(block, []).append(value / mean if mean else 1.0)
    complete = {b: values for b, values in relative.items() if len(values) == len(arms)}
    if len(complete) < MIN_BLOCKS:
        return None
    numbers = np.array(sorted(complete), dtype=np.float64)
    means = np.array([np.mean(complete[int(number)]) for number in numbers])
    groups = min(numbers.size, MAX_POINTS)
    numbers = np.array([part.mean() for part in np.array_split(numbers, groups)])
    means = np.array([part.mean() for part in np.array_split(means, groups)])
    if float(np.ptp(means)) == 0.0:
        return Drift(metric, 0.0, 1.0)
    from scipy import stats  # slow to import

    slope = float(stats.theilslopes(means, numbers)[0])
    p_value = float(stats.kendalltau(numbers, means).pvalue)
    return Drift(metric, slope * float(numbers[-1] - numbers[0]), p_value)
