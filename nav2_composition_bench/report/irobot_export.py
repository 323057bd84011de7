# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial of a topology as the files of iRobot's ros2-performance framework, comma-separated.

Their latencies leave out messages that came too late. What is not recorded here is left empty: the
heap's arena_KB, in_use_KB and mmap_KB, and vsz_KB; nor is there an event for each late message.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from nav2_composition_bench.trial.message_record import MessageEntities, SubscriptionRecord
from nav2_composition_bench.trial.record import TrialRecord, steady_windows

_MS_PER_S = 1e3
_BYTES_PER_KB = 1024
_OF_SYSTEM = 0
"""Code of an event that is of no message."""

Cell = str | int | float | None
Row = Sequence[Cell]

_LATENCY_ALL = (
    "node,topic,size_b,received_msgs,late_msgs,too_late_msgs,lost_msgs,mean_us,sd_us,min_us,max_us,"
    "freq_hz,throughput_Kb_per_sec"
)
_LATENCY_TOTAL = (
    "received_msgs,mean_us,late_msgs,late_perc,too_late_msgs,too_late_perc,lost_msgs,lost_perc"
)
_RESOURCES = "time_ms,cpu_perc,arena_KB,in_use_KB,mmap_KB,rss_KB,vsz_KB"
_EVENTS = "Time_ms,Caller,Code,Description"


def irobot_files(record: TrialRecord) -> Mapping[str, str]:
    """Return file name → content.

    :param record: with ``message_entities``.
    """
    entities = record.message_entities
    assert entities is not None, "only topologies have messages"
    return {
        "latency_all.txt": _table(_LATENCY_ALL, _latency_all(entities)),
        "latency_total.txt": _table(_LATENCY_TOTAL, [_latency_total(entities.subscriptions)]),
        "resources.txt": _table(_RESOURCES, _resources(record)),
        "events.txt": _table(_EVENTS, _events(record)),
    }


def _table(heading: str, rows: Iterable[Row]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heading.split(","))
    for row in rows:
        writer.writerow(["" if cell is None else _written(cell) for cell in row])
    return stream.getvalue()


def _written(cell: Cell) -> str:
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def _latency_all(entities: MessageEntities) -> Iterator[Row]:
    """One row for each subscription; rates are the nominal ones of a topic's fastest publisher."""
    nominal: dict[str, float] = {}
    for publisher in entities.publishers:
        if publisher.nominal_hz is not None:
            known = nominal.get(publisher.topic, 0.0)
            nominal[publisher.topic] = max(known, publisher.nominal_hz)
    for one in entities.subscriptions:
        found = one.punctual
        yield (
            one.node,
            one.topic,
            round(one.bytes_per_s / one.rate_hz) if one.rate_hz else None,
            one.received,
            one.late,
            one.too_late,
            one.lost,
            found.mean_us if found else None,
            found.sd_us if found else None,
            found.min_us if found else None,
            found.max_us if found else None,
            nominal.get(one.topic, one.rate_hz),
            one.bytes_per_s / _BYTES_PER_KB,
        )


def _latency_total(subscriptions: Sequence[SubscriptionRecord]) -> Row:
    received, late, too_late, lost = (
        sum(getattr(one, field) for one in subscriptions)
        for field in ("received", "late", "too_late", "lost")
    )
    punctual = [one.punctual for one in subscriptions if one.punctual is not None]
    count = sum(one.count for one in punctual)
    mean_us = sum(one.count * one.mean_us for one in punctual) / count if count else None
    return (
        received,
        mean_us,
        late,
        _percent(late, received),
        too_late,
        _percent(too_late, received),
        lost,
        _percent(lost, received + lost),
    )


def _percent(part: int, whole: int) -> float | None:
    return 100.0 * part / whole if whole else None


def _resources(record: TrialRecord) -> Iterator[Row]:
    """One row for each reading of CPU; RSS is the mean of the steady windows, in their rows."""
    windows = steady_windows(record.legs)
    rss_bytes = record.value("rss_bytes")
    rss_kb = None if rss_bytes is None else round(rss_bytes / _BYTES_PER_KB)
    begin_s = _begin_s(record)
    for at_s, percent in record.cpu_series:
        is_steady = any(start <= at_s <= end for start, end in windows)
        time_ms = round(_MS_PER_S * (at_s - begin_s))
        yield time_ms, percent, None, None, None, rss_kb if is_steady else None, None


def _events(record: TrialRecord) -> Iterator[Row]:
    begin_s, its = _begin_s(record), record.metrics
    events: list[tuple[float, str, str]] = []
    if record.active_monotonic_s is not None:
        events.append((record.active_monotonic_s, "bench", "[discovery] all nodes are up"))
    if "discovery_s" in its:
        found = (
            f"[discovery] complete: {its['participants']:.0f} participants,"
            f" {its['endpoints']:.0f} endpoints"
        )
        events.append((begin_s + its["discovery_s"], "topology", found))
    for start_s, end_s in steady_windows(record.legs):
        events.append((start_s, "bench", "[window] begins"))
        events.append((end_s, "bench", "[window] ends"))
    for at_s, caller, said in sorted(events):
        yield round(_MS_PER_S * (at_s - begin_s)), caller, _OF_SYSTEM, said


def _begin_s(record: TrialRecord) -> float:
    """When the first process was started, CLOCK_MONOTONIC."""
    bring_up_s = record.value("bring_up_s")
    if record.active_monotonic_s is not None and bring_up_s is not None:
        return record.active_monotonic_s - bring_up_s
    return record.cpu_series[0][0] if record.cpu_series else 0.0
