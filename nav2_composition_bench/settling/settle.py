# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From a study and an installation to everything that a run needs; nothing is started."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.map_check import check_map
from nav2_composition_bench.settling.parameters import (
    ParameterFile,
    effective_parameters,
    load_parameters,
    with_known_cost,
)
from nav2_composition_bench.settling.params_check import (
    check_overlay,
    check_parameters,
    known_parameters,
    not_simulated,
)
from nav2_composition_bench.settling.requirements import lacks
from nav2_composition_bench.settling.settle_exchange import settle_exchange
from nav2_composition_bench.settling.settled_study import SettledArm, SettledStudy
from nav2_composition_bench.settling.workspaces import installation_of, workspace_lacks
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import refuse_equal
from nav2_composition_bench.study.distribution import STAMPED_PARAMETER, commands_are_stamped
from nav2_composition_bench.study.factor import BASE, COMPOSITION, PARAMS, WORKSPACE
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODES
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names
from nav2_composition_bench.study.node_table import sections_of_any_distro, table_for
from nav2_composition_bench.study.overlays import overlay_file
from nav2_composition_bench.study.placement import placed_names, refuse_other_nodes
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange

_COMMANDING = ("collision_monitor", "velocity_smoother")
"""Of these the first that there is sends ``cmd_vel``; Humble has no collision_monitor."""


def settle(
    study: Study, installation: Installation, only: Collection[str] | None = None
) -> SettledStudy:
    """Work out everything that a run of the study needs.

    What an arm lacks is noted, not refused; see :func:`refuse_lacking`.

    :param only: names of the arms that are settled; None for all.
    :raises UserError: for a study that does not fit the distribution, its node table, its
        parameters or their overlays.
    """
    as_asked = study
    study = _with_distribution(study, installation.distro)
    if isinstance(study.workload, Exchange):
        if study.background_load is not None:
            raise UserError(f"background_load: no robot drives in study {study.name}; leave it out")
        return settle_exchange(study, installation, only)
    odd: list[str] = []
    arms: dict[str, SettledArm] = {}
    by_overlay: dict[tuple[str, str], ParameterFile] = {}
    of_all: dict[str, NodeEntry] = {}
    for arm in study.arms:
        if only is not None and arm.name not in only:
            continue
        home = installation_of(arm, installation)
        its = dataclasses.replace(study, distro=_with_distribution(as_asked, home.distro).distro)
        nodes = _nodes_here(its.nodes, home)
        of_all |= {node.name: node for node in nodes}
        placement, place = arm[COMPOSITION], (arm[PARAMS], str(arm[WORKSPACE]))
        refuse_other_nodes(placement, placed_names(nodes), f"placement '{placement}'", nodes)
        if place not in by_overlay:
            laid, found = _parameters(arm[PARAMS], its, nodes, home)
            by_overlay[place] = effective_parameters(laid, its, nodes)
            odd += found
        parameters = by_overlay[place]
        _refuse_twin(arm, parameters, arms, nodes)
        missing = (
            *workspace_lacks(arm, home, installation),
            *lacks(its, arm, nodes, parameters, home),
        )
        arms[arm.name] = SettledArm(
            arm, nodes, parameters, _control_hz(parameters), missing, its, home
        )
    refuse_equal((name, settled.what_runs) for name, settled in arms.items())
    if study.system == "nav2":
        check_map(study.navigation.map_file)
    stamped = _commands_are_stamped(study, arms)
    return SettledStudy(study, tuple(of_all.values()), arms, stamped, tuple(dict.fromkeys(odd)))


def refuse_lacking(settled: SettledStudy) -> None:
    """Refuse to run a study with an arm that cannot be run here.

    :raises UserError: naming the arm, the first thing that is missing, and what can be run.
    """
    lacking = [one for one in settled.arms.values() if one.lacks]
    if not lacking:
        return
    first = lacking[0]
    others = [one.arm.name for one in settled.arms.values() if not one.lacks]
    clause = f"; these can: {' '.join(f'--arm {name}' for name in others)}" if others else ""
    rest = len(dict.fromkeys(lack for one in lacking for lack in one.lacks)) - 1
    more = f" ({rest} more: nav2-bench doctor)" if rest else ""
    raise UserError(f"{first.arm.name} cannot be run here: {first.lacks[0]}{more}{clause}")


def _with_distribution(study: Study, sourced: str | None) -> Study:
    """Settle which ROS distribution a study is about."""
    if study.system == "reference":
        return dataclasses.replace(study, distro=None)
    if study.known_cost is not None and study.system not in KNOWN_COST_NODES:
        raise UserError(
            f"known_cost adds a node to system {' or '.join(KNOWN_COST_NODES)}; for system"
            f" {study.system} leave it out, or run the study known_cost_topology"
        )
    if study.system == "topology":
        return dataclasses.replace(study, distro=sourced)
    distro = study.distro or sourced
    if sourced not in (None, "rolling", distro):
        raise UserError(
            f"the study is for ROS distribution {distro} and {sourced} is sourced; source"
            f" {distro}, or leave the study's distro out"
        )
    table_for(study.system, distro)
    return dataclasses.replace(study, distro=distro)


def _nodes_here(nodes: tuple[NodeEntry, ...], installation: Installation) -> tuple[NodeEntry, ...]:
    """Leave out latched topics that the installed rclcpp keeps itself."""
    release = installation.rclcpp
    if release is None or not release.keeps_latched:
        return nodes
    return tuple(dataclasses.replace(node, latched_topics=()) for node in nodes)


def _parameters(
    overlay: str, study: Study, nodes: tuple[NodeEntry, ...], installation: Installation
) -> tuple[ParameterFile, list[str]]:
    """Return the parameters with an overlay, and what is odd about them."""
    own = study.navigation.params_files
    known, elsewhere = known_parameters(study.system), sections_of_any_distro(study.system)

    def load(paths: Sequence[Path]) -> ParameterFile:
        return load_parameters(paths, study.distro, installation.environment)

    base = load(own)
    odd = check_parameters(with_known_cost(base, study.known_cost), nodes, known, elsewhere)
    laid = base
    if overlay != BASE:
        file = overlay_file(overlay, study.overlays)
        odd += check_overlay(load([file]), overlay, nodes, known, elsewhere)
        laid = load([*own, file])
    if study.system == "nav2" and study.navigation.simulator != "external":
        odd += not_simulated(laid, nodes)
    return with_known_cost(laid, study.known_cost), odd


def _refuse_twin(
    arm: Arm,
    parameters: ParameterFile,
    arms: Mapping[str, SettledArm],
    nodes: tuple[NodeEntry, ...],
) -> None:
    """Refuse an arm that differs from another by an overlay without effect."""
    names = configured_names(nodes)
    for name, other in arms.items():
        same = arm.having(PARAMS, other.arm[PARAMS]).what_runs == other.arm.what_runs
        if same and all(other.parameters.of_node(n) == parameters.of_node(n) for n in names):
            raise UserError(
                f"arms '{name}' and '{arm.name}' are the same: overlay {arm[PARAMS]} changes"
                f" nothing that {other.arm[PARAMS]} does not; leave one out"
            )


def _commands_are_stamped(study: Study, arms: Mapping[str, SettledArm]) -> bool:
    """Tell what the host side is sent: the parameters say so, or the distribution's default.

    :raises UserError: if arms differ in it, which have one host side.
    """
    if study.system != "nav2":
        return False
    names = [name.strip("/") for name in configured_names(study.nodes)]
    sender = next(name for name in _COMMANDING if name in names)
    said = {
        name: commands_are_stamped(study.distro, one.parameters.of_node(sender))
        for name, one in arms.items()
    }
    if len(set(said.values())) > 1:
        first, other = (next(name for name in said if said[name] is kind) for kind in (True, False))
        raise UserError(
            f"{sender} has {STAMPED_PARAMETER}: true in {first} and false in {other}; arms have one"
            " simulator, so make it the same"
        )
    return next(iter(said.values()), commands_are_stamped(study.distro))


def _control_hz(parameters: ParameterFile) -> float | None:
    value = parameters.of_node("controller_server").get("controller_frequency")
    return float(value) if isinstance(value, (int, float)) else None
