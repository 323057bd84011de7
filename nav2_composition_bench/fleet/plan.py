# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is started on the machines of a fleet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.fleet.configuration import SERVER_PORT
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.fleet_requirements import server_program
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.settling.system_commands import commands_of
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.executor import Spinning
from nav2_composition_bench.study.fleet import machine_of
from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.parameters import (
    EngineOptions,
    node_parameters,
    statistics_file,
)

_NEVER_MS = 3_600_000
"""Longest period of the engine's counts; a fleet's messages are not counted."""


@dataclass(frozen=True)
class MachinePlan:
    """One process that holds all nodes of a machine.

    :param label: what it is called; differs between a machine's first process and its second.
    :param statistics: node → where it writes its matches.
    """

    machine: str
    label: str
    command: tuple[str, ...]
    parameters: ParameterFile
    statistics: Mapping[str, Path]


def machine_plans(
    settled: SettledStudy, arm: Arm, directory: Path, life: int = 1
) -> dict[str, MachinePlan]:
    """Return what each machine runs.

    :param directory: absolute; files that differ by machine and life are in it.
    :param life: 2 for robots that are started again.
    """
    nodes: dict[str, list[TopologyNode]] = {}
    for node in settled.study.graph_of(arm).nodes:
        nodes.setdefault(machine_of(node.full_name), []).append(node)
    home = settled.arms[arm.name].installation
    commands = commands_of(settled.study, arm, home.find_program, home.python)
    plans = {}
    for machine, its in nodes.items():
        label = machine if life == 1 else f"{machine}.{life}"
        options = EngineOptions(
            track=False,
            statistics=directory / "matches" / str(life),
            statistics_period_ms=_NEVER_MS,
            matches=True,
        )
        path = directory / f"{label}.yaml"
        sections = {node.full_name.lstrip("/"): node_parameters(node, options) for node in its}
        assert options.statistics is not None
        plans[machine] = MachinePlan(
            machine,
            label,
            commands.manual(Spinning(arm.executor, per_node=True), path),
            ParameterFile(path, sections),
            {node.full_name: statistics_file(options.statistics, node.full_name) for node in its},
        )
    return plans


def server_command(address: str) -> tuple[str, ...]:
    """Return the command line of a discovery server at an address."""
    program = server_program(Installation.here().environment)
    return (program, "-i", "0", "-l", address, "-p", str(SERVER_PORT))
