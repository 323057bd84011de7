# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What an arm needs of the installation, and what of it is not there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.installation import ament_index
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.commands import plan
from nav2_composition_bench.settling.host_requirement import refuse_unstartable
from nav2_composition_bench.settling.parameters import ParameterFile, Value
from nav2_composition_bench.settling.system_commands import commands_of
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.executor import EVENTS_CBG
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR, INTRA_PROCESS, RMW
from nav2_composition_bench.study.nav2_table import BY_POINTER
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names
from nav2_composition_bench.study.placement import missing_cores, placed_names
from nav2_composition_bench.study.reference_table import STACK
from nav2_composition_bench.study.study import Study

_CLASS_PARAMETERS = ("plugin", "robot_model_type", "trajectory_generator_name")
"""Last parts of the names of parameters whose value is a class for pluginlib."""
_WITHOUT_DEFAULT = {
    "collision_monitor": ("observation_sources", "polygons"),
    "docking_server": ("dock_plugins",),
}
"""Node of Nav2 -> parameters without which it cannot be configured."""


def lacks(
    study: Study,
    arm: Arm,
    nodes: Sequence[NodeEntry],
    parameters: ParameterFile,
    installation: Installation,
    middlewares: Sequence[str] = (),
) -> Iterator[str]:
    """Yield one clause for each thing that an arm needs and that is not there.

    :param study: with its ROS distribution settled.
    :param parameters: the arm's effective ones.
    :param middlewares: of its processes; none for the arm's alone.
    """
    for rmw in middlewares or (arm[RMW],):
        yield from _middleware(rmw, installation)
    yield from _intra_process(study, arm, nodes)
    try:
        refuse_unstartable(study)
    except UserError as error:
        yield str(error)
    yield from missing_cores(arm[COMPOSITION], installation.cores)
    if study.system == "reference" and not installation.has_module(STACK):
        yield (
            "the reference stack is not installed, since ROS 2 is; --system nav2 measures Nav2,"
            " and `make run` in a clone the reference stack"
        )
        return
    if study.system != "nav2":
        yield from _programs(study, arm, nodes, parameters, installation)
        return
    packages = {node.package for node in nodes}
    absent = sorted(
        each for each in packages if ament_index.prefix_of(each, installation.environment) is None
    )
    if absent:
        yield f"of ROS distribution {study.distro} there is no {', '.join(absent)}"
    present = [node for node in nodes if node.package not in absent]
    yield from _programs(study, arm, present, parameters, installation)
    yield from _without_default(parameters, nodes)
    yield from _plugins(parameters, nodes, installation)
    yield from _tree_libraries(parameters, installation)


def _middleware(rmw: str, installation: Installation) -> Iterator[str]:
    if (lack := installation.lack_of_middleware(rmw)) is not None:
        yield f"middleware {rmw} is {lack}"


def _intra_process(study: Study, arm: Arm, nodes: Sequence[NodeEntry]) -> Iterator[str]:
    if not arm[INTRA_PROCESS]:
        return
    if study.system == "reference":
        yield (
            "intra-process communication is for system nav2; the reference stack always goes"
            " through the middleware"
        )
    elif study.system == "nav2" and study.distro not in BY_POINTER:
        yield (
            f"intra-process communication: Nav2 can use it from {next(iter(BY_POINTER))} on"
            f" and this is {study.distro}"
        )
    elif study.system == "nav2" and (same := _same_without(study, arm, nodes)) is not None:
        yield (
            f"intra-process communication: no two nodes of {arm[COMPOSITION]} share a process, so"
            f" that it runs what {same} runs; leave one of the two out"
        )


def _same_without(study: Study, arm: Arm, nodes: Sequence[NodeEntry]) -> Arm | None:
    """Return the arm that differs in ``intra_process`` alone where that changes nothing."""
    if arm[COMPOSITION].shared(placed_names(nodes)):
        return None
    without = arm.having(INTRA_PROCESS, False).what_runs
    return next((each for each in study.arms if each.what_runs == without), None)


def _programs(
    study: Study,
    arm: Arm,
    nodes: Sequence[NodeEntry],
    parameters: ParameterFile,
    installation: Installation,
) -> Iterator[str]:
    """Executables and components of the arm."""
    release = installation.rclcpp
    if arm[EXECUTOR] in EVENTS_CBG and release is not None and not release.has_events_cbg:
        yield (
            f"the executor {arm[EXECUTOR]}: rclcpp {release} has no EventsCBGExecutor; Jazzy has it"
            " from 28.1.20 on, Kilted from 29.5.9, Lyrical from 32.0.0"
        )
        return
    faults: dict[str, None] = {}

    def find(package: str, name: str) -> str:
        try:
            return installation.find_program(package, name)
        except UserError as error:
            faults[str(error)] = None
            return ""

    try:
        made = plan(
            arm,
            nodes,
            parameters,
            Path(os.devnull),
            commands_of(study, arm, find, installation.python),
        )
    except UserError as error:
        yield str(error)
        return
    yield from faults
    if study.distro is None:  # components of the wheels are in the containers themselves
        return
    for component in made.components:
        if not installation.has_component(component.package, component.plugin):
            package, plugin = component.package, component.plugin
            yield f"package {package} has no component {plugin}; install it again"


def _without_default(parameters: ParameterFile, nodes: Sequence[NodeEntry]) -> Iterator[str]:
    for node in nodes:
        values = parameters.of_node(node.name)
        for name in _WITHOUT_DEFAULT.get(node.name, ()):
            if name not in values:
                yield (
                    f"{node.name} has no {name} in {parameters.called}, without which it does not"
                    " come up"
                )


def _tree_libraries(parameters: ParameterFile, installation: Installation) -> Iterator[str]:
    """Libraries of nodes of behaviour trees that are asked for and not there."""
    libraries = parameters.of_node("bt_navigator").get("plugin_lib_names", [])
    searched = installation.environment.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    places = [prefix / "lib" for prefix in ament_index.prefixes(installation.environment)]
    places += [Path(each) for each in searched if each]
    for library in libraries if isinstance(libraries, list) else ():
        if not any((place / f"lib{library}.so").exists() for place in places):
            yield (
                f"plugin {library} (plugin_lib_names of bt_navigator in {parameters.called}) is not"
                " installed"
            )


def _plugins(
    parameters: ParameterFile, nodes: Sequence[NodeEntry], installation: Installation
) -> Iterator[str]:
    """Classes that nodes of the arm load: what no list of theirs names stays unloaded."""
    known = installation.plugin_classes
    for node in configured_names(nodes):
        values = parameters.of_node(node)
        named = {word for value in values.values() for word in _words(value)}
        for name, value in values.items():
            owner, _, leaf = name.rpartition(".")
            is_loaded = not owner or not named.isdisjoint((owner, owner.rpartition(".")[2]))
            if leaf not in _CLASS_PARAMETERS or not is_loaded:
                continue
            if not isinstance(value, str) or value not in known:
                hint = suggestion(value, known).rstrip()
                yield (
                    f"plugin {value} ({name} of {node.strip('/')} in {parameters.called}) is not"
                    " installed" + (hint and f"; {hint}")
                )


def _words(value: Value) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list) else (value,)
