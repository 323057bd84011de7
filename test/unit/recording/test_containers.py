# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from recorded_systems import System

from nav2_composition_bench.recording.containers import (
    levels_of,
    other_executors,
    replayed_spinning,
    spinning_told,
)
from nav2_composition_bench.settling.containers import container_words
from nav2_composition_bench.study.arm import arm_of
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor, Spinning
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
)


def recorded(*containers: tuple[str, int]) -> Topology:
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
        "/ros/component_container --executor-type events-cbg",
        "/ws/lib/event_container --loop a,b --loop c",
    ],
)
def test_executors_of_which_a_command_line_tells_nothing_are_not_guessed(command: str) -> None:
    assert spinning_told(command) is None


@pytest.mark.parametrize("spinning", [*STOCK, *EVENTS], ids=str)
def test_an_arm_of_the_levels_is_spun_so(spinning: Spinning) -> None:
    compositions = {each.value: each for each in Composition}
    assert arm_of(levels_of(spinning), compositions, "recorded").spinning == spinning


def test_executors_that_a_replay_has_as_recorded_need_no_word() -> None:
    for command, spinning in (
        ("/ros/component_container_mt", STOCK[2]),
        ("/ros/component_container_isolated", PER_NODE),
    ):
        topology = recorded((command, 2))
        assert replayed_spinning(topology, "jazzy") == spinning
        assert list(other_executors(topology, "jazzy")) == []


def test_it_is_said_where_nodes_had_other_executors_than_in_the_replay() -> None:
    two = recorded(("/ros/component_container_mt --ros-args", 3), ("/ros/component_container", 1))
    assert replayed_spinning(two, "jazzy") == PER_NODE
    (said,) = other_executors(two, "jazzy")
    assert said == (
        "recorded in component_container_mt, whose executor cannot be had here: its 3 nodes have a"
        " single-threaded executor each in the replay of what was recorded"
    )
    unknown = recorded(("/ws/my_container", 2))
    assert replayed_spinning(unknown, "jazzy") == PER_NODE
    (said,) = other_executors(unknown, "jazzy")
    assert said.startswith("recorded in my_container, whose executors are not known: its 2 nodes")


def test_the_wheels_have_no_events_executor_of_rclcpps() -> None:
    topology = recorded(("/ros/component_container_event", 2))
    assert replayed_spinning(topology, "jazzy") == EVENTS[2]
    assert replayed_spinning(topology, None) == PER_NODE
    assert len(list(other_executors(topology, None))) == 1
