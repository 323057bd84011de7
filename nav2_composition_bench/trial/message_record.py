# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells of messages; only topologies have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LatencyRecord:
    """Latencies; quantiles are within 1 %, all else is exact."""

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

    :param nominal_hz: of its timer.
    :param failed: not taken by the middleware.
    :param missed: periods without a message.
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
    """What one subscription received.

    :param latency: of every message.
    :param punctual: of messages that were not too late.
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
    """Latency along one path."""

    name: str
    latency: LatencyRecord | None


@dataclass(frozen=True)
class TimerRecord:
    """One timer with a callback.

    :param interval: between entries of the callback.
    """

    node: str
    name: str
    nominal_hz: float
    interval: LatencyRecord | None


@dataclass(frozen=True)
class CallRecord:
    """One client of a service or action.

    :param answered: requests, or goals that succeeded.
    """

    kind: str
    node: str
    name: str
    sent: int
    answered: int
    latency: LatencyRecord | None


@dataclass(frozen=True)
class MessageEntities:
    """The messages of a topology over whole periods in its steady windows."""

    publishers: tuple[PublisherRecord, ...] = ()
    subscriptions: tuple[SubscriptionRecord, ...] = ()
    paths: tuple[PathRecord, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    timers: tuple[TimerRecord, ...] = ()


@dataclass(frozen=True)
class TransportRecord:
    """How messages went. A delivery is one publisher's messages to one process.

    :param found: transport → deliveries; ``inside_process`` is by the middleware.
    :param messages_bytes_hz: of all deliveries.
    :param shared_histories, shared_segments: mapped by a receiving process.
    :param common_page_frames: of these histories.
    """

    asked: str
    found: dict[str, int]
    messages_bytes_hz: float
    loopback_bytes_hz: float | None
    shared_histories: int
    shared_segments: int
    common_page_frames: int | None
