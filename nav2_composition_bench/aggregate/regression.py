# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study against a stored baseline, metric by metric."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.comparable import (
    differences,
    forbidden,
    influence_alike,
    same_processor,
)
from nav2_composition_bench.aggregate.gate import (
    NOT_ENOUGH_STATUS,
    GateOutcome,
    GateVerdict,
    confidence_of_each,
    gate,
    incomparable,
    lacking,
)
from nav2_composition_bench.aggregate.interleaved import judge, tells_speed
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of, valid_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU, METRICS

DEFAULT_THRESHOLDS: Mapping[str, float] = {
    "cpu_percent": 0.10,
    "pss_bytes": 0.05,
    "footprint_bytes": 0.05,
}
"""Rises that must not pass: CPU is noisier than memory."""

EXPECTED_TO_DIFFER = ("commit",)
"""What a regression gate is about; everything else must be as it was for the baseline."""

_THRESHOLD = re.compile(r"^(\w+)=(\d+(?:\.\d+)?)%?$")


@dataclass(frozen=True)
class CheckedMetric:
    """The gate's answer for one metric of one arm."""

    arm: str
    metric: str
    verdict: GateVerdict


def parse_thresholds(texts: Sequence[str]) -> dict[str, float]:
    """Read ``cpu_percent=8%`` and the like.

    :raises UserError: naming the text that cannot be read, or the metric that is no cost.
    """
    costs = [name for name, metric in METRICS.items() if metric.is_cost and name != ADJUSTED_CPU]
    thresholds = {}
    for text in texts:
        match = _THRESHOLD.match(text.replace(" ", ""))
        if match is None or match[1] not in METRICS or float(match[2]) <= 0:
            raise UserError(
                f"--threshold: cannot read '{text}'; write metric=percent, e.g. cpu_percent=8%,"
                f" with a metric out of {', '.join(costs)}"
            )
        if match[1] == ADJUSTED_CPU:
            raise UserError(
                f"--threshold: {ADJUSTED_CPU} is judged by the threshold of cpu_percent; set that"
            )
        if match[1] not in costs:
            raise UserError(
                f"--threshold: {match[1]} is no cost: more of it is better, so a rise is no"
                " regression"
            )
        thresholds[match[1]] = float(match[2]) / 100
    return thresholds


def check(
    baseline: StoredStudy,
    candidate: StoredStudy,
    thresholds: Mapping[str, float],
    subjects: Sequence[str] = EXPECTED_TO_DIFFER,
    looks: int = 1,
    asked: Collection[str] = (),
) -> tuple[CheckedMetric, ...]:
    """Judge every arm of the baseline.

    A metric that the baseline holds for some arms is left out for the others, where it cannot have
    regressed, and so is one that nobody asked for and it holds for none; one that only the
    candidate lacks has not enough trials, nor has an arm that the candidate lacks, or without a
    valid trial on either side.
    Studies that are interleaved block by block are judged by the ratios inside blocks. CPU is the
    adjusted one where both tell one processor's speed.

    :param looks: how often a growing candidate is judged in all; see
        :func:`confidence_of_each`.
    :param asked: metrics whose threshold somebody set.
    :raises UserError: when the two share no arm, or the baseline tells nothing of what is asked.
    """
    arms = [name for name in arms_of(candidate.records) if name in arms_of(baseline.records)]
    if not arms:
        raise UserError(f"{candidate.name} and {baseline.name} share no arm to check")
    found = differences(baseline.stamp, candidate.stamp)
    refused = forbidden(found, subjects)
    if not refused:
        refuse_unmeasured(baseline, arms, thresholds, asked)
    confidence = confidence_of_each(looks)
    are_alike = influence_alike(found)
    may_adjust = not refused and same_processor(found)
    checked = []
    for arm in arms_of(baseline.records):
        adjusts = may_adjust and tells_speed(baseline.records, candidate.records, arm)
        for asked, threshold in thresholds.items():
            metric = ADJUSTED_CPU if adjusts and asked == "cpu_percent" else asked
            metric_is_told = bool(blocks_of(baseline.records, arm, metric).values)
            if refused:
                verdict = incomparable(str(refused[0]), threshold)
            elif not metric_is_told and valid_of(baseline.records, arm):
                continue
            elif arm not in arms:
                verdict = lacking(f"{candidate.name} has no trial of {arm}", threshold)
            else:
                verdict = gate(
                    judge(
                        baseline.records,
                        candidate.records,
                        arm,
                        metric,
                        margin=threshold,
                        confidence=confidence,
                        are_alike=are_alike,
                    )
                )
            checked.append(CheckedMetric(arm, metric, verdict))
    return tuple(checked)


def refuse_unmeasured(
    baseline: StoredStudy, arms: Sequence[str], metrics: Collection[str], asked: Collection[str]
) -> None:
    """Refuse a baseline by which nothing can be judged, or not a metric whose threshold was set.

    :param asked: those of the metrics whose threshold was set.
    :raises UserError: naming the metrics that none of the arms has.
    """
    missing = [
        metric
        for metric in metrics
        if not any(blocks_of(baseline.records, arm, metric).values for arm in arms)
    ]
    if len(missing) < len(metrics):  # of the defaults, one that was never measured is left out
        missing = [each for each in missing if each in asked]
    if missing:
        raise UserError(
            f"baseline {baseline.name} holds no valid trial of {', '.join(arms)} with"
            f" {', '.join(missing)}, so there is nothing to judge by"
        )


def exit_status(checked: Sequence[CheckedMetric]) -> int:
    """Return 2 for unlike studies, else 1 for a regression, else 3 for too few trials, else 0."""
    outcomes = {one.verdict.outcome for one in checked}
    for outcome, status in (
        (GateOutcome.NOT_COMPARABLE, 2),
        (GateOutcome.REGRESSION, 1),
        (GateOutcome.NOT_ENOUGH_TRIALS, NOT_ENOUGH_STATUS),
    ):
        if outcome in outcomes:
            return status
    return 0
