# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Is a change below or above a threshold? One verdict for every question of that kind."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.describe import Estimate, Interval
from nav2_composition_bench.aggregate.model import Contrast

ERROR_RATE = 0.05
"""Chance that any verdict of a family is wrong."""
UNDECIDED_STATUS = 3
"""Exit status where nothing is above and something is undecided."""


class Outcome(str, enum.Enum):
    """Where something lies that was compared with a threshold."""

    BELOW = "below"
    ABOVE = "above"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Verdict:
    """A change against its threshold.

    :param change: candidate / baseline - 1 with its 95 % interval; None where nothing was compared.
    :param threshold: a fraction, as the change.
    :param reason: why nothing was compared; empty where something was.
    """

    outcome: Outcome
    change: Estimate | None
    threshold: float
    reason: str = ""


def verdicts(
    found: Sequence[tuple[Contrast | None, float]], error_rate: float = ERROR_RATE
) -> tuple[Verdict, ...]:
    """Judge a family of contrasts, each against a threshold of its own.

    Holm's procedure (A simple sequentially rejective multiple test procedure, 1979): whatever the
    changes are and however they depend on each other, the chance that any verdict is wrong is at
    most the error rate. So a verdict may be undecided though an interval, which is of its contrast
    alone, excludes the threshold.

    :param found: contrasts with thresholds; None where there is none.
    """
    p_values = [1.0 if one is None else one.p_value(threshold) for one, threshold in found]
    decided: set[int] = set()
    for left, index in zip(
        range(len(found), 0, -1), sorted(range(len(found)), key=p_values.__getitem__)
    ):
        if p_values[index] > error_rate / left:
            break
        decided.add(index)
    return tuple(
        _verdict(one, threshold, is_decided=index in decided)
        for index, (one, threshold) in enumerate(found)
    )


def _verdict(found: Contrast | None, threshold: float, *, is_decided: bool) -> Verdict:
    if found is None:
        return Verdict(Outcome.UNDECIDED, None, threshold, "no trials to compare")
    change = found.ratio().transformed(lambda ratio: ratio - 1)
    if not is_decided:
        return Verdict(Outcome.UNDECIDED, change, threshold)
    is_above = found.value > math.log1p(threshold)
    return Verdict(Outcome.ABOVE if is_above else Outcome.BELOW, change, threshold)


def against_limit(interval: Interval | None, limit: float) -> Outcome:
    """Return where the whole of an interval lies; a limit that is met counts as below."""
    if interval is None or interval.low <= limit < interval.high:
        return Outcome.UNDECIDED
    return Outcome.BELOW if interval.high <= limit else Outcome.ABOVE


def exit_status(outcomes: Sequence[Outcome]) -> int:
    """Return 1 if something is above, else :data:`UNDECIDED_STATUS` if something is undecided."""
    if Outcome.ABOVE in outcomes:
        return 1
    return UNDECIDED_STATUS if Outcome.UNDECIDED in outcomes else 0
