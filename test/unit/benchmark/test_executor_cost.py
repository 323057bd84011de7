# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from benchmark.executors import benchmark_cost, processes
from benchmark.executors.benchmark_cost import (
    KINDS,
    MESH,
    OURS,
    ROBOT,
    Arm,
    arms_of,
    deliveries,
    mesh,
    results,
    targets_of,
)
from benchmark.executors.processes import Binding, bindings
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import EngineOptions
from nav2_composition_bench.topology.totals import totals_of, unheard


def test_the_mesh_is_twenty_nodes_of_five_subscriptions_with_a_thousand_messages_a_second() -> None:
    found, total = mesh(), totals_of(mesh())
    assert (total.nodes, total.topics, total.delivered_hz) == (20, 100, 1000)
    assert {(len(n.publishers), len(n.subscriptions)) for n in found.nodes} == {(5, 5)}
    assert unheard(found) == [] and {s.matches for n in found.nodes for s in n.subscriptions} == {1}
    own = {node.full_name: {each.topic for each in node.publishers} for node in found.nodes}
    assert not any(s.topic in own[n.full_name] for n in found.nodes for s in n.subscriptions)


def test_deliveries_are_of_as_many_messages_that_one_node_with_its_own_thread_sends() -> None:
    found, total = deliveries(), totals_of(deliveries())
    assert (total.nodes, total.topics) == (21, 100)
    assert total.delivered_hz == pytest.approx(1000)
    sender, *receivers = found.nodes
    assert sender.own_executor and len(sender.publishers) == 100 and not sender.subscriptions
    assert {(len(n.publishers), len(n.subscriptions)) for n in receivers} == {(0, 5)}
    assert unheard(found) == [] and len({each.rate_hz for each in sender.publishers}) == 100


@pytest.mark.parametrize("binding", KINDS)
def test_both_sides_of_every_target_are_measured(binding: str) -> None:
    measured = arms_of(Binding(binding, "", {}))
    for target in targets_of(binding):
        other = Arm(target.arm.graph, target.against, target.arm.per_node)
        assert target.arm in measured and other in measured


def test_figures_are_ratios_of_the_same_round() -> None:
    costs = {arm: [10.0, 20.0, 100.0] for arm in arms_of(Binding("rclcpp", "", {}))}
    for kind in OURS:
        costs[Arm(MESH, kind)] = [1.0, 1.0, 20.0]
    first, second, *_ = results("rclcpp", costs)
    assert first.name == "rclcpp, mesh, one for all: events / rclcpp_events"
    assert (first.value, first.target, second.target) == (0.1, 0.9, 0.1)
    assert first.detail == "median of 0.05 to 0.2; 1.0 and 20.0 µs of the executor for each message"


def test_each_arm_is_run_once_in_every_round(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []

    def run(
        binding: Binding,
        graph: Topology,
        options: tuple[str, ...],
        window_s: float,
        engine: EngineOptions,
        thread: str | None,
    ) -> float:
        is_one = graph.name != ROBOT and "--per-node" not in options
        assert thread == ("executor" if is_one else None)
        ran.append((graph.name, *options, *["by pointer"] * engine.intra_process))
        return 1.0

    monkeypatch.setattr(benchmark_cost, "bindings", lambda: [Binding("rcl", "", {})])
    monkeypatch.setattr(benchmark_cost, "cpu_per_message_us", run)
    assert all(each.value == 1.0 for each in benchmark_cost.measure())
    count = len(arms_of(Binding("rcl", "", {})))
    rounds = [ran[at : at + count] for at in range(0, len(ran), count)]
    assert len(rounds) == benchmark_cost.ROUNDS
    assert {frozenset(each) for each in rounds} == {frozenset(rounds[0])}
    assert len(set(rounds[0])) == count and len({tuple(each) for each in rounds}) > 1


def test_programs_on_rcl_see_nothing_of_the_ros_that_is_sourced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sourced = tmp_path / "ros"
    for program in (tmp_path / "topology_process", sourced / "lib" / processes.PACKAGE / "x"):
        program.parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / "topology_process").touch()
    installed = sourced / "lib" / processes.PACKAGE / "topology_process"
    installed.touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    environment = {
        "HOME": "/home",
        "ROS_DISTRO": "jazzy",
        "LD_LIBRARY_PATH": "/opt/ros/jazzy/lib",
        "AMENT_PREFIX_PATH": str(sourced),
    }
    with pytest.raises(UserError):  # which it is not registered with
        bindings(environment)
    packages = sourced / "share" / "ament_index" / "resource_index" / "packages"
    packages.mkdir(parents=True)
    (packages / processes.PACKAGE).touch()
    rcl, rclcpp = bindings(environment)
    assert (rcl.name, dict(rcl.environment)) == ("rcl", {"HOME": "/home"})
    assert (rclcpp.name, rclcpp.program) == ("rclcpp", str(installed))
    assert rclcpp.environment == environment
