# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From what nodes wrote of their messages to the figures of a trial; pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nav2_composition_bench.message_statistics.histogram import Histogram, merged
from nav2_composition_bench.message_statistics.statistics_file import NodeStatistics
from nav2_composition_bench.metrics import Values, measured
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.trial.counted import Counted, NodeMessages, counted_inside
from nav2_composition_bench.trial.message_record import (
    CallRecord,
    LatencyRecord,
    MessageEntities,
    PathRecord,
    PublisherRecord,
    SubscriptionRecord,
    TimerRecord,
)

_NS_PER_US = 1e3


@dataclass(frozen=True)
class Messages:
    """What a trial says of messages, over the whole periods inside its steady windows.

    :param binding: the client library that the nodes are bound to.
    """

    binding: str
    metrics: Values
    entities: MessageEntities


def measure_messages(
    nodes: Sequence[NodeMessages], windows: Sequence[Window], began_s: float | None
) -> Messages | None:
    """Work out what a trial says of messages; None if no node counted a period in the windows.

    :param windows: the steady ones; a period counts if it lies in one of them as a whole.
    :param began_s: when the first process was started, CLOCK_MONOTONIC.
    """
    counted = [one for node in nodes if (one := counted_inside(node, windows)) is not None]
    if not counted:
        return None
    publishers = tuple(each for node in counted for each in _publishers(node))
    subscriptions = tuple(each for node in counted for each in _subscriptions(node))
    entities = MessageEntities(
        publishers,
        tuple(record for record, _ in subscriptions),
        tuple(_paths(counted)),
        tuple(each for node in counted for each in _calls(node)),
        tuple(each for node in counted for each in _timers(node)),
    )
    everything = merged(found for _, found in subscriptions if found is not None)
    statistics = [node.statistics for node in nodes]
    return Messages(
        "+".join(sorted({each.head.binding for each in statistics})),
        _metrics(counted, entities, everything, statistics, began_s),
        entities,
    )


def latency_record(found: Histogram | None) -> LatencyRecord | None:
    """Return the figures of some latencies; None without any."""
    if found is None or not found.count:
        return None
    assert found.mean_ns is not None and found.min_ns is not None
    assert found.max_ns is not None
    p50, p90, p99, p999 = (found.quantile_ns(share) or 0.0 for share in (0.5, 0.9, 0.99, 0.999))
    deviation = found.deviation_ns
    return LatencyRecord(
        found.count,
        found.mean_ns / _NS_PER_US,
        None if deviation is None else deviation / _NS_PER_US,
        found.min_ns / _NS_PER_US,
        p50 / _NS_PER_US,
        p90 / _NS_PER_US,
        p99 / _NS_PER_US,
        p999 / _NS_PER_US,
        found.max_ns / _NS_PER_US,
    )


def _publishers(node: Counted) -> Iterator[PublisherRecord]:
    for name, counts, _ in node.totals("publishers"):
        yield PublisherRecord(
            node.node,
            name,
            str(node.setting(f"publisher.{name}.topic", "")),
            node.nominal_hz(f"publisher.{name}"),
            counts["sent"],
            counts["failed"],
            counts["missed"],
            node.hz(counts["sent"]),
            node.hz(counts["bytes"]),
        )


def _subscriptions(node: Counted) -> Iterator[tuple[SubscriptionRecord, Histogram | None]]:
    """Yield what takes its messages, with all latencies."""
    for name, counts, latencies in node.totals("subscriptions"):
        if not node.setting(f"subscription.{name}.taken", True):
            continue
        limit_ns = node.setting(f"subscription.{name}.too_late_ns", 0)
        punctual = latencies.up_to(limit_ns) if latencies and limit_ns else latencies
        record = SubscriptionRecord(
            node.node,
            name,
            str(node.setting(f"subscription.{name}.topic", "")),
            counts["received"],
            counts["late"],
            counts["too_late"],
            max(0, counts["lost"]),  # what was counted as lost before the window may still come
            counts["reordered"],
            node.hz(counts["received"]),
            node.hz(counts["bytes"]),
            latency_record(latencies),
            latency_record(punctual),
        )
        yield record, latencies


def _paths(counted: Sequence[Counted]) -> Iterator[PathRecord]:
    """A path may end in several nodes, replicas of one another."""
    found: dict[str, list[Histogram]] = {}
    for node in counted:
        for name, _, latencies in node.totals("paths"):
            found.setdefault(name, []).extend([latencies] if latencies else [])
    for name, parts in found.items():
        yield PathRecord(name, latency_record(merged(parts)))


def _timers(node: Counted) -> Iterator[TimerRecord]:
    for name, _, intervals in node.totals("timers"):
        nominal_hz = node.nominal_hz(f"timer.{name}") or 0.0
        yield TimerRecord(node.node, name, nominal_hz, latency_record(intervals))


def _calls(node: Counted) -> Iterator[CallRecord]:
    kinds = (
        ("service", "clients", "sent", "answered"),
        ("action", "action_clients", "goals", "succeeded"),
    )
    for kind, entities, sent, answered in kinds:
        for name, counts, latencies in node.totals(entities):
            yield CallRecord(
                kind, node.node, name, counts[sent], counts[answered], latency_record(latencies)
            )


def _metrics(
    counted: Sequence[Counted],
    entities: MessageEntities,
    latencies: Histogram | None,
    statistics: Sequence[NodeStatistics],
    began_s: float | None,
) -> Values:
    subscriptions = entities.subscriptions
    received = sum(each.received for each in subscriptions)
    late = sum(each.late for each in subscriptions)
    too_late = sum(each.too_late for each in subscriptions)
    lost = sum(each.lost for each in subscriptions)
    found = latency_record(latencies)
    paths = [each.latency for each in entities.paths if each.latency is not None]
    slowest = max(paths, key=lambda each: each.p50_us, default=None)
    held = [
        100.0 * each.rate_hz / each.nominal_hz
        for each in entities.publishers
        if each.nominal_hz is not None
    ]
    intervals = [each.interval for each in entities.timers if each.interval is not None]
    jitters = [each.sd_us for each in intervals if each.sd_us is not None]
    discovered = [each.discovered for each in statistics]
    return measured(
        messages_window_s=max(node.length_s for node in counted),
        discovery_s=(
            max(each.at_s for each in discovered if each) - began_s
            if began_s is not None and all(discovered)
            else None
        ),
        participants=max((each.participants for each in discovered if each), default=0),
        endpoints=len(entities.publishers) + len(subscriptions),
        messages_sent=sum(each.sent for each in entities.publishers),
        messages_received=received,
        messages_late=late,
        messages_too_late=too_late,
        messages_lost=lost,
        messages_reordered=sum(each.reordered for each in subscriptions),
        late_percent=_percent(late + too_late, received),
        too_late_percent=_percent(too_late, received),
        lost_percent=_percent(lost, received + lost),
        latency_mean_us=found.mean_us if found else None,
        latency_sd_us=found.sd_us if found else None,
        latency_p50_us=found.p50_us if found else None,
        latency_p90_us=found.p90_us if found else None,
        latency_p99_us=found.p99_us if found else None,
        latency_p999_us=found.p999_us if found else None,
        latency_max_us=found.max_us if found else None,
        path_p50_us=slowest.p50_us if slowest else None,
        path_p99_us=slowest.p99_us if slowest else None,
        rate_held_percent=min(held, default=None),
        goodput_bytes_hz=math.fsum(each.bytes_per_s for each in subscriptions),
        callbacks_hz=math.fsum(
            node.hz(sum(period.callbacks for period in node.periods)) for node in counted
        ),
        wake_ups_hz=_wake_ups_hz(counted),
        path_mean_us=slowest.mean_us if slowest else None,
        timer_jitter_us=max(jitters, default=None),
    )


def _wake_ups_hz(counted: Sequence[Counted]) -> float | None:
    """Add up the wake-ups of all executors; None where one does not tell."""
    rates = []
    for node in counted:
        numbers = [period.wake_ups for period in node.periods if period.wake_ups is not None]
        if len(numbers) < len(node.periods):
            return None
        rates.append(node.hz(sum(numbers)))
    return math.fsum(rates)


def _percent(part: int, whole: int) -> float | None:
    return 100.0 * part / whole if whole else None
