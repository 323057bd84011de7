# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goals lost, and delays of goals and timers, of a study with a background load."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.metrics import NOT_MEASURED, Values
from nav2_composition_bench.report.figures import arm_heading
from nav2_composition_bench.trial.record import TrialFigures

GOALS_TITLE = "Goals beside the background load"
GOALS_NOTE = (
    "Of all trials, valid or not, each of which ends with the first goal that is lost; brackets:"
    " exact 95 % interval of the share (Clopper and Pearson). Delays are p50/p99/max in ms:"
    " means over trials of the quantiles, and the greatest. goal acknowledged: from the request of"
    " a goal between Nav2's own nodes until its client takes the answer; timer: from its due time"
    " until its callback begins."
)
_CONFIDENCE = 0.95


def goal_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return a row for each arm; nothing where no trial ran beside a background load."""
    found = {
        arm: [each.metrics for each in records if each.arm == arm and "goals_sent" in each.metrics]
        for arm in arms_of(records)
    }
    if not any(found.values()):
        return []
    heading = ["goals sent", "lost", "share lost [%]", "goal acknowledged [ms]", "timer late [ms]"]
    rows = [[arm, *_cells(trials)] for arm, trials in found.items()]
    return [[arm_heading(records), *heading], *rows]


def _cells(trials: Sequence[Values]) -> list[str]:
    sent, lost = (sum(int(each[f"goals_{what}"]) for each in trials) for what in ("sent", "lost"))
    return [
        str(sent),
        str(lost),
        _share(lost, sent),
        _delays("acknowledgement", trials),
        _delays("timer_delay", trials),
    ]


def _share(lost: int, sent: int) -> str:
    if not sent:
        return NOT_MEASURED
    from scipy.stats import binomtest  # slow to import

    interval = binomtest(lost, sent).proportion_ci(_CONFIDENCE, method="exact")
    return f"{100 * lost / sent:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _delays(name: str, trials: Sequence[Values]) -> str:
    known = [each for each in trials if f"{name}_count" in each]
    if not known:
        return NOT_MEASURED
    p50_us, p99_us, max_us = (
        [each[f"{name}_{figure}_us"] for each in known] for figure in ("p50", "p99", "max")
    )
    shown_us = (sum(p50_us) / len(known), sum(p99_us) / len(known), max(max_us))
    return "/".join(f"{value / 1e3:.1f}" for value in shown_us)
