# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What an arm saves against the baseline, block by block."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Interval, mean_ratio
from nav2_composition_bench.aggregate.samples import adjustment_of, baseline_of, log_ratios
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class Saving:
    """1 - arm / reference, as a fraction; negative when it costs more.

    :param fraction: from the geometric mean of the per-block ratios.
    :param interval: Student's interval of the mean log ratio, carried back, 95 %; None with one
        block.
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
) -> Saving | None:
    """Compare an arm with the reference in the blocks both have.

    Ratios are taken inside blocks, because the machine drifts between them.

    :param reference: the study's baseline unless another arm is named.
    :returns: None when no block holds positive values of both.
    """
    base = baseline_of(records) if reference is None else reference
    ratios = tuple(log_ratios(records, arm, base, metric).values())
    if not ratios:
        return None
    if metric == ADJUSTED_CPU and (adjustment := adjustment_of(records)):
        # its interval allows for the adjustment
        contrast = adjustment.contrast(arm, base)
        assert contrast is not None, "these ratios are of its blocks"
        ratio = contrast.estimate().transformed(math.exp)
    else:
        ratio = mean_ratio(np.array(ratios))
    saved = ratio.transformed(lambda each: 1 - each)
    return Saving(arm, metric, saved.value, saved.interval, ratios)
