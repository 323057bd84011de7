# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From what nodes wrote of their messages to the figures of a trial; pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.message_statistics.histogram import Histogram, merged
from nav2_composition_bench.message_statistics.statistics_file import NodeStatistics, Period
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.topology.entities import sent_share
from nav2_composition_bench.trial.message_record import (
    CallRecord,
    LatencyRecord,
    MessageEntities,
    MessageFigures,
    PathRecord,
    PublisherRecord,
    SubscriptionRecord,
    TimerRecord,
)

_NS_PER_US, _NS_PER_S = 1e3, 1e9
Settings = Mapping[str, Any]
"""Parameter name → value, of one node."""


@dataclass(frozen=True)
class NodeMessages:
    """What one node wrote, and the parameters it was given."""

    statistics: NodeStatistics
    settings: Settings


@dataclass(frozen=True)
class _Counted:
    """One node's counts over the whole periods inside the windows."""

    node: str
    settings: Settings
    length_s: float
    periods: tuple[Period, ...]

    def totals(self, kind: str) -> Iterator[tuple[str, Counter[str], Histogram | None]]:
        """Yield each entity of a kind with what was counted of it, and its latencies."""
        names = dict.fromkeys(name for each in self.periods for name in _of(each, kind))
        for name in names:
            counts: Counter[str] = Counter()
            for each in self.periods:
                counts.update(each.counts.get(kind, {}).get(name, {}))
            parts = [each.latencies.get(kind, {}).get(name) for each in self.periods]
            yield name, counts, merged(part for part in parts if part is not None)

    @property
    def longest_period_s(self) -> float:
        """Length of the longest period."""
        return max(period.to_s - period.from_s for period in self.periods)

    def hz(self, count: float) -> float:
        """Return a count per second."""
        return count / self.length_s

    def setting(self, name: str, default: Any) -> Any:
        """Return a parameter of the node."""
        return self.settings.get(name, default)


def _of(period: Period, kind: str) -> Iterable[str]:
    return (*period.counts.get(kind, {}), *period.latencies.get(kind, {}))


def measure_messages(
    nodes: Sequence[NodeMessages], windows: Sequence[Window], began_s: float | None
) -> tuple[MessageFigures, MessageEntities] | None:
    """Work out what a trial says of messages; None if no node counted a period in the windows.

    :param windows: the steady ones; a period counts if it lies in one of them as a whole.
    :param began_s: when the first process was started, CLOCK_MONOTONIC.
    """
    counted = [one for node in nodes if (one := _inside(node, windows)) is not None]
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
    return _figures(counted, entities, everything, statistics, began_s), entities


def uncounted(nodes: Sequence[NodeMessages], windows: Sequence[Window]) -> tuple[str, ...]:
    """Return the nodes that counted nothing in the windows, or stopped before the last one's end.

    Nodes count until they end. The period in which the last window ends may be missing if a node
    was killed, and a loaded machine may have made it longer.
    """
    end_s = max((end for _, end in windows), default=0.0)
    return tuple(
        node.statistics.head.node
        for node in nodes
        if (one := _inside(node, windows)) is None
        or node.statistics.periods[-1].to_s + 2 * one.longest_period_s < end_s
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


def _inside(node: NodeMessages, windows: Sequence[Window]) -> _Counted | None:
    periods = tuple(
        period
        for period in node.statistics.periods
        if any(begin <= period.from_s and period.to_s <= end for begin, end in windows)
    )
    length_s = sum(period.to_s - period.from_s for period in periods)
    if not length_s:
        return None
    return _Counted(node.statistics.head.node, node.settings, length_s, periods)


def _publishers(node: _Counted) -> Iterator[PublisherRecord]:
    for name, counts, _ in node.totals("publishers"):
        yield PublisherRecord(
            node.node,
            name,
            str(node.setting(f"publisher.{name}.topic", "")),
            _nominal_hz(node, f"publisher.{name}"),
            counts["sent"],
            counts["failed"],
            counts["missed"],
            node.hz(counts["sent"]),
            node.hz(counts["bytes"]),
        )


def _nominal_hz(node: _Counted, publisher: str) -> float | None:
    """Return what a publisher's own timer makes it send; None without one, or if it ends."""
    period_ns = node.setting(f"{publisher}.period_ns", 0)
    if period_ns <= 0 or node.setting(f"{publisher}.count", 0):
        return None
    return float(sent_share(node.setting(f"{publisher}.skip_every", 0)) * _NS_PER_S / period_ns)


def _subscriptions(node: _Counted) -> Iterator[tuple[SubscriptionRecord, Histogram | None]]:
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


def _paths(counted: Sequence[_Counted]) -> Iterator[PathRecord]:
    """A path may end in several nodes, replicas of one another."""
    found: dict[str, list[Histogram]] = {}
    for node in counted:
        for name, _, latencies in node.totals("paths"):
            found.setdefault(name, []).extend([latencies] if latencies else [])
    for name, parts in found.items():
        yield PathRecord(name, latency_record(merged(parts)))


def _timers(node: _Counted) -> Iterator[TimerRecord]:
    for name, _, intervals in node.totals("timers"):
        nominal_hz = _NS_PER_S / node.setting(f"timer.{name}.period_ns", math.inf)
        yield TimerRecord(node.node, name, nominal_hz, latency_record(intervals))


def _calls(node: _Counted) -> Iterator[CallRecord]:
    kinds = (
        ("service", "clients", "sent", "answered"),
        ("action", "action_clients", "goals", "succeeded"),
    )
    for kind, entities, sent, answered in kinds:
        for name, counts, latencies in node.totals(entities):
            yield CallRecord(
                kind, node.node, name, counts[sent], counts[answered], latency_record(latencies)
            )


def _figures(
    counted: Sequence[_Counted],
    entities: MessageEntities,
    latencies: Histogram | None,
    statistics: Sequence[NodeStatistics],
    began_s: float | None,
) -> MessageFigures:
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
    return MessageFigures(
        binding="+".join(sorted({each.head.binding for each in statistics})),
        window_s=max(node.length_s for node in counted),
        discovery_s=(
            max(each.at_s for each in discovered if each) - began_s
            if began_s is not None and all(discovered)
            else None
        ),
        participants=max((each.participants for each in discovered if each), default=0),
        endpoints=len(entities.publishers) + len(subscriptions),
        sent=sum(each.sent for each in entities.publishers),
        received=received,
        late=late,
        too_late=too_late,
        lost=lost,
        reordered=sum(each.reordered for each in subscriptions),
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


def _wake_ups_hz(counted: Sequence[_Counted]) -> float | None:
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
