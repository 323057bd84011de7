# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What an arm saves against the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.model import Contrast, versus
from nav2_composition_bench.aggregate.samples import baseline_of, columns_of
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class Saving:
    """1 - arm / reference, as a fraction; negative where the arm costs more.

    :param interval: of ``fraction``; None with one block.
    :param contrast: ln(arm / reference).
    """

    arm: str
    metric: str
    fraction: float
    interval: Interval | None
    contrast: Contrast


def saving(
    records: Sequence[TrialFigures],
    arm: str,
    metric: str,
    *,
    reference: str | None = None,
    confidence: float = 0.95,
) -> Saving | None:
    """Compare an arm with the reference in the blocks that hold both.

    :param reference: the study's baseline unless another arm is named.
    :returns: None where no block holds positive values of both.
    """
    base = baseline_of(records) if reference is None else reference
    found = versus(columns_of(records, metric), arm, base)
    if found is None:
        return None
    saved = found.ratio(confidence).transformed(lambda ratio: 1 - ratio)
    return Saving(arm, metric, saved.value, saved.interval, found)
