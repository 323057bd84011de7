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

NODES: list[dict[str, Any]] = [
    {
        "node_name": "camera",
        "publishers": [{"topic_name": "image", "msg_type": "stamped10kb", "freq_hz": 20}],
        "servers": [{"service_name": "snap", "srv_type": "stamped10b"}],
    },
    {
        "node_name": "detector",
        "subscribers": [
            {"topic_name": "image", "msg_type": "stamped10kb", "publishes": ["obstacles"]}
        ],
        "publishers": [{"topic_name": "obstacles", "msg_type": "stamped_vector", "msg_size": 500}],
    },
    {
        "node_name": "wheel",
        "number": 2,
        "subscribers": [{"topic_name": "obstacles", "msg_type": "stamped_vector"}],
        "clients": [{"service_name": "snap", "srv_type": "stamped10b", "freq_hz": 5}],
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
        assert_everything_arrived(record)
        assert_record_is_complete(record)
    assert "seeing" not in bench.output and "composition (rcl)" in bench.output


def assert_everything_arrived(record: TrialRecord) -> None:
    """Each topic has come at the rate at which it was sent, within a message or two."""
    assert record.messages is not None and record.message_entities is not None
    assert record.messages.lost == 0
    rates = {one.topic: one.rate_hz for one in record.message_entities.publishers}
    for one in record.message_entities.subscriptions:
        off = abs(one.rate_hz - rates[one.topic]) * record.messages.window_s
        assert off <= 3.0, f"{record.arm}: {one} against {rates[one.topic]} Hz"


def assert_record_is_complete(record: TrialRecord) -> None:
    """Every entity has its figures."""
    figures, entities = record.messages, record.message_entities
    assert figures is not None and entities is not None
    assert figures.binding == "rcl" and figures.discovery_s is not None
    assert figures.window_s >= 2.0
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
    assert record.cpu_percent is not None and record.pss_bytes is not None


@pytest.mark.parametrize("composition", ["multi_process", "isolated"])
def test_seventy_nodes_come_up_are_measured_and_leave_nothing(
    start: Start, composition: str
) -> None:
    study = {
        "generated": {"graph": "empty_nodes", "number": 70},
        "compositions": [composition],
    }
    bench = start(study=study)
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert record.valid, record.invalid_reason
    # Of seventy participants that end at once, now and then one cannot be destroyed. The engine
    # gives up after 15 s, with status 1, and what such a process leaves is removed.
    assert set(record.exit_statuses.values()) <= ({0, 1} if composition == "multi_process" else {0})
    nodes = [name for process in record.processes for name in process.nodes]
    assert len(nodes) == 70
    assert len(record.processes) == (70 if composition == "multi_process" else 1)
    assert record.messages is not None and record.messages.sent == 0
