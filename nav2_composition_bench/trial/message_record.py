# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells of messages; only topologies have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LatencyRecord:
    """Latencies of the messages of one subscription, path or client, microseconds.

    From the stamp before serialisation to the callback's entry, both CLOCK_MONOTONIC. Quantiles
    come from a histogram and are within 1 %; all else is exact.

    :param count: messages.
    :param mean_us: mean.
    :param sd_us: standard deviation of the sample; null for a single message.
    :param min_us: shortest.
    :param p50_us: median.
    :param p90_us: 90th percentile.
    :param p99_us: 99th percentile.
    :param p999_us: 99.9th percentile.
    :param max_us: longest.
    """

    count: int
    mean_us: float
    sd_us: float | None
    min_us: float
    p50_us: float
    p90_us: float
    p99_us: float
    p999_us: float
    max_us: float


@dataclass(frozen=True)
class PublisherRecord:
    """What one publisher sent.

    :param node: its full name.
    :param name: of the publisher in the node.
    :param topic: what it publishes.
    :param nominal_hz: of its own timer; null for one that publishes when callbacks make it.
    :param sent: messages.
    :param failed: messages that the middleware did not take.
    :param missed: periods in which it came too late to publish.
    :param rate_hz: messages per second.
    :param bytes_per_s: of data.
    """

    node: str
    name: str
    topic: str
    nominal_hz: float | None
    sent: int
    failed: int
    missed: int
    rate_hz: float
    bytes_per_s: float


@dataclass(frozen=True)
class SubscriptionRecord:
    """What one subscription received, by the rules of iRobot's framework.

    :param node: its full name.
    :param name: of the subscription in the node.
    :param topic: what it receives.
    :param received: messages.
    :param late: above the threshold of late and not too late.
    :param too_late: above that of too late.
    :param lost: gaps in the publishers' numbers that nothing filled; reordering is no loss.
    :param reordered: of those received.
    :param rate_hz: messages per second.
    :param bytes_per_s: of data.
    :param latency: of every message, those that came too late included.
    :param punctual: of the messages that did not come too late, which their framework reports.
    """

    node: str
    name: str
    topic: str
    received: int
    late: int
    too_late: int
    lost: int
    reordered: int
    rate_hz: float
    bytes_per_s: float
    latency: LatencyRecord | None
    punctual: LatencyRecord | None


@dataclass(frozen=True)
class PathRecord:
    """Latency along one path.

    :param name: as in the topology.
    :param latency: from the message that began it to the callback that ends it.
    """

    name: str
    latency: LatencyRecord | None


@dataclass(frozen=True)
class TimerRecord:
    """How regularly the callback of one timer came.

    :param node: its full name.
    :param name: of the timer in the node.
    :param nominal_hz: of the timer.
    :param interval: from one entry of its callback to the next; null for fewer than two.
    """

    node: str
    name: str
    nominal_hz: float
    interval: LatencyRecord | None


@dataclass(frozen=True)
class CallRecord:
    """What one client of a service, or of an action, asked.

    :param kind: ``service`` or ``action``.
    :param node: the client's.
    :param name: of the client in the node.
    :param sent: requests or goals.
    :param answered: requests with an answer, or goals that succeeded.
    :param latency: from the request to its answer, or to the goal's result.
    """

    kind: str
    node: str
    name: str
    sent: int
    answered: int
    latency: LatencyRecord | None


@dataclass(frozen=True)
class MessageEntities:
    """The messages of a topology, over the whole periods inside its steady windows.

    :param publishers: one for each.
    :param subscriptions: those whose messages are taken.
    :param paths: those that the topology names.
    :param calls: clients of services and actions.
    :param timers: timers with a callback.
    """

    publishers: tuple[PublisherRecord, ...] = ()
    subscriptions: tuple[SubscriptionRecord, ...] = ()
    paths: tuple[PathRecord, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    timers: tuple[TimerRecord, ...] = ()


@dataclass(frozen=True)
class TransportRecord:
    """Which way the messages of a trial went, and what tells so.

    A delivery is one publisher's messages to all subscriptions of one process.

    :param asked: level of the arm's factor.
    :param found: way → deliveries: ``udp``, ``shared_memory``, ``data_sharing``, ``loan``,
        ``inside_process`` (by the middleware, but through none of these), ``pointer``, or
        ``unproven``.
    :param messages_bytes_hz: data of all deliveries, which loopback would carry at least.
    :param loopback_bytes_hz: what it carried in the steady windows, whosever it was.
    :param shared_histories: publishers' histories that a subscription's process maps.
    :param shared_segments: pairs of processes of which the second maps a segment of the first.
    :param common_page_frames: of these histories, touched from both ends; null where the kernel
        shows no page frames.
    """

    asked: str
    found: dict[str, int]
    messages_bytes_hz: float
    loopback_bytes_hz: float | None
    shared_histories: int
    shared_segments: int
    common_page_frames: int | None
