# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nodes that are outside have a process of their own in every arm."""

from __future__ import annotations

from pathlib import Path

import pytest
from arm_studies import arm_of
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.commands import BringUpPlan, plan
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.settling.topology_commands import TopologyCommands
from nav2_composition_bench.settling.topology_parameters import topology_parameters
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.topology_table import topology_table
from nav2_composition_bench.study.workload import Exchange

TOPOLOGY = graph(
    node("sim", pub("scan"), outside=True),
    node("amcl", subscribers=[sub("scan")]),
    node("planner", subscribers=[sub("scan")]),
)


def planned(arm: Arm, distro: str | None = None) -> BringUpPlan:
    path = Path("/nowhere/parameters.yaml")
    parameters = topology_parameters(TOPOLOGY, arm, path)
    commands = TopologyCommands(lambda _package, name: f"/bin/{name}", distro)
    made = plan(arm, topology_table(TOPOLOGY), parameters, path, commands)
    assert "sim" not in [component.name for component in made.components]
    return made


def processes(composition: str) -> list[tuple[str, ...]]:
    made = planned(arm_of(composition, topology="test"))
    return [process.nodes for process in made.processes]


@pytest.mark.parametrize(
    "composition",
    ["isolated", "multi_threaded", "single_threaded"],
)
def test_the_others_share_a_container_and_it_does_not(composition: str) -> None:
    assert processes(composition) == [("amcl", "planner"), ("sim",)]


def test_separate_processes_are_as_ever() -> None:
    assert processes("multi_process") == [("sim",), ("amcl",), ("planner",)]


@pytest.mark.parametrize("executor", [Executor.RCLCPP_EVENTS, Executor.EVENTS])
def test_the_executor_that_is_compared_is_not_its_own(executor: Executor) -> None:
    arm = arm_of("single_threaded", topology="test", executor=executor)
    container, outside = planned(arm, "jazzy").processes
    assert "rclcpp_events" in container.command[0] or "event_container" in container.command[0]
    assert "--executor" not in outside.command


def test_a_program_with_all_nodes_is_refused_with_what_to_take() -> None:
    with pytest.raises(UserError, match="manual constructs every node in one process, and sim is"):
        processes("manual")


def test_a_placement_cannot_name_it() -> None:
    design = ArmDesign(
        {"composition": ("pair",), "topology": ("test",)},
        placements=(parse_placement("pair=sim|amcl"),),
        topologies=("test",),
    )
    study = Study("x", "topology", design, 1, 1, Exchange({"test": TOPOLOGY}))
    with pytest.raises(UserError, match="sim is outside, and has a process of its own; leave"):
        settle(study, Installation({}))
