# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate: has a metric risen by more than a threshold against a baseline?

Two studies that ran one after the other did not see the same machine. Memory and messages do not
depend on its speed; CPU does, and is judged only if somebody states that the machine was the same
and quiet. Two builds that are arms of one study are compared inside blocks, CPU too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.comparable import differences, forbidden
from nav2_composition_bench.aggregate.model import Contrast, independent, versus
from nav2_composition_bench.aggregate.precision import SHORT_NAMES
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of, columns_of, valid_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import ERROR_RATE, Verdict, verdicts
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.trial.record import TrialFigures

DEFAULT_THRESHOLDS: Mapping[str, float] = {
    "cpu_percent": 0.10,
    "pss_bytes": 0.05,
    "footprint_bytes": 0.05,
}
"""Rises that must not pass: CPU is noisier than memory."""
OF_SPEED = (
    "cpu_percent",
    "kernel_cpu_percent",
    "cycles_hz",
    "discovery_cpu_s",
    "robot_cpu_percent",
    "yardstick_us",
    "yardstick_system_calls_us",
    "idle_yardstick_system_calls_us",
    "latency_mean_us",
    "latency_p50_us",
    "latency_p99_us",
    "path_mean_us",
    "path_p50_us",
    "path_p99_us",
    "timer_jitter_us",
    "discovered_s",
    "remote_seen_s",
    "restart_s",
)
"""Metrics that go with the machine's speed, and are compared inside blocks alone."""
EXPECTED_TO_DIFFER = ("commit",)
"""What a regression gate is about; everything else must be as it was for the baseline."""
_THRESHOLD = re.compile(r"^(\w+)=(\d+(?:\.\d+)?)%?$")


@dataclass(frozen=True)
class CheckedMetric:
    """The verdict on one metric of one arm."""

    arm: str
    metric: str
    verdict: Verdict


def check(
    baseline: StoredStudy,
    candidate: StoredStudy,
    thresholds: Mapping[str, float],
    asked: Collection[str] = (),
    subjects: Sequence[str] = EXPECTED_TO_DIFFER,
    *,
    is_same_machine: bool = False,
) -> tuple[CheckedMetric, ...]:
    """Judge every metric of every arm that the baseline holds.

    An arm that the candidate lacks is undecided.

    :param thresholds: metric → rise that must not pass, a fraction.
    :param asked: those of the metrics whose threshold somebody set.
    :param subjects: what the candidate may differ in, of :data:`~.comparable.SUBJECTS`.
    :param is_same_machine: somebody states that the machine was the same and quiet for both.
    :raises UserError: for studies that differ in more than the subjects or share no arm, and for a
        metric that somebody asked for and the baseline cannot judge.
    """
    if refused := forbidden(differences(baseline.stamp, candidate.stamp), subjects):
        raise UserError(f"{candidate.name} cannot be compared with {baseline.name}: {refused[0]}")
    arms = arms_of(baseline.records)
    shared = [arm for arm in arms_of(candidate.records) if arm in arms]
    if not shared:
        raise UserError(f"{candidate.name} and {baseline.name} share no arm to check")
    judged = [metric for metric in thresholds if is_same_machine or metric not in OF_SPEED]
    _refuse_unmeasured(baseline, shared, judged, asked)
    places = [
        (arm, metric)
        for arm in arms
        for metric in judged
        if blocks_of(baseline.records, arm, metric).values or not valid_of(baseline.records, arm)
    ]
    found = [
        independent(*(blocks_of(study.records, *place).values for study in (baseline, candidate)))
        for place in places
    ]
    return _checked(places, found, thresholds)


def check_arms(
    records: Sequence[TrialFigures],
    pairs: Sequence[tuple[str, str]],
    thresholds: Mapping[str, float],
    looks: int = 1,
) -> tuple[CheckedMetric, ...]:
    """Judge arms against others of the same study, inside blocks.

    :param pairs: candidate and baseline.
    :param thresholds: metric → rise that must not pass, a fraction; a metric that no trial holds is
        left out.
    :param looks: how often a growing study is judged. The error rate is shared out among all
        looks, taken or not (Bonferroni), so that stopping early does not raise it.
    """
    columns = {metric: columns_of(records, metric) for metric in thresholds}
    judged = [metric for metric, its in columns.items() if any(its.values())]
    found = [versus(columns[metric], *pair) for pair in pairs for metric in judged]
    places = [(arm, metric) for arm, _ in pairs for metric in judged]
    return _checked(places, found, thresholds, ERROR_RATE / looks)


def _checked(
    places: Sequence[tuple[str, str]],
    found: Sequence[Contrast | None],
    thresholds: Mapping[str, float],
    error_rate: float = ERROR_RATE,
) -> tuple[CheckedMetric, ...]:
    family = [(one, thresholds[metric]) for one, (_, metric) in zip(found, places)]
    answers = verdicts(family, error_rate)
    return tuple(CheckedMetric(*place, answer) for place, answer in zip(places, answers))


def _refuse_unmeasured(
    baseline: StoredStudy, arms: Sequence[str], judged: Sequence[str], asked: Collection[str]
) -> None:
    for metric in asked:
        if metric not in judged:
            raise UserError(
                f"--threshold {metric}: CPU of another day cannot be judged; compare both builds by"
                " --against, or add --same-machine if the machine was the same and quiet"
            )
    missing = [
        metric
        for metric in judged
        if not any(blocks_of(baseline.records, arm, metric).values for arm in arms)
    ]
    if len(missing) < len(judged):  # of the defaults, one that was never measured is left out
        missing = [each for each in missing if each in asked]
    if missing:
        raise UserError(
            f"baseline {baseline.name} holds no valid trial of {', '.join(arms)} with"
            f" {', '.join(missing)}, so there is nothing to judge by"
        )


def parse_thresholds(texts: Sequence[str]) -> dict[str, float]:
    """Read ``cpu_percent=8%``, ``cpu=8%`` and the like.

    :raises UserError: naming the text that cannot be read, or the metric that is no cost.
    """
    costs = [name for name, metric in METRICS.items() if metric.is_cost]
    thresholds: dict[str, float] = {}
    for text in texts:
        match = _THRESHOLD.match(text.replace(" ", ""))
        metric = SHORT_NAMES.get(match[1], match[1]) if match else ""
        if match is None or metric not in METRICS or float(match[2]) <= 0:
            raise UserError(
                f"--threshold: cannot read '{text}'; write metric=percent, e.g. cpu=8%,"
                f" with a metric out of {', '.join(costs)}"
            )
        if metric not in costs:
            raise UserError(
                f"--threshold: {metric} is no cost: more of it is better, so a rise is no"
                " regression"
            )
        if metric in thresholds:
            raise UserError(f"--threshold names {metric} twice; name it once")
        thresholds[metric] = float(match[2]) / 100
    return thresholds
