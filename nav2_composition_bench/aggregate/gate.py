# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate: has a cost risen by as much as matters?

Two hypotheses stand against each other: the cost is what it was, and the cost has risen by the
threshold. A confidence interval of the change decides: REGRESSION needs its lower end above zero,
FINE its upper end below the threshold. Each error has at most half the interval's error rate.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import Interval, span_of
from nav2_composition_bench.aggregate.verdict import LASTING, Verdict

NOT_ENOUGH_STATUS = 3
"""Exit status for too few trials."""


class GateOutcome(str, enum.Enum):
    """What the gate answers for one metric of one arm."""

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
    :param may_be_decided: False where no number of further trials would change the answer.
    """

    outcome: GateOutcome
    change: float | None
    interval: Interval | None
    threshold: float
    reason: str
    may_be_decided: bool = True


def confidence_of_each(looks: int) -> float:
    """Return the confidence of the intervals of a growing candidate that is judged so often.

    The error rate of 5 % is shared out among the looks (Bonferroni), which holds whatever their
    dependence.

    :raises ValueError: for fewer than one look.
    """
    if looks < 1:
        raise ValueError(f"looks {looks} must be at least 1")
    return 1 - 0.05 / looks


def gate(found: Verdict) -> GateVerdict:
    """Turn the change of a candidate against its baseline into an answer.

    :param found: the change; its margin is the rise that must not pass unseen.
    :raises ValueError: for a margin that is not above 0.
    """
    threshold, interval = found.margin, found.interval
    if threshold <= 0:
        raise ValueError(f"threshold {threshold} must be above 0")
    if interval is None or found.change is None:
        return GateVerdict(GateOutcome.NOT_ENOUGH_TRIALS, None, None, threshold, found.reason)
    may_be_decided = True
    if interval.high < threshold:
        outcome, why = GateOutcome.FINE, f"stays below +{threshold:.1%}"
    elif interval.low > 0:
        by = "by" if interval.low >= threshold else "maybe by"
        outcome, why = GateOutcome.REGRESSION, f"has risen, {by} +{threshold:.1%} or more"
    else:
        outcome, why = GateOutcome.NOT_ENOUGH_TRIALS, f"holds both no change and +{threshold:.1%}"
        if not (may_be_decided := _may_be_decided(found)):
            why = f"{why}, {LASTING}, or set a threshold well above {found.unresolved:.1%}"
    basis = f"; {found.basis}" if found.basis else ""
    reason = f"{span_of(found.change, interval, sign=True)} {why}{basis}"
    return GateVerdict(outcome, found.change, interval, threshold, reason, may_be_decided)


def _may_be_decided(found: Verdict) -> bool:
    """Tell whether more trials may decide: no change and the threshold can be told apart.

    Where they cannot, a change that was measured far enough from both may be decided all the same.
    """
    assert found.change is not None
    is_fine = (1 + found.change) * (1 + found.unresolved) < 1 + found.margin
    is_rise = found.change > found.unresolved
    return found.unresolved < found.margin or is_fine or is_rise


def lacking(what: str, threshold: float) -> GateVerdict:
    """Return the answer for what the candidate does not hold, and no further trial of it will."""
    outcome = GateOutcome.NOT_ENOUGH_TRIALS
    return GateVerdict(outcome, None, None, threshold, what, may_be_decided=False)


def incomparable(differing: str, threshold: float) -> GateVerdict:
    """Return the refusal that names what differs."""
    return GateVerdict(GateOutcome.NOT_COMPARABLE, None, None, threshold, differing)
