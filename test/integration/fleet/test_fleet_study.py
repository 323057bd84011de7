# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Real robots in network namespaces: what each way to discover finds, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bench_runner import Bench
from small_fleets import completed

Start = Callable[..., Bench]
TOPICS = 4


@pytest.mark.parametrize("discovery", ["multicast", "peers", "server"])
def test_robots_that_are_joined_find_one_another_and_are_seen(start: Start, discovery: str) -> None:
    factors = {"discovery": [discovery]}
    (record,) = completed(start("--robots", "3", study={"factors": factors})).values()
    found, fleet = record.metrics, record.fleet
    assert fleet is not None and fleet.operator is not None
    assert found["unmatched_pairs"] == 0
    assert {"discovered_s", "remote_seen_s", "restart_s"} <= found.keys()
    assert [robot.wanted_pairs for robot in fleet.robots] == [6, 6, 6]
    assert fleet.operator.wanted_pairs == TOPICS
    assert 0 < found["discovery_packets"] < found["discovery_bytes"]
    for metric in ("restart_bytes", "idle_packets_hz", "discovery_cpu_s", "robot_cpu_percent"):
        assert found[metric] > 0, metric
    assert 0 < found["robot_uss_bytes"] <= found["robot_pss_bytes"]
    assert found["pss_bytes"] > 3 * found["robot_uss_bytes"]


def test_robots_that_are_not_joined_find_themselves_alone(start: Start) -> None:
    factors = {"discovery": ["domains", "ignore"]}
    records = completed(start(study={"factors": factors}))
    for record in records.values():
        assert record.fleet is not None
        assert [robot.wanted_pairs for robot in record.fleet.robots] == [2, 2]
        assert [robot.lacking_pairs for robot in record.fleet.robots] == [0, 0]
    apart, ignoring = (records[name].metrics for name in ("domains", "ignore"))
    assert "remote_seen_s" in apart and apart["unmatched_pairs"] == 0
    assert "remote_seen_s" not in ignoring and ignoring["unmatched_pairs"] == TOPICS


def test_multicast_stays_in_its_subnet_and_peers_cross(start: Start) -> None:
    factors = {"discovery": ["multicast", "peers"], "network": ["five_subnets"]}
    records = completed(start(study={"factors": factors}))
    by_multicast, by_peers = (
        records[f"{name}+five_subnets"].metrics for name in ("multicast", "peers")
    )
    assert "discovered_s" not in by_multicast and by_multicast["unmatched_pairs"] > 0
    assert "discovered_s" in by_peers and by_peers["unmatched_pairs"] == 0
    assert by_multicast["idle_bytes_hz"] > 0  # it has come to rest


def test_a_bridge_drops_packets_by_what_the_kernel_has_and_the_record_says_by_what(
    start: Start,
) -> None:
    bench = start(study={"factors": {"network": ["drops_5_percent"]}})
    if bench.wait() == 2:
        assert "packets cannot be dropped here, neither by tc netem" in bench.output
        return
    (record,) = completed(bench).values()
    assert record.fleet is not None and record.fleet.drops_by in ("tc netem", "tc bpf")
    assert "unmatched_pairs" in record.metrics


def test_a_robot_can_run_a_topology_besides(start: Start) -> None:
    generated = {"graph": "fleet", "robots": [2], "topics": 1, "robot": "consumer_robot"}
    (record,) = completed(start(study={"generated": generated})).values()
    assert record.fleet is not None
    assert record.metrics["unmatched_pairs"] == 0
    assert record.fleet.robots[0].wanted_pairs > 50
