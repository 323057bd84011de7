# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate: has a cost risen by as much as matters?

Two hypotheses stand against each other: the cost is what it was, and the cost has risen by the
threshold. A confidence interval of the change decides: REGRESSION needs its lower end above zero,
FINE its upper end below the threshold. Each error has at most half the interval's error rate.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.verdict import (
    Verdict,
    compare_independent,
    compare_paired,
)


class GateOutcome(str, enum.Enum):
    """What the gate answers for one metric of one composition."""

    FINE = "FINE"
    REGRESSION = "REGRESSION"
    NOT_ENOUGH_TRIALS = "NOT_ENOUGH_TRIALS"
    NOT_COMPARABLE = "NOT_COMPARABLE"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class GateVerdict:
    """The gate's answer with what it rests on.

    :param change: candidate / baseline - 1; None when it could not be computed.
    :param threshold: the rise that matters, as a fraction.
    """

    outcome: GateOutcome
    change: float | None
    interval: Interval | None
    threshold: float
    reason: str


def gate(
    baseline: Sequence[float],
    candidate: Sequence[float],
    *,
    threshold: float,
    confidence: float = 0.95,
    looks: int = 1,
) -> GateVerdict:
    """Judge trials of a candidate against those of a stored baseline.

    :param threshold: rise that must not pass unseen, a fraction above 0.
    :param looks: how often the growing candidate is judged in all. The error rate is shared out
        among the looks (Bonferroni), which holds whatever their dependence.
    :raises ValueError: for a threshold that is not above 0 or fewer than one look.
    """
    shared = _shared_out(threshold, confidence, looks)
    return _answer(
        compare_independent(baseline, candidate, margin=threshold, confidence=shared), threshold
    )


def gate_paired(
    log_ratios: Sequence[float], *, threshold: float, confidence: float = 0.95, looks: int = 1
) -> GateVerdict:
    """Judge ln(candidate / baseline) of blocks that were run in turn; otherwise as :func:`gate`."""
    shared = _shared_out(threshold, confidence, looks)
    return _answer(compare_paired(log_ratios, margin=threshold, confidence=shared), threshold)


def incomparable(differing: str, threshold: float) -> GateVerdict:
    """Return the refusal that names what differs."""
    return GateVerdict(GateOutcome.NOT_COMPARABLE, None, None, threshold, differing)


def _shared_out(threshold: float, confidence: float, looks: int) -> float:
    """Confidence of each of the looks."""
    if threshold <= 0 or looks < 1:
        raise ValueError(f"threshold {threshold} must be above 0 and looks {looks} at least 1")
    return 1 - (1 - confidence) / looks


def _answer(found: Verdict, threshold: float) -> GateVerdict:
    if found.interval is None or found.change is None:
        return GateVerdict(GateOutcome.NOT_ENOUGH_TRIALS, None, None, threshold, found.reason)
    interval = found.interval
    span = f"{found.change:+.1%} [{interval.low:+.1%}, {interval.high:+.1%}]"
    if interval.high < threshold:
        outcome, reason = GateOutcome.FINE, f"{span} stays below +{threshold:.1%}"
    elif interval.low > 0:
        outcome, reason = GateOutcome.REGRESSION, f"{span} has risen"
    else:
        outcome = GateOutcome.NOT_ENOUGH_TRIALS
        reason = f"{span} holds both no change and +{threshold:.1%}"
    return GateVerdict(outcome, found.change, interval, threshold, reason)
