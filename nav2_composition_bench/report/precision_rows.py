# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How well trials repeat, how fast the machine was, and what throwing trials away did."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nav2_composition_bench.aggregate.adjustment import Adjustment
from nav2_composition_bench.aggregate.describe import coefficient_of_variation, span_of
from nav2_composition_bench.aggregate.invalid_spread import InvalidSpread, invalid_spread
from nav2_composition_bench.aggregate.samples import adjustment_of, arms_of, baseline_of, blocks_of
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.figures import arm_heading, mean_and_deviation
from nav2_composition_bench.trial.record import TrialFigures

PRECISION = "How well CPU repeats"
_PRECISION_NOTE = (
    "Scatter: standard deviation over mean. Adjusted: at one speed of the machine, which the system"
    " calls of known work tell. An arm's own influence on these stays in the arm's cost."
)
_ALIKE_NOTE = (
    " Arms that differ in parameters alone are taken to have the same influence, and are compared"
    " by readings in their trials."
)
SPREAD = "Invalid trials"


def precision_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return the scatter of CPU in each arm, measured and adjusted; empty without a yardstick."""
    adjustment = adjustment_of(records)
    if adjustment is None:
        return []
    rows = [
        [
            arm_heading(records),
            "trials",
            "scatter of CPU",
            "adjusted",
            "system calls in the trial [µs]",
            "without a system [µs]",
            "slowed down by the arm [95 %]",
        ]
    ]
    for arm in arms_of(records):
        repeated = list(adjustment.repeated(arm).values())
        rows.append(
            [
                arm,
                str(len(repeated)),
                _scatter(blocks_of(records, arm, "cpu_percent").values),
                _scatter(repeated),
                _mean(records, arm, "yardstick_system_calls_us"),
                _mean(records, arm, "idle_yardstick_system_calls_us"),
                _influence(adjustment, arm, baseline_of(records)),
            ]
        )
    return rows


def precision_note(records: Sequence[TrialFigures]) -> str:
    """Say what :func:`precision_rows` shows, of a study with a yardstick."""
    adjustment = adjustment_of(records)
    has_alike = adjustment is not None and adjustment.has_alike
    return _PRECISION_NOTE + _ALIKE_NOTE * has_alike


def spread_lines(records: Sequence[TrialFigures]) -> list[str]:
    """Say whether invalid trials are spread evenly over the arms; empty without any."""
    found = invalid_spread(records)
    if found is None:
        return []
    verdict = (
        "they are not spread evenly over the arms, so throwing them away may favour one"
        if found.is_uneven
        else "they may well be spread evenly over the arms"
    )
    total = sum(arm.invalid for arm in found.arms)
    of = sum(arm.trials for arm in found.arms)
    rest = "" if _any_measured(found) else "; nothing of them was steady, so they change no figure"
    return [
        f"{total} of {of} trials are invalid; {verdict} (exact test, p = {found.p_value:.3f}){rest}"
    ]


def spread_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return what CPU would be with the invalid trials; empty where none was measured."""
    found = invalid_spread(records)
    if found is None or not _any_measured(found):
        return []
    cpu = METRICS["cpu_percent"].heading
    heading = [
        arm_heading(records),
        "invalid",
        "not measured",
        cpu,
        "saved",
        f"{cpu} with invalid trials",
        "saved with them",
    ]
    rows = [heading]
    for arm in found.arms:
        described = [
            NOT_MEASURED
            if one is None
            else mean_and_deviation("cpu_percent", one.mean, one.standard_deviation)
            for one in (arm.cpu, arm.cpu_of_all)
        ]
        saved = [
            NOT_MEASURED if one is None else f"{one:.1%}" for one in (arm.saved, arm.saved_of_all)
        ]
        invalid = f"{arm.invalid} of {arm.trials}"
        rows.append(
            [arm.arm, invalid, str(arm.unmeasured), described[0], saved[0], described[1], saved[1]]
        )
    return rows


def _any_measured(found: InvalidSpread) -> bool:
    return any(arm.unmeasured < arm.invalid for arm in found.arms)


def _scatter(values: Sequence[float]) -> str:
    found = coefficient_of_variation(values)
    return NOT_MEASURED if found is None else f"{found:.1%}"


def _mean(records: Sequence[TrialFigures], arm: str, metric: str) -> str:
    return METRICS[metric].display(blocks_of(records, arm, metric).mean())


def _influence(adjustment: Adjustment, arm: str, base: str) -> str:
    found = adjustment.influence(arm, base) if arm != base else None
    if found is None:
        return NOT_MEASURED
    return span_of(*found.estimate().transformed(math.expm1), sign=True)
