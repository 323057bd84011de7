# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records of topologies for tests."""

from __future__ import annotations

import dataclasses
from typing import Any

from record_factory import make_leg, make_record

from nav2_composition_bench.trial.message_record import (
    LatencyRecord,
    MessageEntities,
    PathRecord,
    PublisherRecord,
    SubscriptionRecord,
)
from nav2_composition_bench.trial.record import TrialRecord


def make_latency(count: int = 500, p99_us: float = 900.0, mean_us: float = 200.0) -> LatencyRecord:
    """Return the latencies of some messages."""
    return LatencyRecord(count, mean_us, 50.0, 90.0, 180.0, 400.0, p99_us, 1000.0, 1200.0)


def make_publisher(**changes: Any) -> PublisherRecord:
    """Return a publisher of 50 Hz that held its rate for 10 s."""
    publisher = PublisherRecord("/talker", "data", "/data", 50.0, 500, 0, 0, 50.0, 51200.0)
    return dataclasses.replace(publisher, **changes)


def make_subscription(**changes: Any) -> SubscriptionRecord:
    """Return a subscription that received 500 messages of 1 KB in 10 s."""
    latency = make_latency()
    subscription = SubscriptionRecord(
        "/listener", "data", "/data", 500, 0, 0, 0, 0, 50.0, 51200.0, latency, latency
    )
    return dataclasses.replace(subscription, **changes)


FIGURES = {
    "messages_window_s": 10.0,
    "discovery_s": 0.5,
    "participants": 2,
    "endpoints": 2,
    "messages_sent": 500,
    "messages_received": 500,
    "messages_late": 0,
    "messages_too_late": 0,
    "messages_lost": 0,
    "messages_reordered": 0,
    "late_percent": 0.0,
    "too_late_percent": 0.0,
    "lost_percent": 0.0,
    "latency_mean_us": 200.0,
    "latency_sd_us": 50.0,
    "latency_p50_us": 180.0,
    "latency_p90_us": 400.0,
    "latency_p99_us": 900.0,
    "latency_p999_us": 1000.0,
    "latency_max_us": 1200.0,
    "rate_held_percent": 100.0,
    "goodput_bytes_hz": 51200.0,
    "callbacks_hz": 100.0,
    "wake_ups_hz": 100.0,
}
"""Metrics of a publisher and a subscription that lost nothing in 10 s."""


def make_entities(*paths: PathRecord, **changes: Any) -> MessageEntities:
    """Return the entities of these figures."""
    entities = MessageEntities((make_publisher(),), (make_subscription(),), paths)
    return dataclasses.replace(entities, **changes)


def make_topology_record(
    arm: str = "isolated", block: int = 0, topology: str = "pair", **changes: Any
) -> TrialRecord:
    """Return a valid trial of a topology.

    :param changes: fields and metrics by name.
    """
    plain: dict[str, Any] = {
        "system": "topology",
        "levels": {"composition": arm, "topology": topology},
        "binding": "rcl",
        **FIGURES,
        "message_entities": make_entities(),
        "legs": (make_leg("window", 1003.0),),
    }
    return make_record(arm, block, **{**plain, **changes})
