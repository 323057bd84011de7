# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from arm_studies import arm_of

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.commands import CONTAINER, BringUpPlan, plan
from nav2_composition_bench.settling.containers import OWN_CONTAINERS
from nav2_composition_bench.settling.nav2_commands import Nav2Commands
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.study.executor import Executor, Spinning
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MANUAL,
    MULTI_PROCESS,
    MULTI_THREADED,
    SINGLE_THREADED,
    Placement,
    parse_placement,
)

FILE = Path("/run/parameters.yaml")


def commands(distro: str = "jazzy", intra_process: bool = False) -> Nav2Commands:
    return Nav2Commands(distro, intra_process, lambda package, name: f"/ros/{package}/{name}")


def make(
    composition: Placement,
    own: Nav2Commands | None = None,
    executor: Executor = Executor.STOCK,
) -> BringUpPlan:
    own = own or commands()
    table = table_for("nav2", own.distro)
    arm = arm_of(composition, executor=executor)
    return plan(arm, table, ParameterFile(FILE, {"amcl": {"rate": 2.0}}), FILE, own)


def single(name: str) -> str:
    found = {p.label: p.command for p in make(MULTI_PROCESS).processes}
    return " ".join(found[name])


def container(
    composition: Placement,
    own: Nav2Commands | None = None,
    executor: Executor = Executor.STOCK,
) -> str:
    (process,) = make(composition, own, executor).processes
    return " ".join(process.command)


def test_executors_of_several_nodes_are_told_to_this_packages_containers() -> None:
    result = make(
        parse_placement("two=amcl,map_server@1|bt_navigator controller_server|planner_server,*"),
        executor=Executor.RING_BUFFER,
    )
    first, second = (" ".join(process.command) for process in result.processes)
    program = "/ros/nav2_composition_bench/ring_buffer_container"
    assert first.startswith(f"{program} --loop amcl,map_server@1 --loop bt_navigator --ros-args")
    assert second.startswith(f"{program} --loop controller_server --loop planner_server,")
    assert "smoother_server" in second and "*" not in second
    assert {one.container for one in result.components} == {f"{CONTAINER}_1", f"{CONTAINER}_2"}


def test_one_executor_for_the_nodes_of_a_process_is_that_of_the_container() -> None:
    result = make(parse_placement("two=amcl,map_server controller_server,planner_server"))
    program = "/ros/rclcpp_components/component_container"
    assert [process.command[0] for process in result.processes[:2]] == [program, program]


def test_a_node_of_its_own_is_its_packages_executable() -> None:
    assert single("controller_server") == (
        "/ros/nav2_controller/controller_server --ros-args --params-file /run/parameters.yaml"
        " -r /tf:=tf -r /tf_static:=tf_static -r cmd_vel:=cmd_vel_nav"
    )


def test_only_a_manager_is_renamed_and_no_other_node_of_its_process() -> None:
    manager = single("lifecycle_manager_navigation")
    assert manager.startswith("/ros/nav2_lifecycle_manager/lifecycle_manager --ros-args")
    assert manager.endswith("-r lifecycle_manager:__node:=lifecycle_manager_navigation")
    assert "__node" not in single("planner_server")


def test_docking_keeps_its_name() -> None:
    assert single("docking_server").startswith("/ros/opennav_docking/opennav_docking ")


def test_each_shared_process_is_a_container_with_the_parameters_of_its_costmaps() -> None:
    result = make(parse_placement("pairs=map_server|amcl controller_server|planner_server"))
    assert [" ".join(process.command) for process in result.processes[:2]] == [
        "/ros/rclcpp_components/component_container_isolated --ros-args --params-file"
        f" /run/parameters.yaml -r __node:={CONTAINER}_{number} -r /tf:=tf -r /tf_static:=tf_static"
        for number in (1, 2)
    ]
    assert {one.name: one.container for one in result.components} == {
        "map_server": f"{CONTAINER}_1",
        "amcl": f"{CONTAINER}_1",
        "controller_server": f"{CONTAINER}_2",
        "planner_server": f"{CONTAINER}_2",
    }


def test_manual_composition_is_this_packages_executable() -> None:
    assert container(MANUAL) == (
        "/ros/nav2_composition_bench/manual_composition --ros-args"
        " --params-file /run/parameters.yaml -r /tf:=tf -r /tf_static:=tf_static"
    )


def test_manual_composition_is_told_of_a_node_of_known_cost() -> None:
    own = dataclasses.replace(commands(), with_known_cost=True)
    assert "/manual_composition --known-cost --ros-args " in container(MANUAL, own)
    assert container(ISOLATED, own) == container(ISOLATED)


@pytest.mark.parametrize("distro", ["humble", "jazzy", "kilted"])
def test_containers_are_three_executables_before_lyrical(distro: str) -> None:
    own = commands(distro)
    isolated = container(ISOLATED, own).split()[0]
    multi = container(MULTI_THREADED, own).split()[0]
    single = container(SINGLE_THREADED, own).split()[0]
    assert isolated == "/ros/rclcpp_components/component_container_isolated"
    assert multi == "/ros/rclcpp_components/component_container_mt"
    assert single == "/ros/rclcpp_components/component_container"


@pytest.mark.parametrize("distro", ["humble", "jazzy", "kilted", "lyrical"])
@pytest.mark.parametrize(
    ("events", "name"),
    [
        (Executor.STATIC_SINGLE_THREADED, "static_single_threaded_container"),
        (Executor.RCLCPP_EVENTS, "rclcpp_events_container"),
        (Executor.EVENTS, "event_container"),
        (Executor.RING_BUFFER, "ring_buffer_container"),
        (Executor.INTRA_PROCESS_EVENTS, "intra_process_event_container"),
    ],
)
def test_executors_that_rclcpp_components_lacks_have_containers_of_this_package(
    distro: str, events: Executor, name: str
) -> None:
    own = commands(distro)
    program = f"/ros/nav2_composition_bench/{name}"
    for shared in (SINGLE_THREADED, MULTI_THREADED):
        assert container(shared, own, events).startswith(f"{program} --ros-args --params-file")
    isolated = container(ISOLATED, own, events)
    assert isolated.startswith(f"{program} --isolated --ros-args --params-file")
    assert f"-r __node:={CONTAINER} -r /tf:=tf -r /tf_static:=tf_static" in isolated


@pytest.mark.parametrize("distro", ["jazzy", "kilted"])
def test_the_events_cbg_executor_for_all_is_upstreams_and_one_for_each_this_packages(
    distro: str,
) -> None:
    own, program = commands(distro), "/ros/rclcpp_components/component_container_events_cbg"
    shared = container(SINGLE_THREADED, own, Executor.EVENTS_CBG)
    assert shared.startswith(f"{program} --ros-args -p thread_num:=1 --ros-args --params-file")
    several = container(SINGLE_THREADED, own, Executor.EVENTS_CBG_MULTI_THREADED)
    assert several.startswith(f"{program} --ros-args --params-file") and "thread" not in several
    isolated = container(ISOLATED, own, Executor.EVENTS_CBG)
    program = "/ros/nav2_composition_bench/events_cbg_container"
    assert isolated.startswith(f"{program} --isolated --ros-args --params-file")
    manual = container(MANUAL, own, Executor.EVENTS_CBG_MULTI_THREADED)
    assert "/manual_composition --executor events_cbg_multi_threaded --ros-args" in manual
    with pytest.raises(UserError, match="before Lyrical no container has an executor events_cbg_m"):
        container(ISOLATED, own, Executor.EVENTS_CBG_MULTI_THREADED)


def test_a_container_with_a_named_executor_holds_what_the_stock_one_does() -> None:
    stock = make(ISOLATED)
    events = make(ISOLATED, executor=Executor.RCLCPP_EVENTS)
    assert events.components == stock.components
    assert [one.nodes for one in events.processes] == [one.nodes for one in stock.processes]


def test_the_manual_composition_is_told_an_executor_that_is_not_its_own() -> None:
    events = container(MANUAL, executor=Executor.RCLCPP_EVENTS)
    assert "/manual_composition --executor rclcpp_events --ros-args" in events
    stock = container(MANUAL)
    assert container(MANUAL, executor=Executor.SINGLE_THREADED) == stock


def test_a_process_of_one_node_cannot_have_another_executor() -> None:
    with pytest.raises(UserError, match="multi_process cannot have the executor rclcpp_events"):
        make(MULTI_PROCESS, executor=Executor.RCLCPP_EVENTS)


def test_in_lyrical_the_one_container_is_told_its_executor() -> None:
    own = commands("lyrical")
    assert container(ISOLATED, own).startswith(
        "/ros/rclcpp_components/component_container --isolated --executor-type single-threaded "
    )
    assert container(MULTI_THREADED, own).startswith(
        "/ros/rclcpp_components/component_container --executor-type multi-threaded --ros-args"
    )
    assert container(SINGLE_THREADED, own).startswith(
        "/ros/rclcpp_components/component_container --executor-type single-threaded --ros-args"
    )
    assert container(SINGLE_THREADED, own, Executor.EVENTS_CBG).startswith(
        "/ros/rclcpp_components/component_container --executor-type events-cbg"
        " --ros-args -p thread_num:=1 --ros-args"
    )
    assert container(ISOLATED, own, Executor.EVENTS_CBG).startswith(
        "/ros/nav2_composition_bench/events_cbg_container --isolated --ros-args"
    )
    assert container(ISOLATED, own, Executor.EVENTS_CBG_MULTI_THREADED).startswith(
        "/ros/rclcpp_components/component_container --isolated --executor-type events-cbg --ros"
    )


@pytest.mark.parametrize("composition", [ISOLATED, MULTI_THREADED, SINGLE_THREADED])
def test_a_container_gets_the_parameters_of_the_costmaps_hidden_in_it(
    composition: Placement,
) -> None:
    words = container(composition)
    assert f"--params-file {FILE}" in words
    assert f"-r __node:={CONTAINER} -r /tf:=tf -r /tf_static:=tf_static" in words


def test_components_carry_their_remappings_and_parameters() -> None:
    components = {c.name: c for c in make(ISOLATED).components}
    assert components["amcl"].parameters == (("rate", 2.0),)
    assert components["behavior_server"].plugin == "behavior_server::BehaviorServer"
    assert components["behavior_server"].remappings == (
        "/tf:=tf",
        "/tf_static:=tf_static",
        "cmd_vel:=cmd_vel_nav",
    )


def test_intra_process_communication_is_asked_for_in_every_composed_arm() -> None:
    own = commands("lyrical", intra_process=True)
    components = make(ISOLATED, own).components
    assert {c.extra_arguments for c in components} == {(("use_intra_process_comms", True),)}
    assert "--use-intra-process-comms --ros-args" in container(MANUAL, own)
    assert {c.extra_arguments for c in make(ISOLATED).components} == {()}


@pytest.mark.parametrize(
    "stock",
    [
        Spinning(Executor.SINGLE_THREADED, per_node=True),
        Spinning(Executor.EVENTS_CBG, per_node=False),
    ],
)
def test_latched_topics_keep_their_nodes_from_pointers_in_stock_containers(
    stock: Spinning,
) -> None:
    own = commands("jazzy", intra_process=True)
    table = table_for("nav2", "jazzy")
    asked = {node.name: own.extra_arguments(stock, node) for node in table}
    latched = {asked.pop(name) for name in ("map_server", "amcl", "route_server")}
    assert latched == {()}
    assert set(asked.values()) == {(("use_intra_process_comms", True),)}
    assert "--latched" not in own.container(stock, FILE, "box", table)


@pytest.mark.parametrize("executor", OWN_CONTAINERS)
def test_this_packages_containers_keep_latched_topics_so_that_every_node_has_pointers(
    executor: Executor,
) -> None:
    spinning = Spinning(executor, per_node=True)
    own = commands("jazzy", intra_process=True)
    table = table_for("nav2", "jazzy")
    asked = {own.extra_arguments(spinning, node) for node in table}
    assert asked == {(("use_intra_process_comms", True),)}
    words = own.container(spinning, FILE, "box", table)
    assert "--latched /map=nav_msgs/msg/OccupancyGrid --latched /amcl_pose=" in " ".join(words)
    assert words.count("--latched") == 3
    assert "--latched" not in commands("jazzy").container(spinning, FILE, "box", table)
