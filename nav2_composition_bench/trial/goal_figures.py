# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What became of the goals of a trial beside a background load, and how late callbacks were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.message_statistics.delays import Delay, Delays
from nav2_composition_bench.sampling.cumulative_counter import Window, inside
from nav2_composition_bench.trial.goal_legs import SUCCEEDED

_US_PER_NS = 1e-3


@dataclass(frozen=True)
class DelayRecord:
    """Delays in the legs of one trial, microseconds; quantiles are values of the sample."""

    count: int
    p50_us: float
    p99_us: float
    max_us: float


@dataclass(frozen=True)
class GoalFigures:
    """Goals of the script, and delays inside the system.

    :param sent: goals that were sent; a trial ends with the first that is lost.
    :param lost: of these, the ones that were not reached or never accepted.
    :param acknowledgement: from the request of a goal between nodes of the system to the moment in
        which its client takes the answer; None where nothing timed them, as is ``timers``.
    :param timers: from a timer's due time to the entry of its callback.
    """

    sent: int
    lost: int
    acknowledgement: DelayRecord | None
    timers: DelayRecord | None


def goal_figures(
    statuses: Sequence[str], is_unanswered: bool, delays: Delays, windows: Sequence[Window]
) -> GoalFigures:
    """Count goals and describe the delays that ended in the legs.

    :param statuses: how each leg ended.
    :param is_unanswered: a further goal was due and never accepted, which counts as lost.
    :param windows: the legs, CLOCK_MONOTONIC.
    """
    lost = sum(status != SUCCEEDED for status in statuses) + is_unanswered
    return GoalFigures(
        len(statuses) + is_unanswered,
        lost,
        _described(delays.acknowledgements, windows),
        _described(delays.timers, windows),
    )


def _described(delays: Iterable[Delay], windows: Sequence[Window]) -> DelayRecord | None:
    found = [each.delay_ns for each in delays if inside(each.at_monotonic_s, windows)]
    if not found:
        return None
    p50, p99 = np.quantile(found, (0.5, 0.99), method="inverted_cdf")
    return DelayRecord(len(found), *(float(each) * _US_PER_NS for each in (p50, p99, max(found))))
