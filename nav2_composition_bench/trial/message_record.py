# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells of messages; only topologies have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LatencyRecord:
    """Latencies of the messages of one subscription, path, client or trial, microseconds.

    From the stamp before serialisation to the callback's entry, both CLOCK_MONOTONIC. Quantiles
    come from a histogram and are within 1 %; all else is exact.

    :param sd_us: standard deviation of the sample; None for a single message.
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

    :param nominal_hz: of its own timer; None for one that publishes when told to.
    :param failed: messages that the middleware did not take.
    :param missed: periods in which it came too late to publish.
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

    :param late: above the threshold of late and not too late.
    :param lost: gaps in the publishers' numbers that nothing filled; reordering is no loss.
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
    """Latency from the message that began a path to the callback that ends it."""

    name: str
    latency: LatencyRecord | None


@dataclass(frozen=True)
class TimerRecord:
    """How regularly the callback of one timer came.

    :param nominal_hz: of the timer.
    :param interval: from one entry of its callback to the next; None for fewer than two.
    """

    node: str
    name: str
    nominal_hz: float
    interval: LatencyRecord | None


@dataclass(frozen=True)
class CallRecord:
    """What one client of a service, or of an action, asked.

    :param kind: ``service`` or ``action``.
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
class MessageFigures:
    """The messages of a whole trial, over the whole periods inside its steady windows.

    :param binding: the client library that the nodes are bound to.
    :param window_s: how long was counted.
    :param discovery_s: from the start of the first process until every node had found what it
        waits for.
    :param participants: DDS participants behind the system's topics.
    :param endpoints: publishers and subscriptions of the system, once each.
    :param lost_percent: of the messages that should have been received.
    :param late_percent: of the messages received, the late and the too late ones.
    :param latency_mean_us: of all messages of all subscriptions; so are the quantiles.
    :param path_p50_us: of the slowest path; None for a topology without one.
    :param rate_held_percent: of the publisher that fell furthest behind its own timer.
    :param goodput_bytes_hz: bytes of data received per second, headers not counted.
    :param wake_ups_hz: of all executors; None where they do not tell, as those of rclcpp.
    :param path_mean_us: of the slowest path; None in records of before it was told.
    :param timer_jitter_us: standard deviation of the time between two callbacks of a timer, of the
        timer with the largest; likewise.
    """

    binding: str
    window_s: float
    discovery_s: float | None
    participants: int
    endpoints: int
    sent: int
    received: int
    late: int
    too_late: int
    lost: int
    reordered: int
    late_percent: float | None
    too_late_percent: float | None
    lost_percent: float | None
    latency_mean_us: float | None
    latency_sd_us: float | None
    latency_p50_us: float | None
    latency_p90_us: float | None
    latency_p99_us: float | None
    latency_p999_us: float | None
    latency_max_us: float | None
    path_p50_us: float | None
    path_p99_us: float | None
    rate_held_percent: float | None
    goodput_bytes_hz: float
    callbacks_hz: float
    wake_ups_hz: float | None
    path_mean_us: float | None
    timer_jitter_us: float | None


@dataclass(frozen=True)
class MessageEntities:
    """The same, entity by entity."""

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
    :param common_page_frames: of these histories, touched from both ends; None where the kernel
        shows no page frames.
    """

    asked: str
    found: dict[str, int]
    messages_bytes_hz: float
    loopback_bytes_hz: float | None
    shared_histories: int
    shared_segments: int
    common_page_frames: int | None
