# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.containers import ON_RCL_ALONE
from nav2_composition_bench.settling.topology_commands import TopologyCommands
from nav2_composition_bench.study.executor import Executor, Spinning
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.placement import Loop

FILE = Path("/logs/parameters.yaml")
NODE = NodeEntry("nav2_composition_bench", "topology_process", "TopologyNode", "robot_1/camera")
ONE_EACH = Spinning(Executor.SINGLE_THREADED, per_node=True)
ONE_FOR_ALL = Spinning(Executor.SINGLE_THREADED, per_node=False)
MULTI_THREADED = Spinning(Executor.MULTI_THREADED, per_node=False)


def find(package: str, name: str) -> str:
    return f"/{package}/{name}"


WHEELS, JAZZY = TopologyCommands(find), TopologyCommands(find, "jazzy")


def test_loops_take_the_place_of_one_executor_for_each_node() -> None:
    loops = (Loop(("robot_1/camera",), 0), Loop(("map",)))
    spinning = Spinning(Executor.RING_BUFFER, per_node=False, loops=loops)
    words = ("--loop", "robot_1/camera@0", "--loop", "map")
    own = WHEELS.container(spinning, FILE, "box")
    assert own[1:7] == (*words, "--executor", "ring_buffer")
    assert JAZZY.container(spinning, FILE, "box")[:5] == (
        "/nav2_composition_bench/ring_buffer_container",
        *words,
    )


@pytest.mark.parametrize("commands", [WHEELS, JAZZY])
def test_a_process_is_told_which_node_of_the_file_is_its_own(commands: TopologyCommands) -> None:
    assert commands.single_node(NODE, ONE_EACH, FILE) == (
        "/nav2_composition_bench/topology_process",
        "--node",
        "/robot_1/camera",
        "--ros-args",
        "--params-file",
        str(FILE),
    )
    assert commands.manual(ONE_EACH, FILE)[1:3] == ("--per-node", "--ros-args")


@pytest.mark.parametrize(
    ("spinning", "options", "stock"),
    [
        (ONE_EACH, ("--isolated",), "component_container_isolated"),
        (ONE_FOR_ALL, (), "component_container"),
        (MULTI_THREADED, ("--executor", "multi_threaded"), "component_container_mt"),
        (
            replace(MULTI_THREADED, per_node=True),
            ("--isolated", "--executor", "multi_threaded"),
            "component_container_isolated --use_multi_threaded_executor",
        ),
    ],
)
def test_containers_are_this_packages_on_the_wheels_and_stock_ones_on_ros(
    spinning: Spinning, options: tuple[str, ...], stock: str
) -> None:
    name = ("--ros-args", "-r", "__node:=box")
    own = WHEELS.container(spinning, FILE, "box")
    assert own == ("/nav2_composition_bench/topology_container", *options, *name)
    program, *told = stock.split()
    on_ros = JAZZY.container(spinning, FILE, "box")
    assert on_ros == (f"/rclcpp_components/{program}", *told, *name)


@pytest.mark.parametrize(
    "executor",
    [
        Executor.STATIC_SINGLE_THREADED,
        Executor.MULTI_THREADED,
        Executor.EVENTS,
        Executor.RING_BUFFER,
        Executor.INTRA_PROCESS_EVENTS,
        *ON_RCL_ALONE,
    ],
)
def test_on_the_wheels_every_program_can_be_told_its_executor(executor: Executor) -> None:
    each, shared = Spinning(executor, per_node=True), Spinning(executor, per_node=False)
    told = ("--executor", executor.value)
    assert WHEELS.single_node(NODE, each, FILE)[3:5] == told
    assert WHEELS.manual(each, FILE)[1:4] == ("--per-node", *told)
    assert WHEELS.container(each, FILE, "box")[1:4] == ("--isolated", *told)
    assert WHEELS.container(shared, FILE, "box")[1:3] == told


@pytest.mark.parametrize(
    ("executor", "name"),
    [
        (Executor.STATIC_SINGLE_THREADED, "static_single_threaded_container"),
        (Executor.EVENTS, "event_container"),
        (Executor.RING_BUFFER, "ring_buffer_container"),
        (Executor.INTRA_PROCESS_EVENTS, "intra_process_event_container"),
    ],
)
def test_on_ros_this_packages_executors_have_containers_of_their_own(
    executor: Executor, name: str
) -> None:
    each, shared = Spinning(executor, per_node=True), Spinning(executor, per_node=False)
    told = ("--executor", executor.value)
    assert JAZZY.single_node(NODE, each, FILE)[3:5] == told
    assert JAZZY.manual(each, FILE)[1:4] == ("--per-node", *told)
    program = f"/nav2_composition_bench/{name}"
    assert JAZZY.container(each, FILE, "box")[:2] == (program, "--isolated")
    assert JAZZY.container(shared, FILE, "box")[:2] == (program, "--ros-args")


@pytest.mark.parametrize("executor", ON_RCL_ALONE)
def test_the_steps_to_one_event_loop_are_refused_on_ros(executor: Executor) -> None:
    each, shared = Spinning(executor, per_node=True), Spinning(executor, per_node=False)
    message = f"the executor {executor} is for topologies on the ROS 2 wheels; rclcpp has none"
    with pytest.raises(UserError, match=message):
        JAZZY.single_node(NODE, each, FILE)
    with pytest.raises(UserError, match=message):
        JAZZY.manual(each, FILE)
    with pytest.raises(UserError, match=message):
        JAZZY.container(shared, FILE, "box")


@pytest.mark.parametrize(
    ("executor", "program"),
    [
        (Executor.RCLCPP_EVENTS, "/nav2_composition_bench/rclcpp_events_container"),
        (Executor.EVENTS_CBG, "/rclcpp_components/component_container_events_cbg"),
        (Executor.EVENTS_CBG_MULTI_THREADED, "/rclcpp_components/component_container_events_cbg"),
    ],
)
def test_an_executor_that_is_not_there_is_refused(executor: Executor, program: str) -> None:
    events = Spinning(executor, per_node=False)
    with pytest.raises(UserError, match=f"{executor} needs ROS 2; the wheels have no rclcpp"):
        WHEELS.container(events, FILE, "box")
    with pytest.raises(UserError, match=f"{executor} needs ROS 2; the wheels have no rclcpp"):
        WHEELS.manual(events, FILE)
    assert JAZZY.container(events, FILE, "box")[0] == program
    assert JAZZY.single_node(NODE, events, FILE)[3:5] == ("--executor", executor.value)
