# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures on the precision of trials and on the regression gate."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from figures.cells import percent, table
from figures.sentences import trials
from figures.studies import mean, records, saved, versions
from nav2_composition_bench.aggregate.describe import (
    Estimate,
    mean_interval,
    span_of,
    student_quantile,
)
from nav2_composition_bench.aggregate.gate import DEFAULT_THRESHOLDS
from nav2_composition_bench.aggregate.precision import MIN_BLOCKS, NOMINAL_CONFIDENCE
from nav2_composition_bench.aggregate.samples import blocks_of

RATIOS = ("0.2", "0.4", "0.6", "0.8", "1.0", "1.5", "2.0", "3.0", "4.0")
"""Scatter over precision wanted."""


def trials_needed() -> str:
    """Return how many trials a precision takes, by each of the three questions."""
    rows = [
        [
            ratio,
            str(_fewest(float(ratio), 2, _of_mean(0.95))),
            str(_fewest(float(ratio), MIN_BLOCKS, _of_mean(NOMINAL_CONFIDENCE))),
            str(_fewest(float(ratio), 2, _of_gate)),
        ]
        for ratio in RATIOS
    ]
    return table(["c / h", "fixed", "until", "gate"], rows)


def _fewest(ratio: float, least: int, half_width_per_deviation: Callable[[int], float]) -> int:
    n = least
    while ratio * half_width_per_deviation(n) > 1:
        n += 1
    return n


def _of_mean(confidence: float) -> Callable[[int], float]:
    return lambda n: student_quantile(0.5 + confidence / 2, n - 1) / math.sqrt(n)


def _of_gate(n: int) -> float:
    freedom = 2 * n - 2
    quantiles = student_quantile(0.975, freedom) + student_quantile(0.9, freedom)
    return quantiles * math.sqrt(2 / n)


def found_costs(*studies: str) -> str:
    """Return what studies found of a cost that one of two arms has, against what was stated.

    :param studies: each STUDY:WITH/WITHOUT:PERCENT, with the arms and the cost in % of a core.
    """
    rows, names = [], []
    for text in studies:
        name, arms, cost = text.split(":")
        names.append(name)
        costly, without = arms.split("/")
        share = float(cost) / mean(name, without, "cpu_percent")
        found = saved(name, costly, "cpu_percent", without)
        rise = span_of(*Estimate(found.fraction, found.interval).transformed(operator.neg))
        rows.append([f"`{name}`", trials(name), f"{share:.1%}", rise])
    return table([f"study{versions(*names)}", "valid trials", "stated", "CPU [95 %]"], rows)


def found_megabytes(name: str, costly: str, without: str, metric: str) -> str:
    """Return how much more memory an arm takes than another, 10^6 bytes, block by block."""
    values = [blocks_of(records(name), arm, metric).by_block() for arm in (costly, without)]
    shared = values[0].keys() & values[1].keys()
    span = mean_interval([values[0][block] - values[1][block] for block in shared])
    middle = (span.low + span.high) / 2
    return "{:.1f} [{:.1f}, {:.1f}]".format(*(one / 1e6 for one in (middle, span.low, span.high)))


def thresholds() -> str:
    """Return the thresholds that the gate has by default."""
    rows = ([f"`{metric}`", percent(limit)] for metric, limit in DEFAULT_THRESHOLDS.items())
    return table(["metric", "threshold"], rows)
