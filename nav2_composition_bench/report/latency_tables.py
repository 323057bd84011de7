# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Latencies, late and lost messages: by arm, and by subscription, path and client of one trial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nav2_composition_bench.aggregate.describe import describe
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.metrics import NOT_MEASURED
from nav2_composition_bench.report.curve_charts import QUANTILES
from nav2_composition_bench.report.figures import arm_heading, versions_text
from nav2_composition_bench.report.quantities import bytes_text, short
from nav2_composition_bench.trial.message_record import (
    CallRecord,
    LatencyRecord,
    SubscriptionRecord,
)
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord

_SHARES = {
    "late [%]": "late_percent",
    "too late [%]": "too_late_percent",
    "lost [%]": "lost_percent",
}
_OF_ONE = ("p50", "p90", "p99", "p99.9", "max")


def latency_rows(records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return the quantiles of each arm's latencies, and its late and lost shares.

    Means over valid trials; nothing where no message was received.
    """
    columns = {f"{name} [µs]": metric for name, metric in QUANTILES.items()} | _SHARES
    arms = arms_of(records)
    if not any(blocks_of(records, arm, "latency_p50_us").values for arm in arms):
        return []
    return [
        [arm_heading(records), *columns],
        *([arm, *(_mean(records, arm, metric) for metric in columns.values())] for arm in arms),
    ]


def _mean(records: Sequence[TrialFigures], arm: str, metric: str) -> str:
    described = describe(blocks_of(records, arm, metric).values)
    if described is None:
        return NOT_MEASURED
    return f"{described.mean:.3f}" if metric in _SHARES.values() else short(described.mean)


def path_rows(
    typical: Mapping[str, TrialRecord], records: Sequence[TrialFigures]
) -> list[list[str]]:
    """Return the latencies of each path in the typical trial of each arm."""
    rows = [
        [path.name, arm, *_latency_cells(path.latency)]
        for arm, record in typical.items()
        if record.message_entities is not None
        for path in record.message_entities.paths
    ]
    heading = [f"path{versions_text(records)}", "arm", *_latency_heading()]
    return [heading, *sorted(rows, key=lambda row: row[0])] if rows else []


def subscription_rows(record: TrialRecord, records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return a row for each subscription of one of the trials, the slowest first."""
    if record.message_entities is None or not record.message_entities.subscriptions:
        return []
    heading = [
        f"subscription{versions_text(records)}",
        "topic",
        "received",
        "rate [Hz]",
        "data",
        *_latency_heading(),
        "late [%]",
        "too late [%]",
        "lost [%]",
    ]
    found = sorted(record.message_entities.subscriptions, key=_slowness, reverse=True)
    return [heading, *(_subscription_row(each) for each in found)]


def call_rows(record: TrialRecord, records: Sequence[TrialFigures]) -> list[list[str]]:
    """Return a row for each client of a service or action of one of the trials."""
    if record.message_entities is None or not record.message_entities.calls:
        return []
    heading = [
        f"client{versions_text(records)}",
        "kind",
        "name",
        "sent",
        "answered",
        *_latency_heading(),
    ]
    return [heading, *(_call_row(each) for each in record.message_entities.calls)]


def _slowness(subscription: SubscriptionRecord) -> float:
    return subscription.latency.p50_us if subscription.latency else 0.0


def _subscription_row(each: SubscriptionRecord) -> list[str]:
    return [
        each.node,
        each.topic,
        str(each.received),
        short(each.rate_hz),
        f"{bytes_text(each.bytes_per_s)}/s",
        *_latency_cells(each.latency),
        _share(each.late + each.too_late, each.received),  # as late_percent has it
        _share(each.too_late, each.received),
        _share(each.lost, each.received + each.lost),
    ]


def _call_row(each: CallRecord) -> list[str]:
    counts = [str(each.sent), str(each.answered)]
    return [each.node, each.kind, each.name, *counts, *_latency_cells(each.latency)]


def _latency_heading() -> list[str]:
    return [f"{name} [µs]" for name in _OF_ONE]


def _latency_cells(latency: LatencyRecord | None) -> list[str]:
    if latency is None:
        return [NOT_MEASURED] * len(_OF_ONE)
    found = (latency.p50_us, latency.p90_us, latency.p99_us, latency.p999_us, latency.max_us)
    return [short(each) for each in found]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.3f}" if whole else NOT_MEASURED
