# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.message_type import MESSAGE_TYPES
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies
from nav2_composition_bench.topology.totals import totals_of, unheard

NAMES = sorted(packaged_topologies())


def packaged(name: str) -> Topology:
    return load_topology([packaged_topologies()[name]])


@pytest.mark.parametrize("name", NAMES)
def test_every_topology_of_the_package_is_called_as_its_file_and_described(name: str) -> None:
    found = packaged(name)
    assert found.name == name and found.description.endswith(".")
    assert unheard(found) == []


@pytest.mark.parametrize(
    "name, nodes, publishers, subscriptions, published_hz, delivered_hz",
    [
        ("sierra_nevada", 10, 13, 17, 654, 1054),
        ("mont_blanc", 20, 23, 35, 781, 1263),
        ("consumer_robot", 20, 23, 35, 781, 1263),
        ("white_mountain", 20, 23, 35, 761, 1223),
        ("cedar", 9, 13, 19, 438, 768),
    ],
)
def test_graphs_after_irobots_have_their_counts_and_rates(
    name: str, nodes: int, publishers: int, subscriptions: int, published_hz: int, delivered_hz: int
) -> None:
    found = totals_of(packaged(name))
    assert (found.nodes, found.publishers, found.subscriptions) == (
        nodes, publishers, subscriptions,
    )  # fmt: skip
    assert found.published_hz == pytest.approx(published_hz, abs=1e-3)
    assert found.delivered_hz == pytest.approx(delivered_hz, abs=1e-3)


def test_the_consumer_robot_requires_what_such_a_robot_can_spare() -> None:
    required = packaged("consumer_robot").requirements
    assert (required.cpu_percent, required.memory_mb, required.lost_percent) == (20, 20, 0)


def test_create3_has_its_entities_its_loop_and_its_data_rate() -> None:
    found = packaged("create3")
    total = totals_of(found)
    assert (total.nodes, total.topics, total.services, total.actions) == (10, 30, 10, 10)
    assert total.published_bytes_hz == pytest.approx(70_000, rel=0.02)
    assert found.requirements.memory_mb == 60
    (loop,) = (timer for node in found.nodes for timer in node.timers)
    assert loop.period_ns == 20_000_000
    called = {client.service for node in found.nodes for client in node.clients}
    goals = {client.action for node in found.nodes for client in node.action_clients}
    assert (len(called), len(goals)) == (10, 10)


def test_the_reference_system_has_its_nodes_rates_and_hot_path() -> None:
    found = packaged("reference_system")
    assert len(found.nodes) == 24
    rates = {p.topic.lstrip("/"): p.rate_hz for node in found.nodes for p in node.publishers}
    assert rates["point_cloud_map"] == pytest.approx(1000 / 120)
    assert rates["visualizer"] == pytest.approx(1000 / 60)
    assert rates["euclidean_intersection"] == pytest.approx(40)
    assert rates["object_collision_estimator"] == rates["behavior_planner"] == 10
    hot = next(path for path in found.paths if path.name == "hot_path")
    assert hot.end_node == "/object_collision_estimator"
    assert {node for node, _ in hot.starts} == {"/front_lidar_driver", "/rear_lidar_driver"}
    fused = {node.name for node in found.nodes if any(s.fused for s in node.subscriptions)}
    assert fused == {
        "point_cloud_fusion", "ndt_localizer", "vehicle_interface", "lanelet2_global_planner",
        "lanelet2_map_loader",
    }  # fmt: skip
    assert rates["point_cloud_fusion"] == rates["vehicle_interface"] == 10
    slowest = pytest.approx(1000 / 120)
    assert rates["ndt_localizer"] == rates["lane_planner"] == rates["parking_planner"] == slowest
    assert {p.size_bytes for node in found.nodes for p in node.publishers} == {4096}
    assert MESSAGE_TYPES["stamped_vector"] in {
        p.type for node in found.nodes for p in node.publishers
    }
