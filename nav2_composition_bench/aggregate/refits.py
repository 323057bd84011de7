# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures of the cost model with the intervals that chance in the trials gives them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.node_costs import PairedCosts
from nav2_composition_bench.aggregate.process_cost import CostModel, fit

MAX_REFITS = 100
"""Blocks of a longer study are left out several at a time."""


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; None with a single block.

    The interval is of chance in the trials. That the model is one is not in it.
    """

    value: float
    interval: Interval | None


@dataclass(frozen=True)
class Refits:
    """The model of all blocks, and those of the blocks without some of them.

    :param left: the blocks that each model of ``without`` is made from.
    """

    whole: CostModel
    without: tuple[CostModel, ...]
    left: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(costs: PairedCosts) -> Refits:
        """Fit the model with each block left out, or each of ``MAX_REFITS`` runs of blocks."""
        parts = np.array_split(np.array(costs.blocks), min(MAX_REFITS, len(costs.blocks)))
        left = [tuple(b for b in costs.blocks if b not in set(part.tolist())) for part in parts]
        left = [blocks for blocks in left if blocks]
        return Refits(fit(costs), tuple(fit(costs.only(b)) for b in left), tuple(left))

    def estimate(self, figure: Callable[[CostModel], float]) -> Estimate:
        """Return a figure of the model with its interval."""
        return jackknife(figure(self.whole), [figure(model) for model in self.without])


def jackknife(value: float, left_out: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return a figure with the jackknife's interval.

    Student's t with one degree of freedom less than there are parts left out (Efron and
    Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11). Blocks are left out whole:
    what its trials have in common must not count as chance.

    :param left_out: the figure with each part of the blocks left out.
    """
    count = len(left_out)
    if count < 2 or not math.isfinite(value) or not np.isfinite(left_out).all():
        return Estimate(value, None)
    squares = float(((np.array(left_out) - np.mean(left_out)) ** 2).sum())
    error = math.sqrt((count - 1) / count * squares)
    half = float(stats.t.ppf(0.5 + confidence / 2, count - 1)) * error
    return Estimate(value, Interval(value - half, value + half, confidence))


def back(logarithm: Estimate, back: Callable[[float], float]) -> Estimate:
    """Carry an estimate of a logarithm of a ratio back."""
    interval = logarithm.interval
    if interval is None:
        return Estimate(back(logarithm.value), None)
    ends = sorted((back(interval.low), back(interval.high)))
    return Estimate(back(logarithm.value), Interval(ends[0], ends[1], interval.confidence))
