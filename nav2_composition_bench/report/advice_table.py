# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Advice on groupings, as rows of text and as JSON's types."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from nav2_composition_bench.aggregate.advice import Advice, Check, StudyAdvice
from nav2_composition_bench.aggregate.describe import Estimate, span_of
from nav2_composition_bench.aggregate.process_cost import Overlap
from nav2_composition_bench.metrics import HEADLINE, METRICS, NOT_MEASURED, Metric
from nav2_composition_bench.study.grouping import group_words
from nav2_composition_bench.topology.units import Partition


def advice_rows(advice: StudyAdvice) -> list[list[str]]:
    """Return heading and one row for each grouping: predicted cost, and what it saves."""
    metrics = [m for m in HEADLINE if any(m in one.costs for one in advice.groupings)]
    heading = ["grouping", "processes"]
    for metric in metrics:
        heading += [f"{METRICS[metric].heading} [95 %]", "saved [95 %]"]
    return [heading, *(_advice_row(one, metrics) for one in advice.groupings)]


def _advice_row(one: Advice, metrics: Sequence[str]) -> list[str]:
    row = [one.name, str(len(one.partition))]
    for metric in metrics:
        shown = METRICS[metric]
        cost, saving = one.costs[metric], one.savings[metric]
        row.append(shown.display(cost.value) + _interval(cost, shown))
        saved = len(one.partition) < sum(map(len, one.partition))
        row.append(span_of(saving.value, saving.interval) if saved else NOT_MEASURED)
    return row


def prediction_rows(checks: Sequence[Check]) -> list[list[str]]:
    """Return heading and rows of predictions beside measurements; nothing without any."""
    if not checks:
        return []
    rows = [["arm", "blocks", "metric", "predicted", "measured", "error [95 %]"]]
    for check in checks:
        for metric, error in check.errors.items():
            shown = METRICS[metric]
            rows.append(
                [
                    check.arm,
                    str(check.blocks),
                    shown.heading,
                    shown.display(check.predicted[metric]),
                    shown.display(check.measured[metric]),
                    span_of(error.value, error.interval, sign=True),
                ]
            )
    return rows


def basis_lines(advice: StudyAdvice) -> list[str]:
    """Return what the predictions rest on."""
    model = advice.model
    overhead, anon = model.overhead_cpu_percent, model.anon_bytes
    alone = "" if model.told_apart else "; taken as equal, since threads carry no nodes' names"
    with_levels = ", ".join(f"{factor} {level}" for factor, level in advice.only_with)
    return [
        *([f"for arms with {with_levels}; others are not predicted"] if with_levels else []),
        f"made from {' and '.join(advice.made_from)} in {advice.blocks}"
        f" block{'s' if advice.blocks > 1 else ''}; 100 % = one core, 1 MB = 10^6 bytes",
        f"a process of one node: {_range(overhead, 1.0, 2)} % CPU beyond its node's work"
        f" ({_common(overhead)} of it common to the nodes of one process){alone}",
        f"its anonymous memory: {_range(anon, 1e6, 1)} MB ({_common(anon)} of it common to the"
        " nodes of one process)",
        "intervals are of chance in the trials; that the model is simple is not in them",
    ]


def command_lines(advice: StudyAdvice) -> list[str]:
    """Return how each grouping is run that is no plain composition."""
    return [
        f"  {group_words(one.partition)}"
        for one in advice.groupings
        if 1 < len(one.partition) < sum(map(len, one.partition))
    ]


def advice_document(advice: StudyAdvice, study: str) -> dict[str, Any]:
    """Return everything as JSON's types; costs in the units of records, savings as fractions."""
    model = advice.model
    return {
        "study": study,
        "made_from": list(advice.made_from),
        "only_with": dict(advice.only_with),
        "blocks": advice.blocks,
        "model": {
            "work_cpu_percent": dict(model.work_cpu_percent),
            "overhead_cpu_percent": _overlap_document(model.overhead_cpu_percent),
            "anon_bytes": _overlap_document(model.anon_bytes),
            "nodes_told_apart": model.told_apart,
        },
        "groupings": [
            {
                "name": one.name,
                "processes": _lists(one.partition),
                "costs": {metric: _estimate(cost) for metric, cost in one.costs.items()},
                "savings": {metric: _estimate(saving) for metric, saving in one.savings.items()},
            }
            for one in advice.groupings
        ],
        "checks": [
            {
                "arm": check.arm,
                "processes": _lists(check.partition),
                "blocks": check.blocks,
                "predicted": dict(check.predicted),
                "measured": dict(check.measured),
                "errors": {metric: _estimate(error) for metric, error in check.errors.items()},
            }
            for check in advice.checks
        ],
    }


def _interval(estimate: Estimate, shown: Metric) -> str:
    if estimate.interval is None:
        return ""
    low, high = map(shown.display, (estimate.interval.low, estimate.interval.high))
    return f" [{low}, {high}]"


def _range(overlap: Overlap, divisor: float, decimals: int) -> str:
    ends = (min(overlap.alone.values()), max(overlap.alone.values()))
    return " to ".join(dict.fromkeys(f"{end / divisor:.{decimals}f}" for end in ends))


def _common(overlap: Overlap) -> str:
    return f"{overlap.common:.0%}"


def _overlap_document(overlap: Overlap) -> dict[str, Any]:
    return {"alone": dict(overlap.alone), "common": overlap.common}


def _lists(partition: Partition) -> list[list[str]]:
    return [list(group) for group in partition]


def _estimate(estimate: Estimate) -> dict[str, float | None]:
    interval = estimate.interval
    return {
        "value": estimate.value if math.isfinite(estimate.value) else None,
        "low": None if interval is None else interval.low,
        "high": None if interval is None else interval.high,
    }
