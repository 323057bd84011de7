# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from arm_studies import arm_of

from nav2_composition_bench.settling.commands import (
    CONTAINER,
    MANUAL_COMPOSITION,
    BringUpPlan,
    managers_last,
    plan,
)
from nav2_composition_bench.settling.parameters import ParameterFile, Value
from nav2_composition_bench.settling.reference_commands import ReferenceCommands
from nav2_composition_bench.study.node_entry import NodeEntry, managed_nodes
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MANUAL,
    MULTI_PROCESS,
    MULTI_THREADED,
    PAPERS,
    Placement,
    parse_placement,
)

FILE = Path("/run/parameters.yaml")
TABLE = table_for("reference")
NAMES = [node.name for node in TABLE]
COMPOSED = [MANUAL, ISOLATED, MULTI_THREADED]
CONTAINED = [ISOLATED, MULTI_THREADED]


def make(composition: Placement) -> BringUpPlan:
    sections: dict[str, dict[str, Value]] = {
        "/**": {"use_sim_time": False},
        "amcl": {"rate": 2.0},
    }
    arm = arm_of(composition)
    return plan(arm, TABLE, ParameterFile(FILE, sections), FILE, ReferenceCommands("python3"))


def words(command: tuple[str, ...]) -> str:
    return " ".join(command)


def test_every_node_of_the_table_gets_a_process_of_its_own() -> None:
    result = make(MULTI_PROCESS)
    assert sorted(process.label for process in result.processes) == sorted(NAMES)
    assert all(process.nodes == (process.label,) for process in result.processes)
    assert result.components == ()


def test_a_process_gets_its_node_the_parameters_and_its_remappings() -> None:
    commands = {p.label: p.command for p in make(MULTI_PROCESS).processes}
    controller = words(commands["controller_server"])
    assert "runtime.single_node --node controller_server --ros-args" in controller
    assert f"--params-file {FILE}" in controller
    assert "-r cmd_vel:=cmd_vel_nav" in controller
    assert "-r" not in commands["amcl"]


@pytest.mark.parametrize("composition", COMPOSED)
def test_one_process_holds_every_node(composition: Placement) -> None:
    (process,) = make(composition).processes
    assert process.label == (MANUAL_COMPOSITION if composition == MANUAL else CONTAINER)
    assert sorted(process.nodes) == sorted(NAMES)
    assert f"--params-file {FILE}" in words(process.command)


@pytest.mark.parametrize("composition", CONTAINED)
def test_every_node_is_loaded_with_its_remappings_and_own_parameters(
    composition: Placement,
) -> None:
    components = {component.name: component for component in make(composition).components}
    assert sorted(components) == sorted(NAMES)
    assert components["amcl"].parameters == (("use_sim_time", False), ("rate", 2.0))
    assert components["map_server"].parameters == (("use_sim_time", False),)
    assert components["controller_server"].remappings == ("cmd_vel:=cmd_vel_nav",)


def test_the_container_is_told_its_executor() -> None:
    (isolated,) = make(ISOLATED).processes
    (multi,) = make(MULTI_THREADED).processes
    assert "--isolated" in isolated.command
    assert "--multi-threaded" in multi.command
    assert set(isolated.command) ^ set(multi.command) == {"--isolated", "--multi-threaded"}
    assert f"__node:={CONTAINER}" in isolated.command


def test_manual_composition_loads_nothing_at_run_time() -> None:
    assert make(MANUAL).components == ()


PAIRS = parse_placement("pairs=map_server|lifecycle_manager_localization amcl|planner_server")


def test_each_shared_process_is_a_container_and_other_nodes_have_processes_of_their_own() -> None:
    result = make(PAIRS)
    containers, singles = result.processes[:2], result.processes[2:]
    assert [(one.label, one.nodes) for one in containers] == [
        (f"{CONTAINER}_1", ("map_server", "lifecycle_manager_localization")),
        (f"{CONTAINER}_2", ("amcl", "planner_server")),
    ]
    for one in containers:
        assert "--isolated" in one.command and f"__node:={one.label}" in one.command
        assert f"--params-file {FILE}" in words(one.command)
    alone = {one.label: one for one in make(MULTI_PROCESS).processes}
    assert all(one == alone[one.label] for one in singles)
    assert sorted(n for one in result.processes for n in one.nodes) == sorted(NAMES)


def test_the_nodes_of_a_process_are_loaded_into_its_container_managers_last() -> None:
    whole = {one.name: one for one in make(ISOLATED).components}
    components = make(PAIRS).components
    assert [(one.container, one.name) for one in components] == [
        (f"{CONTAINER}_1", "map_server"),
        (f"{CONTAINER}_2", "amcl"),
        (f"{CONTAINER}_2", "planner_server"),
        (f"{CONTAINER}_1", "lifecycle_manager_localization"),
    ]
    for one in components:
        assert replace(one, container=CONTAINER) == whole[one.name]


def test_the_only_container_has_no_number() -> None:
    pair = make(parse_placement("pair=map_server|amcl"))
    assert pair.processes[0].label == CONTAINER
    assert {one.container for one in pair.components} == {CONTAINER}


def test_managers_come_last_and_the_rest_stays_in_order() -> None:
    manager = NodeEntry("p", "m", "P::M", "manager")
    first = NodeEntry("p", "a", "P::A", "a", lifecycle_manager="manager")
    second = NodeEntry("p", "b", "P::B", "b", lifecycle_manager="manager")
    assert managers_last([manager, first, second]) == (first, second, manager)


def test_each_manager_knows_its_nodes_in_table_order() -> None:
    managed = managed_nodes(TABLE)
    assert list(managed) == ["lifecycle_manager_localization", "lifecycle_manager_navigation"]
    assert managed["lifecycle_manager_localization"] == ("map_server", "amcl")
    assert sum(map(len, managed.values())) == len(TABLE) - len(managed)


@pytest.mark.parametrize("composition", [*PAPERS, PAIRS])
def test_all_compositions_hold_the_same_nodes_and_managers(composition: Placement) -> None:
    result = make(composition)
    reference = make(MULTI_PROCESS)
    assert {n for p in result.processes for n in p.nodes} == {
        n for p in reference.processes for n in p.nodes
    }
    assert result.managed == reference.managed
