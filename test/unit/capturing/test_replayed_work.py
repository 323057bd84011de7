# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from captured_systems import System, robot
from record_factory import at_speed, changed, make_process, make_record

from nav2_composition_bench.capturing.node_costs import MAX_OWN_PERCENT
from nav2_composition_bench.capturing.replayed_work import (
    messages_alone,
    own_percent,
    with_replayed_work,
)
from nav2_composition_bench.topology.captured import YardstickReading
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT
from nav2_composition_bench.topology.units import captured_groups
from nav2_composition_bench.trial.record import TrialRecord

TOOK_PERCENT = 9.0
"""Of each process of the system below; its messages are taken to cost less."""


def six() -> Topology:
    """Six nodes that hear a seventh, a process each."""
    system = System()
    system.node("/source", 100, cpu_percent=5.0).pub("/image", 50.0)
    for number in range(6):
        system.node(f"/node_{number}", number + 1, cpu_percent=TOOK_PERCENT).sub("/image")
    return system.topology()


def replay(
    topology: Topology, took_percent: Mapping[str, float], wakes_hz: float = 1000.0
) -> TrialRecord:
    """A trial of the captured arrangement; processes whose first node is not named take 1 %."""
    return make_record(
        "captured",
        0,
        processes=tuple(
            make_process(
                min(nodes),
                nodes=tuple(nodes),
                cpu_percent=took_percent.get(f"/{min(nodes)}", 1.0),
                voluntary_context_switches_hz=wakes_hz,
            )
            for nodes in captured_groups(topology)
        ),
    )


def work_percent(topology: Topology, name: str) -> float:
    """CPU that the callbacks of a node are told to take."""
    (node,) = (each for each in topology.nodes if each.full_name == name)
    done_us = sum(each.work.work_us * (each.rate_hz or 0.0) for each in node.subscriptions)
    return done_us / US_PER_S_AND_PERCENT


def test_messages_alone_are_a_topology_whose_nodes_do_nothing_else() -> None:
    topology = six()
    assert work_percent(topology, "/node_1") > 5.0
    alone = messages_alone(topology)
    assert work_percent(alone, "/node_1") == 0.0 and own_percent(alone) == {}
    heard = [each.topic for node in alone.nodes for each in node.subscriptions]
    assert heard == [each.topic for node in topology.nodes for each in node.subscriptions]


def test_own_work_is_what_a_process_took_more_than_its_messages_and_wake_ups() -> None:
    topology = six()
    # Of seven processes the second lowest tells what a wake-up takes: 0.4 % more for 1000 a second.
    took = {"/source": 4.6, "/node_0": 8.8, "/node_1": 3.6, "/node_2": 6.0}
    told = with_replayed_work(topology, replay(topology, took))
    found = own_percent(told)
    assert found["/node_1"] == pytest.approx(TOOK_PERCENT - 3.6 - 0.4)
    assert found["/node_2"] == pytest.approx(TOOK_PERCENT - 6.0 - 0.4)
    assert "/node_0" not in found
    assert work_percent(told, "/node_1") == pytest.approx(5.0, rel=0.01)
    assert work_percent(told, "/node_0") == 0.0


def test_a_process_that_took_less_than_its_replay_does_no_work_of_its_own() -> None:
    topology = six()
    took = dict.fromkeys(own_percent(topology), 20.0)
    assert own_percent(with_replayed_work(topology, replay(topology, took))) == {}


def test_nodes_of_one_process_share_its_work_as_they_were_captured_to() -> None:
    system = System()
    system.node("/source", 1).pub("/image", 50.0).pub("/scan", 200.0)
    system.node("/near", 2, cpu_percent=30.0).sub("/image")
    system.node("/far", 2).sub("/scan")
    topology = system.topology()
    before = own_percent(topology)
    after = own_percent(with_replayed_work(topology, replay(topology, {"/far": 10.0}, 0.0)))
    assert sum(after.values()) == pytest.approx(20.0)
    assert after["/near"] / after["/far"] == pytest.approx(before["/near"] / before["/far"])


def test_what_was_captured_counts_for_the_speed_of_the_machine_now() -> None:
    topology = six()
    assert topology.captured is not None
    then = YardstickReading(50.0, 100.0)
    topology = replace(topology, captured=replace(topology.captured, yardstick=then))
    trial = at_speed(replay(topology, {"/node_1": 4.0}, 0.0), 120.0, 120.0)
    told = with_replayed_work(topology, changed(trial, yardstick_rate_hz=50.0))
    assert own_percent(told)["/node_1"] == pytest.approx(TOOK_PERCENT * 1.2 - 4.0)


def test_no_node_works_more_than_one_thread_can() -> None:
    system = robot()
    system.node("/slam", 104, cpu_percent=170.0).sub("/image")
    topology = system.topology()
    told = with_replayed_work(topology, replay(topology, {}))
    assert own_percent(told)["/slam"] == MAX_OWN_PERCENT


def test_a_process_that_the_replay_does_not_have_keeps_the_work_of_the_capture() -> None:
    topology = six()
    trial = replay(topology, {"/node_2": 3.0}, 0.0)
    others = tuple(each for each in trial.processes if each.nodes != ("node_1",))
    told = with_replayed_work(topology, replace(trial, processes=others))
    assert own_percent(told)["/node_1"] == own_percent(topology)["/node_1"]
    assert own_percent(told)["/node_2"] == pytest.approx(6.0)
