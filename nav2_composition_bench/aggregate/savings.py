# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a composition saves against multi_process, block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from nav2_composition_bench.aggregate.describe import Interval, mean_interval
from nav2_composition_bench.aggregate.samples import BASELINE_COMPOSITION, blocks_of, paired
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class Saving:
    """1 - composition / multi_process, as a fraction; negative when it costs more.

    :param fraction: from the geometric mean of the per-block ratios.
    :param interval: Student's interval of the mean log ratio, carried back; None with one block.
    :param p_value: of the paired t test on log ratios; None with one block or without spread.
    :param log_ratios: ln(composition / multi_process) per shared block.
    """

    composition: str
    metric: str
    fraction: float
    interval: Interval | None
    p_value: float | None
    log_ratios: tuple[float, ...]


def saving(
    records: Sequence[TrialFigures],
    composition: str,
    metric: str,
    *,
    reference: str = BASELINE_COMPOSITION,
    confidence: float = 0.95,
) -> Saving | None:
    """Compare a composition with the reference in the blocks both have.

    Ratios are taken inside blocks, because the machine drifts between them, and averaged as
    logarithms, because a ratio and its inverse must weigh the same.

    :returns: None when no block holds positive values of both.
    """
    ours, theirs = paired(
        blocks_of(records, composition, metric), blocks_of(records, reference, metric)
    )
    usable = (ours > 0) & (theirs > 0)
    if not usable.any():
        return None
    ratios: NDArray[np.float64] = np.log(ours[usable] / theirs[usable])
    mean = float(ratios.mean())
    interval = _saved(mean_interval(ratios, confidence)) if ratios.size > 1 else None
    return Saving(
        composition, metric, 1 - math.exp(mean), interval, _p_value(ratios), tuple(ratios.tolist())
    )


def _saved(log_ratio: Interval) -> Interval:
    return Interval(1 - math.exp(log_ratio.high), 1 - math.exp(log_ratio.low), log_ratio.confidence)


def _p_value(log_ratios: NDArray[np.float64]) -> float | None:
    if log_ratios.size < 2 or float(np.ptp(log_ratios)) == 0.0:
        return None
    return float(stats.ttest_1samp(log_ratios, 0.0).pvalue)
