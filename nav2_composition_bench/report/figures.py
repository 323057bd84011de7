# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How figures are written: the same in the terminal, on the page and in every file."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.describe import Interval, span_of
from nav2_composition_bench.aggregate.samples import (
    baseline_of,
    describe_arm,
    factors_of,
    versions_of,
)
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.trial.record import TrialFigures

TABLE_ONE = ("pss_bytes", "cpu_percent", "footprint_bytes")
"""The metrics of the paper's Table I in its order, and the one that no outsider changes."""

MESSAGE_TABLE = (
    "latency_p50_us",
    "latency_p99_us",
    "path_p99_us",
    "late_percent",
    "lost_percent",
    "goodput_bytes_hz",
)
"""What the table of a topology says besides."""


def arm_heading(records: Sequence[TrialFigures]) -> str:
    """Return how the column of arms is called: what they differ by if that is composition alone.

    What the trials ran with stands beside it: one client library costs a multiple of the other.
    """
    called = "composition" if set(factors_of(records)) <= {"composition"} else "arm"
    return called + versions_text(records)


def versions_text(records: Sequence[TrialFigures]) -> str:
    """Return the versions of what the trials ran with, to be written behind a name.

    Where no stamp tells them, the client library that nodes of topologies are bound to.
    """
    bindings = sorted({record.binding for record in records if record.binding})
    return in_brackets(versions_of(records) or ", ".join(bindings))


def in_brackets(text: str) -> str:
    """Return a text as it is written behind a name; nothing for no text."""
    return f" ({text})" if text else ""


def message_columns(records: Sequence[TrialFigures]) -> tuple[str, ...]:
    """Return the metrics of messages that a table shows: those that some trial has."""
    return tuple(
        metric
        for metric in MESSAGE_TABLE
        if any(record.value(metric) is not None for record in records)
    )


def mean_and_deviation(metric: str, mean: float | None, deviation: float | None) -> str:
    """Write ``mean ± sd`` in the metric's unit; a dash for what was not measured.

    :param deviation: None with a single trial.
    """
    shown = METRICS[metric]
    if mean is None or deviation is None:
        return shown.display(mean)
    return f"{shown.display(mean)} ± {shown.display(deviation)}"


def spread(records: Sequence[TrialFigures], arm: str, metric: str) -> str:
    """Write ``mean ± sd`` of an arm's valid trials in the metric's unit."""
    described = describe_arm(records, arm, metric)
    if described is None:
        return NOT_MEASURED
    return mean_and_deviation(metric, described.mean, described.standard_deviation)


def share(fraction: float | None, interval: Interval | None) -> str:
    """Write a fraction with its interval in per cent; a dash for what was not measured."""
    return NOT_MEASURED if fraction is None else span_of(fraction, interval)


def saved(records: Sequence[TrialFigures], arm: str, metric: str) -> str:
    """Write what an arm saves against the baseline, with its interval."""
    found = saving(records, arm, metric) if arm != baseline_of(records) else None
    return NOT_MEASURED if found is None else share(found.fraction, found.interval)
