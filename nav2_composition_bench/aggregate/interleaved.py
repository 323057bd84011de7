# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Judge two studies: by pairs if they were interleaved block by block, so that drift cancels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.adjustment import Adjustment
from nav2_composition_bench.aggregate.between_studies import difference_of_studies
from nav2_composition_bench.aggregate.samples import all_tell_speed, blocks_of, speed_readings
from nav2_composition_bench.aggregate.verdict import (
    Verdict,
    compare_independent,
    compare_paired,
    judge_change,
    too_few,
)
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialFigures

MIN_BLOCKS = 2
"""Fewer blocks are neither interleaved nor one after the other."""

INTERLEAVED = "interleaved blocks"
"""What a verdict on them rests on."""

ADJUSTED = "adjusted for the machine's speed"
ADJUSTED_IN_TRIALS = f"{ADJUSTED} in the trials"


def judge(
    first: Sequence[TrialFigures],
    second: Sequence[TrialFigures],
    arm: str,
    metric: str,
    *,
    margin: float,
    confidence: float = 0.95,
    are_alike: bool = False,
) -> Verdict:
    """Judge what the second study measured against the first.

    Interleaved studies are judged by the ratios inside blocks, others as independent.

    :param margin: equivalence margin of the change.
    :param are_alike: whether the arm influences known work alike in both; see
        :func:`~nav2_composition_bench.aggregate.comparable.influence_alike`.
    """
    if metric == ADJUSTED_CPU:
        return _judge_adjusted(first, second, arm, margin, confidence, are_alike)
    ratios = interleaved_log_ratios(first, second, arm, metric)
    if ratios is not None:
        verdict = compare_paired(ratios, margin=margin, confidence=confidence)
        return replace(verdict, basis=INTERLEAVED)
    old, new = (blocks_of(records, arm, metric).values for records in (first, second))
    return compare_independent(old, new, margin=margin, confidence=confidence)


def tells_speed(first: Sequence[TrialFigures], second: Sequence[TrialFigures], arm: str) -> bool:
    """Tell whether all trials of an arm tell the machine's speed, by the same yardstick."""
    rates = [
        {one.yardstick_rate_hz for one in records if one.valid and one.yardstick_system_calls_us}
        for records in (first, second)
    ]
    known = [all_tell_speed(records, arm) for records in (first, second)]
    return rates[0] == rates[1] and len(rates[0]) == 1 and all(known)


def _judge_adjusted(
    first: Sequence[TrialFigures],
    second: Sequence[TrialFigures],
    arm: str,
    margin: float,
    confidence: float,
    are_alike: bool,
) -> Verdict:
    """Judge CPU at one speed of the machine, which both studies together tell."""
    if not tells_speed(first, second, arm):
        return too_few(margin, "the machine's speed is not known in both")
    readings = [
        *speed_readings(first, "first", are_alike=are_alike),
        *speed_readings(second, "second", are_alike=are_alike),
    ]
    is_paired = interleaved_values(first, second, arm, "cpu_percent") is not None
    cells = ("second", arm), ("first", arm)
    found = (
        Adjustment(readings).contrast(*cells)
        if is_paired
        else difference_of_studies(readings, *cells)
    )
    if found is None or found.error is None or found.freedom is None:
        return too_few(margin, "too few trials tell the machine's speed")
    verdict = judge_change(
        found.mean, found.error, found.freedom, margin, confidence, found.lasting_error
    )
    basis = ADJUSTED_IN_TRIALS if are_alike else ADJUSTED
    return replace(verdict, basis=f"{INTERLEAVED}, {basis}" if is_paired else basis)


def interleaved_log_ratios(
    first: Sequence[TrialFigures], second: Sequence[TrialFigures], arm: str, metric: str
) -> tuple[float, ...] | None:
    """Return ln(second / first) of each block, or None for studies that were not interleaved."""
    pairs = interleaved_values(first, second, arm, metric)
    if pairs is None or min(values.min() for values in pairs) <= 0:
        return None
    ours, theirs = pairs
    return tuple(np.log(theirs / ours).tolist())


def interleaved_values(
    first: Sequence[TrialFigures], second: Sequence[TrialFigures], arm: str, metric: str
) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """Return the values of both by block, or None for studies that were not interleaved.

    Interleaved means that both hold the same blocks of the arm and that, in the order of time,
    the two trials of a block follow upon each other, whichever came first. The trials of
    such a pair saw the same machine, as those of one block of a study do; trials of studies that
    were run one after the other did not, and are no pairs.
    """
    ours, theirs = (blocks_of(records, arm, metric) for records in (first, second))
    if ours.blocks != theirs.blocks or len(ours.blocks) < MIN_BLOCKS:
        return None
    started = [
        (start_s, block)
        for records in (first, second)
        for block, start_s in blocks_of(records, arm, "started_wall_s").by_block().items()
        if block in ours.blocks
    ]
    order = [block for _, block in sorted(started)]
    is_known = len({start_s for start_s, _ in started}) == len(started)
    if not is_known or order[::2] != order[1::2]:
        return None
    return ours.array(), theirs.array()
