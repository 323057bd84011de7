# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goals lost, and delays of goals and timers, of a study with a background load."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.metrics import NOT_MEASURED
from nav2_composition_bench.report.figures import arm_heading
from nav2_composition_bench.trial.goal_figures import DelayRecord, GoalFigures
from nav2_composition_bench.trial.record import TrialFigures

GOALS_TITLE = "Goals beside the background load"
GOALS_NOTE = (
    "Of all trials, valid or not, each of which ends with the first goal that is lost; brackets:"
    " exact 95 % interval of the share (Clopper and Pearson). Delays are p50 / p99 / max in ms:"
    " means over trials of the quantiles, and the greatest. goal acknowledged: from the request of"
    " a goal between Nav2's own nodes until its client takes the answer; timer: from its due time"
    " until its callback begins."
)
_CONFIDENCE = 0.95


def goal_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return a row for each arm; nothing where no trial ran beside a background load."""
    found = {
        arm: [each.goals for each in records if each.arm == arm and each.goals is not None]
        for arm in arms_of(records)
    }
    if not any(found.values()):
        return []
    heading = ["goals sent", "lost", "share lost [%]", "goal acknowledged [ms]", "timer late [ms]"]
    rows = [[arm, *_cells(goals)] for arm, goals in found.items()]
    return [[arm_heading(records), *heading], *rows]


def _cells(goals: Sequence[GoalFigures]) -> list[str]:
    sent, lost = sum(each.sent for each in goals), sum(each.lost for each in goals)
    return [
        str(sent),
        str(lost),
        _share(lost, sent),
        _delays([each.acknowledgement for each in goals]),
        _delays([each.timers for each in goals]),
    ]


def _share(lost: int, sent: int) -> str:
    if not sent:
        return NOT_MEASURED
    from scipy.stats import binomtest  # slow to import

    interval = binomtest(lost, sent).proportion_ci(_CONFIDENCE, method="exact")
    return f"{100 * lost / sent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _delays(delays: Sequence[DelayRecord | None]) -> str:
    known = [each for each in delays if each is not None]
    if not known:
        return NOT_MEASURED
    p50_us = sum(each.p50_us for each in known) / len(known)
    p99_us = sum(each.p99_us for each in known) / len(known)
    longest_us = max(each.max_us for each in known)
    return " / ".join(f"{value / 1e3:.1f}" for value in (p50_us, p99_us, longest_us))
