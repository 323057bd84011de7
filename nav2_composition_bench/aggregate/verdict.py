# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One of four answers to the question whether a result changed."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import (
    Interval,
    difference_error,
    span_of,
    standard_error,
    student_interval,
    student_quantile,
)

LASTING = "and more trials would not change that: run blocks of both in turn"
"""What a reason says where the interval that any number of trials leaves is too wide."""


class Outcome(str, enum.Enum):
    """The answers; costs are compared, so less is BETTER."""

    BETTER = "BETTER"
    WORSE = "WORSE"
    NO_DIFFERENCE = "NO_DIFFERENCE"
    NOT_ENOUGH_TRIALS = "NOT_ENOUGH_TRIALS"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Verdict:
    """An answer with what it rests on.

    :param change: candidate / baseline - 1 of the geometric means; None when not computed.
    :param interval: of the change; None with too few trials for one.
    :param margin: equivalence margin of the change.
    :param reason: one clause for people.
    :param basis: what was compared, where that is not simply all trials of both.
    :param unresolved: the largest rise whose interval would hold no change after any number of
        trials.
    """

    outcome: Outcome
    change: float | None
    interval: Interval | None
    margin: float
    reason: str
    basis: str | None = None
    unresolved: float = 0.0

    def __str__(self) -> str:
        return "; ".join(filter(None, (f"{self.outcome} {self.reason}", self.basis)))


def compare_independent(
    baseline: Sequence[float],
    candidate: Sequence[float],
    *,
    margin: float,
    confidence: float = 0.95,
) -> Verdict:
    """Judge trials of two studies that share no blocks; a value of zero leaves no ratio to judge.

    The interval is Student's for the difference of mean logarithms: a stored baseline lends its
    variance to a candidate of one or two trials, see :func:`.describe.difference_error`.
    NO_DIFFERENCE is two one-sided tests (Schuirmann 1987) at the interval's level, i.e. the whole
    interval inside ±margin; it goes before BETTER and WORSE, because a real but negligible change
    does not matter.
    """
    old, new = _finite(baseline), _finite(candidate)
    count = old.size + new.size
    if zeros := int((old <= 0).sum() + (new <= 0).sum()):
        return too_few(margin, f"zero in {zeros} of {count} trials, and zero has no ratio")
    if old.size < 1 or new.size < 1 or count < 3:
        needed = "one of each and three in all are needed"
        return too_few(margin, f"{old.size} and {new.size} trials; {needed}")
    # Equal counts then have logarithms of exactly 0, which a margin of 0 asks for.
    old, new = np.log(old / old[0]), np.log(new / old[0])
    change = float(new.mean() - old.mean())
    return judge_change(change, *difference_error(old, new), margin, confidence)


def compare_paired(
    log_ratios: Sequence[float], *, margin: float, confidence: float = 0.95
) -> Verdict:
    """Judge ln(candidate / baseline) of blocks that hold both."""
    ratios = np.asarray(log_ratios, dtype=np.float64)
    if ratios.size < 2:
        return too_few(margin, f"blocks that hold both: {ratios.size}; 2 are needed")
    return judge_change(
        float(ratios.mean()), standard_error(ratios), ratios.size - 1, margin, confidence
    )


def judge_change(
    log_change: float,
    error: float,
    freedom: float,
    margin: float,
    confidence: float,
    lasting_error: float = 0.0,
) -> Verdict:
    """Judge ln(candidate / baseline) by its standard error.

    :param lasting_error: the part of the standard error that no further trial makes less.
    """
    interval = student_interval(log_change, error, freedom, confidence).transformed(math.expm1)
    change = math.expm1(log_change)
    span = span_of(change, interval, sign=True)
    lasting_half = student_quantile(0.5 + confidence / 2, math.inf) * lasting_error
    unresolved = math.expm1(lasting_half)
    if -margin <= interval.low and interval.high <= margin:
        outcome, reason = Outcome.NO_DIFFERENCE, f"{span} lies within ±{margin:.1%}"
    elif interval.low > 0:
        outcome, reason = Outcome.WORSE, f"{span} lies above zero"
    elif interval.high < 0:
        outcome, reason = Outcome.BETTER, f"{span} lies below zero"
    else:
        outcome = Outcome.NOT_ENOUGH_TRIALS
        reason = f"{span} holds zero and reaches beyond ±{margin:.1%}"
        if unresolved >= margin and abs(log_change) <= lasting_half:
            reason = f"{reason}, {LASTING}"
    return Verdict(outcome, change, interval, margin, reason, unresolved=unresolved)


def too_few(margin: float, reason: str) -> Verdict:
    """Return the answer where no interval can be had."""
    return Verdict(Outcome.NOT_ENOUGH_TRIALS, None, None, margin, reason)


def _finite(values: Sequence[float]) -> NDArray[np.float64]:
    array = np.asarray(values, dtype=np.float64)
    return array[np.isfinite(array)]
