# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Settle a study whose arms are graphs of nodes that exchange messages."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.fleet_requirements import fleet_lacks
from nav2_composition_bench.settling.jpeg_requirement import jpeg_lacks
from nav2_composition_bench.settling.middlewares import middleware_lacks, middlewares_of
from nav2_composition_bench.settling.requirements import lacks
from nav2_composition_bench.settling.settled_study import SettledArm, SettledStudy
from nav2_composition_bench.settling.topology_parameters import topology_parameters
from nav2_composition_bench.settling.transport_profile import refuse_other_settings, transport_lacks
from nav2_composition_bench.settling.workspaces import installation_of
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import refuse_equal
from nav2_composition_bench.study.factor import BASE, COMPOSITION, PARAMS
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.placement import placed_names, refuse_other_nodes
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.topology_table import topology_table


def settle_exchange(
    study: Study, installation: Installation, only: Collection[str] | None
) -> SettledStudy:
    """Work out everything that a run of the study needs.

    :param study: with its distribution settled.
    :param only: names of the arms that are settled; None for all.
    :raises UserError: for an arm that has an overlay, a placement of other nodes, or settings of
        the shell that not all arms would run under.
    """
    wanted = [arm for arm in study.arms if only is None or arm.name in only]
    refuse_other_settings(wanted, installation.environment)
    arms = {arm.name: _settled(study, arm, installation_of(arm, installation)) for arm in wanted}
    refuse_equal((name, settled.what_runs) for name, settled in arms.items())
    nodes: dict[str, NodeEntry] = {}
    for settled in arms.values():
        nodes |= {node.name: node for node in settled.nodes}
    return SettledStudy(study, tuple(nodes.values()), arms, commands_are_stamped=False)


def _settled(study: Study, arm: Arm, installation: Installation) -> SettledArm:
    study = dataclasses.replace(study, distro=installation.distro)
    if arm[PARAMS] != BASE:
        raise UserError(
            f"arm {arm.name} has the overlay {arm[PARAMS]}, and topologies have no parameter file;"
            " leave the factor params out"
        )
    graph, placement = study.graph_of(arm), arm[COMPOSITION]
    nodes = topology_table(graph)
    where = f"placement '{placement}' of topology {graph.name}"
    refuse_other_nodes(placement, placed_names(nodes), where, nodes)
    parameters = topology_parameters(graph, arm, Path(graph.name))
    missing = (
        *transport_lacks(arm, graph),
        *middleware_lacks(arm, graph),
        *fleet_lacks(arm, graph, installation.environment),
        *jpeg_lacks(graph, installation),
        *lacks(study, arm, nodes, parameters, installation, middlewares_of(arm, graph)),
    )
    return SettledArm(arm, nodes, parameters, None, missing, study, installation)
