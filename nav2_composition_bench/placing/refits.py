# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures of the cost model with the intervals that chance in the trials gives them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Estimate, student_interval
from nav2_composition_bench.placing.paired_costs import PairedCosts
from nav2_composition_bench.placing.process_cost import CostModel, fit

MAX_REFITS = 100
"""Blocks of a longer study are left out several at a time."""


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
        """Return a figure of the model with its interval, 95 %; None with a single block.

        The interval is of chance in the trials. That the model is one is not in it.
        """
        return jackknife(figure(self.whole), [figure(model) for model in self.without])


def jackknife(value: float, left_out: Sequence[float]) -> Estimate:
    """Return a figure with the jackknife's interval, 95 %.

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
    return Estimate(value, student_interval(value, error, count - 1))
