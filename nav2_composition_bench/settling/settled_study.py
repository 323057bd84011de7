# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study with everything that a run of it needs to know."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.installation.own_program import find_library
from nav2_composition_bench.installation.workspace import variables_of
from nav2_composition_bench.message_statistics.delays import DELAY_PROBE, DELAYS_VARIABLE
from nav2_composition_bench.settling.commands import BringUpPlan, plan
from nav2_composition_bench.settling.middlewares import with_middlewares
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.settling.system_commands import commands_of
from nav2_composition_bench.settling.topology_parameters import topology_parameters
from nav2_composition_bench.settling.transport_profile import transport_plan
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import BASE, PARAMS, RMW, TRANSPORT, WORKSPACE
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.overlays import overlay_file
from nav2_composition_bench.study.placement import placed_names
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.topology.parameters import statistics_file

STATISTICS = "messages"
"""Directory in that of a trial for what nodes write of their messages."""
PROFILE = "fastdds_profile.xml"
"""File there that says how messages go, for arms that choose a transport."""


@dataclass(frozen=True)
class SettledArm:
    """One arm of a settled study.

    :param nodes: its node table, in loading order.
    :param parameters: effective ones, overlay included.
    :param control_hz: nominal rate of the controller; None where no parameter says it.
    :param lacks: what the installation lacks for it, one clause each; empty where it can be run.
    :param study: with the ROS distribution that it runs on.
    :param installation: what it runs on.
    """

    arm: Arm
    nodes: tuple[NodeEntry, ...]
    parameters: ParameterFile
    control_hz: float | None
    lacks: tuple[str, ...]
    study: Study
    installation: Installation

    @property
    def variables(self) -> Mapping[str, str]:
        """The variables by which its processes see its workspace; empty without one."""
        workspace = self.arm[WORKSPACE]
        return {} if workspace is None else variables_of(workspace.prefix)

    @property
    def what_runs(self) -> tuple[object, ...]:
        """Equal for arms that run the same thing, whatever they and their placements call it."""
        return self.arm.what_runs_of(placed_names(self.nodes))


@dataclass(frozen=True)
class SettledStudy:
    """Everything that a run needs to know, from one place.

    :param study: with its distribution settled.
    :param nodes: those of all arms, in loading order.
    :param arms: by name, in the study's order.
    :param commands_are_stamped: velocity commands are TwistStamped.
    :param warnings: what is odd about the parameters, a sentence each.
    """

    study: Study
    nodes: tuple[NodeEntry, ...]
    arms: Mapping[str, SettledArm]
    commands_are_stamped: bool
    warnings: tuple[str, ...] = ()

    @property
    def is_fleet(self) -> bool:
        """Whether it is of fleets, whose robots are machines of their own."""
        return isinstance(self.study.workload, Exchange) and self.study.workload.is_fleet

    @property
    def middlewares(self) -> tuple[str, ...]:
        """Every middleware that an arm runs with."""
        return tuple(dict.fromkeys(settled.arm[RMW] for settled in self.arms.values()))

    def plan(self, arm: Arm, directory: Path) -> BringUpPlan:
        """Return what is started for an arm, with its parameters in that directory.

        :raises UserError: if the arm cannot be run here.
        """
        params_file = directory / "parameters.yaml"
        settled = self.arms[arm.name]
        home = settled.installation
        commands = commands_of(settled.study, arm, home.find_program, home.python)
        if not isinstance(self.study.workload, Exchange):
            made = plan(arm, settled.nodes, settled.parameters, params_file, commands)
            made = dataclasses.replace(made, environment=settled.variables)
            return self._with_delay_probe(made, directory, home)
        graph = self.study.graph_of(arm)
        written = directory / STATISTICS
        parameters = topology_parameters(graph, arm, params_file, written)
        made = plan(arm, settled.nodes, parameters, params_file, commands)
        profile_file = directory / PROFILE
        transport = transport_plan(arm[TRANSPORT], graph, profile_file)
        profiles = {} if transport.profile is None else {profile_file: transport.profile}
        return dataclasses.replace(
            made,
            processes=with_middlewares(made.processes, graph),
            statistics={node.name: statistics_file(written, node.name) for node in settled.nodes},
            environment={**settled.variables, **transport.environment},
            further_files=profiles,
        )

    def _with_delay_probe(
        self, made: BringUpPlan, directory: Path, home: Installation
    ) -> BringUpPlan:
        """Time Nav2's timers and goals where it has to share the machine with a known load."""
        if self.study.background_load is None or self.study.system != "nav2":
            return made
        return dataclasses.replace(
            made,
            preloaded=(find_library(DELAY_PROBE, home.environment),),
            environment={**made.environment, DELAYS_VARIABLE: str(directory)},
        )

    @property
    def workspaces(self) -> dict[str, SettledArm]:
        """Name of each workspace → an arm that runs on it."""
        return {
            workspace.name: one
            for one in self.arms.values()
            if (workspace := one.arm[WORKSPACE]) is not None
        }

    @property
    def overlays(self) -> dict[str, Path]:
        """Name → file of the overlays that some arm has."""
        names = dict.fromkeys(settled.arm[PARAMS] for settled in self.arms.values())
        return {name: overlay_file(name, self.study.overlays) for name in names if name != BASE}
