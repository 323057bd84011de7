# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from captured_systems import System

from nav2_composition_bench.capturing.containers import (
    levels_of,
    other_executors,
    replayed_spinning,
    spinning_told,
)
from nav2_composition_bench.settling.containers import container_words
from nav2_composition_bench.study.arm import arm_of
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.executor import Executor, Spinning, spinning_of
from nav2_composition_bench.study.factor import COMPOSITION
from nav2_composition_bench.topology.graph import Topology

PER_NODE = Spinning(Executor.SINGLE_THREADED, per_node=True)
STOCK = (
    PER_NODE,
    Spinning(Executor.SINGLE_THREADED, per_node=False),
    Spinning(Executor.MULTI_THREADED, per_node=False),
    Spinning(Executor.MULTI_THREADED, per_node=True),
)
EVENTS = (
    Spinning(Executor.EVENTS, per_node=True),
    Spinning(Executor.EVENTS, per_node=False),
    Spinning(Executor.RCLCPP_EVENTS, per_node=False),
    Spinning(Executor.EVENTS_CBG, per_node=False),
    Spinning(Executor.EVENTS_CBG, per_node=True),
    Spinning(Executor.EVENTS_CBG_MULTI_THREADED, per_node=False),
)
EACH_WITH_WORKERS = Spinning(Executor.EVENTS_CBG_MULTI_THREADED, per_node=True)


def captured(*containers: tuple[str, int]) -> Topology:
    """A container of each command line, with so many nodes."""
    system = System()
    for pid, (command, number) in enumerate(containers, 1):
        system.node(f"/box_{pid}", pid).has("servers", f"/box_{pid}/_container/load_node")
        for node in range(number):
            system.node(f"/node_{pid}_{node}", pid)
        system.processes[pid] = replace(system.processes[pid], command=command)
    return system.topology()


@pytest.mark.parametrize("distro", ["jazzy", "lyrical"])
@pytest.mark.parametrize("spinning", [*STOCK, *EVENTS], ids=str)
def test_the_command_line_of_a_container_tells_its_executors(
    spinning: Spinning, distro: str
) -> None:
    words = container_words(spinning, distro, lambda package, name: f"/ros/{package}/{name}")
    assert spinning_told(" ".join((*words, "--ros-args", "-r", "__node:=box"))) == spinning


@pytest.mark.parametrize(
    "command",
    [
        "",
        "/ws/lib/my_container --ros-args",
        "/ros/component_container --executor-type fast",
        "/ws/lib/event_container --loop a,b --loop c",
    ],
)
def test_executors_of_which_a_command_line_tells_nothing_are_not_guessed(command: str) -> None:
    assert spinning_told(command) is None


@pytest.mark.parametrize(
    ("command", "spinning"),
    [
        ("component_container_events_cbg", EVENTS[-1]),
        ("component_container_events_cbg --ros-args -p thread_num:=4", EVENTS[-1]),
        ("component_container_events_cbg --ros-args -p thread_num:=1", EVENTS[-3]),
        ("component_container_events_cbg --ros-args --param box:thread_num:=1", EVENTS[-3]),
        ("component_container --executor-type events-cbg --ros-args -p thread_num:=1", EVENTS[-3]),
        ("component_container --isolated --executor-type events-cbg", EACH_WITH_WORKERS),
        (
            "component_container --isolated --executor-type events-cbg --ros-args -p thread_num:=1",
            EVENTS[-2],
        ),
        ("component_container --executor-type multi-threaded --isolated", STOCK[-1]),
        ("component_container --executor-type single-threaded", STOCK[1]),
        ("component_container --isolated", PER_NODE),
    ],
)
def test_either_spelling_of_upstream_is_known_with_its_number_of_workers(
    command: str, spinning: Spinning
) -> None:
    assert spinning_told(f"/ros/lib/rclcpp_components/{command}") == spinning


@pytest.mark.parametrize("spinning", [*STOCK, *EVENTS], ids=str)
def test_an_arm_of_the_levels_is_spun_so(spinning: Spinning) -> None:
    arm = arm_of(levels_of(spinning), ArmDesign(), "captured")
    (process,) = arm[COMPOSITION].shared(("a", "b"))
    assert spinning_of(process, arm.executor) == spinning


def test_executors_that_a_replay_has_as_captured_need_no_word() -> None:
    for command, spinning in (
        ("/ros/component_container_mt", STOCK[2]),
        ("/ros/component_container_isolated", PER_NODE),
    ):
        topology = captured((command, 2))
        assert replayed_spinning(topology, "jazzy") == spinning
        assert list(other_executors(topology, "jazzy")) == []


def test_it_is_said_where_nodes_had_other_executors_than_in_the_replay() -> None:
    two = captured(("/ros/component_container_mt --ros-args", 3), ("/ros/component_container", 1))
    assert replayed_spinning(two, "jazzy") == PER_NODE
    (said,) = other_executors(two, "jazzy")
    assert said == (
        "captured in component_container_mt, whose executor cannot be had here: its 3 nodes have a"
        " single-threaded executor each in the replay of what was captured"
    )
    unknown = captured(("/ws/my_container", 2))
    assert replayed_spinning(unknown, "jazzy") == PER_NODE
    (said,) = other_executors(unknown, "jazzy")
    assert said.startswith("captured in my_container, whose executors are not known: its 2 nodes")


def test_workers_for_each_node_are_had_where_one_container_has_every_executor() -> None:
    topology = captured(("/ros/component_container --isolated --executor-type events-cbg", 2))
    assert replayed_spinning(topology, "lyrical") == EACH_WITH_WORKERS
    assert replayed_spinning(topology, "jazzy") == PER_NODE


@pytest.mark.parametrize(
    ("program", "spinning"),
    [("component_container_event", EVENTS[2]), ("component_container_events_cbg", EVENTS[-1])],
)
def test_the_wheels_have_no_events_executor_of_rclcpps(program: str, spinning: Spinning) -> None:
    topology = captured((f"/ros/{program}", 2))
    assert replayed_spinning(topology, "jazzy") == spinning
    assert replayed_spinning(topology, None) == PER_NODE
    assert len(list(other_executors(topology, None))) == 1
