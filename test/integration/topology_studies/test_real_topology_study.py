# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A small topology in every composition: all that is sent arrives, and all of it is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bench_runner import Bench

from nav2_composition_bench.trial.record import TrialRecord

Start = Callable[..., Bench]
COMPOSITIONS = ("multi_process", "manual", "isolated", "multi_threaded", "single_threaded")

DEEP = {"qos_depth": 200}
"""Of queues that do not run over while one of two processes is delayed."""
UNDER_WAY_S = 3.0
"""What was sent so shortly before the end may still be under way then."""

NODES: list[dict[str, Any]] = [
    {
        "node_name": "camera",
        "publishers": [{"topic_name": "image", "msg_type": "stamped10kb", "freq_hz": 20, **DEEP}],
        "servers": [{"service_name": "snap", "srv_type": "stamped10b"}],
    },
    {
        "node_name": "detector",
        "subscribers": [
            {"topic_name": "image", "msg_type": "stamped10kb", "publishes": ["obstacles"], **DEEP}
        ],
        "publishers": [
            {"topic_name": "obstacles", "msg_type": "stamped_vector", "msg_size": 500, **DEEP}
        ],
    },
    {
        "node_name": "wheel",
        "number": 2,
        "subscribers": [{"topic_name": "obstacles", "msg_type": "stamped_vector", **DEEP}],
        "clients": [{"service_name": "snap", "srv_type": "stamped10b", "freq_hz": 5}],
    },
    {
        "node_name": "idle",
        "subscribers": [
            {"topic_name": "obstacles", "msg_type": "stamped_vector", "taken": False, **DEEP}
        ],
    },
]
PATHS = [
    {"name": "seeing", "from": {"node": "camera", "topic": "image"}, "to": {"node": "wheel_1"}}
]


def test_every_composition_delivers_and_records_everything(start: Start) -> None:
    bench = start({"robot": NODES}, paths=PATHS, study={"compositions": list(COMPOSITIONS)})
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    records = {record.arm: record for record in bench.records()}
    assert set(records) == set(COMPOSITIONS)
    for record in records.values():
        assert record.valid, record.invalid_reason
        assert set(record.exit_statuses.values()) == {0}, record.arm
        assert_everything_arrived(bench, record)
        assert_record_is_complete(record)
    assert "seeing" not in bench.output and "composition (rcl " in bench.output


def assert_everything_arrived(bench: Bench, record: TrialRecord) -> None:
    """All that was sent has come, and nothing twice.

    Compared over the whole trial: a process that is delayed at either end of the window sends or
    receives in it what belongs to the time before or behind.
    """
    assert record.message_entities is not None
    assert record.metrics["messages_lost"] == 0
    publishers = {one.topic: one for one in record.message_entities.publishers}
    for one in record.message_entities.subscriptions:
        publisher = publishers[one.topic]
        periods = bench.statistics_of(record, one.node).periods
        received = sum(each.counts["subscriptions"][one.name]["received"] for each in periods)
        before_s = periods[-1].to_s - UNDER_WAY_S
        sent = [
            (each.to_s <= before_s, each.counts["publishers"][publisher.name]["sent"])
            for each in bench.statistics_of(record, publisher.node).periods
        ]
        due = sum(count for is_due, count in sent if is_due)
        assert 0 < due <= received <= sum(count for _, count in sent), f"{record.arm}: {one}"
        assert 0 < one.received <= received


def assert_record_is_complete(record: TrialRecord) -> None:
    """Every entity has its figures."""
    entities = record.message_entities
    assert record.binding == "rcl" and entities is not None
    assert {"cpu_percent", "pss_bytes", "discovery_s"} <= record.metrics.keys()
    assert record.metrics["messages_window_s"] >= 2.0
    assert {one.topic for one in entities.publishers} == {"/image", "/obstacles"}
    receivers = sorted(one.node for one in entities.subscriptions)
    assert receivers == ["/detector", "/wheel_1", "/wheel_2"]
    for one in entities.subscriptions:
        assert one.latency is not None and one.latency.count == one.received
    (path,) = entities.paths
    assert path.name == "seeing" and path.latency is not None
    (hop,) = (one for one in entities.subscriptions if one.node == "/wheel_1")
    assert hop.latency is not None and path.latency.mean_us > hop.latency.mean_us
    assert {(one.kind, one.answered > 0) for one in entities.calls} == {("service", True)}


@pytest.mark.parametrize("composition", ["multi_process", "isolated"])
def test_seventy_nodes_come_up_are_measured_and_leave_nothing(
    start: Start, composition: str
) -> None:
    study = {
        "generated": {"graph": "empty_nodes", "number": 70},
        "compositions": [composition],
        # Of seventy participants that begin at once, now and then one is never made: in Fast DDS it
        # waits for a port of shared memory that another was opening. Its trial is run again.
        "limits": {"bring_up_s": 100, "rest_s": 0.5, "shutdown_s": 120},
        "max_attempts": 2,
    }
    # Long enough for a busy machine to read the memory of seventy processes; and they do not end
    # 20 s after they have come, when Fast DDS looks whether they live: where it is told then that
    # one ends, each of two of its threads can wait for the other for ever.
    bench = start(study=study, variables={"SHORT_WINDOW_S": "25"})
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    *failed, record = bench.records()
    assert record.valid, record.invalid_reason
    assert all("was never constructed" in str(one.invalid_reason) for one in failed)
    # Of seventy participants that end at once, now and then one cannot be destroyed. The engine
    # gives up after 15 s, with status 1, and what such a process leaves is removed.
    assert set(record.exit_statuses.values()) <= ({0, 1} if composition == "multi_process" else {0})
    nodes = [name for process in record.processes for name in process.nodes]
    assert len(nodes) == 70
    assert len(record.processes) == (70 if composition == "multi_process" else 1)
    assert record.metrics["messages_sent"] == 0
