# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What an arm saves against the baseline, block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Interval, mean_ratio
from nav2_composition_bench.aggregate.samples import adjusted_contrast, baseline_of, log_ratios
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class Saving:
    """1 - arm / reference, as a fraction; negative when it costs more.

    :param fraction: from the geometric mean of the per-block ratios.
    :param interval: Student's interval of the mean log ratio, carried back; None with one block.
    :param log_ratios: ln(arm / reference) per shared block.
    """

    arm: str
    metric: str
    fraction: float
    interval: Interval | None
    log_ratios: tuple[float, ...]


def saving(
    records: Sequence[TrialFigures],
    arm: str,
    metric: str,
    *,
    reference: str | None = None,
    confidence: float = 0.95,
) -> Saving | None:
    """Compare an arm with the reference in the blocks both have.

    Ratios are taken inside blocks, because the machine drifts between them.

    :param reference: the study's baseline unless another arm is named.
    :returns: None when no block holds positive values of both.
    """
    base = baseline_of(records) if reference is None else reference
    contrast = adjusted_contrast(records, arm, base) if metric == ADJUSTED_CPU else None
    by_block = contrast.by_block if contrast else log_ratios(records, arm, base, metric)
    if not by_block:
        return None
    ratios = tuple(by_block.values())
    # the interval of a contrast allows for the adjustment
    if contrast:
        ratio = contrast.estimate(confidence).transformed(math.exp)
    else:
        ratio = mean_ratio(np.array(ratios), confidence)
    saved = ratio.transformed(lambda each: 1 - each)
    return Saving(arm, metric, saved.value, saved.interval, ratios)
