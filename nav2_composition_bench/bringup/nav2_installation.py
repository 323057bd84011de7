# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Is everything installed that a study of Nav2 starts or loads?"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from nav2_composition_bench.bringup import ament_index
from nav2_composition_bench.bringup.commands import plan
from nav2_composition_bench.bringup.map_check import check_map
from nav2_composition_bench.bringup.nav2_commands import Nav2Commands
from nav2_composition_bench.bringup.parameters import (
    ParameterFile,
    effective_parameters,
    load_parameters,
)
from nav2_composition_bench.bringup.params_check import check_parameters
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_table import NodeEntry, nodes_of_any_distro, table_for
from nav2_composition_bench.study.study import Study

_COMPONENTS = "rclcpp_components"
_PLUGINS = "__pluginlib__plugin"
_RMW = "rmw_typesupport"
_CLASS_PARAMETERS = ("plugin", "robot_model_type", "trajectory_generator_name")
"""Last parts of the names of parameters whose value is a class for pluginlib."""


def refuse_incomplete(
    study: Study, parameters: ParameterFile, environment: Mapping[str, str] = os.environ
) -> None:
    """Refuse to run what is not there; for other systems than Nav2 this does nothing.

    :param parameters: effective ones.
    :raises UserError: naming the first thing that is missing, and how many more there are.
    """
    if study.system != "nav2":
        return
    check_map(study.map_file)
    lacks = list(missing(study, parameters, environment))
    if lacks:
        more = f" ({len(lacks) - 1} more: nav2-bench doctor)" if len(lacks) > 1 else ""
        raise UserError(f"{lacks[0]}{more}")


def study_parameters(study: Study) -> ParameterFile:
    """Return the effective parameters of a study of Nav2.

    :raises UserError: if the files do not fit the node table.
    """
    table = table_for(study.system, study.distro)
    parameters = load_parameters(study.params_file, study.distro)
    check_parameters(parameters, table, elsewhere=nodes_of_any_distro(study.system))
    return effective_parameters(parameters, study, table)


def missing(
    study: Study, parameters: ParameterFile, environment: Mapping[str, str] = os.environ
) -> Iterator[str]:
    """Yield one clause for each thing that the study needs and the installation lacks."""
    table = table_for(study.system, study.distro)
    yield from _middleware(study.rmw, environment)
    packages = {node.package for node in table}
    absent = sorted(p for p in packages if ament_index.prefix_of(p, environment) is None)
    if absent:
        yield f"of ROS distribution {study.distro} there is no {', '.join(absent)}"
    present = [node for node in table if node.package not in absent]
    yield from _programs(study, present, parameters, environment)
    yield from _plugins(parameters, environment)


def _middleware(rmw: str, environment: Mapping[str, str]) -> Iterator[str]:
    if ament_index.resource(_RMW, rmw, environment) is None:
        known = ament_index.registered(_RMW, environment)
        there = f"; installed: {', '.join(known)}" if known else ""
        yield f"middleware {rmw} is not installed{there}"


def _programs(
    study: Study,
    table: Sequence[NodeEntry],
    parameters: ParameterFile,
    environment: Mapping[str, str],
) -> Iterator[str]:
    """Executables and components of the compositions that are to be run."""
    faults: dict[str, None] = {}

    def find(package: str, name: str) -> str:
        try:
            return ament_index.executable(package, name, environment)
        except UserError as error:
            faults[str(error)] = None
            return ""

    commands = Nav2Commands(str(study.distro), find=find)
    components: dict[str, str] = {}
    for composition in study.compositions:
        made = plan(composition, table, parameters, Path(os.devnull), commands)
        components |= {component.plugin: component.package for component in made.components}
    yield from faults
    for plugin, package in components.items():
        registered = ament_index.resource(_COMPONENTS, package, environment) or ""
        if plugin not in (line.split(";")[0] for line in registered.splitlines()):
            yield f"package {package} has no component {plugin}; install it again"


def _plugins(parameters: ParameterFile, environment: Mapping[str, str]) -> Iterator[str]:
    known = _classes(environment)
    for section, values in parameters.sections.items():
        for name, value in values.items():
            if name.rpartition(".")[2] in _CLASS_PARAMETERS and value not in known:
                yield (
                    f"plugin {value} ({name} of {section} in {parameters.path.name}) is not"
                    " installed"
                )


def _classes(environment: Mapping[str, str]) -> set[str]:
    """Every name under which pluginlib finds a class."""
    names: set[str] = set()
    for kind in ament_index.kinds(environment):
        if kind.endswith(_PLUGINS):
            for package in ament_index.registered(kind, environment):
                names |= _declared(kind, package, environment)
    return names


def _declared(kind: str, package: str, environment: Mapping[str, str]) -> set[str]:
    prefix = ament_index.prefix_of(package, environment)
    text = ament_index.resource(kind, package, environment)
    names: set[str] = set()
    for line in (text or "").splitlines():
        try:
            root = ElementTree.parse((prefix or Path()) / line.strip()).getroot()
        except (OSError, ElementTree.ParseError):  # pluginlib ignores such a file too
            continue
        for declaration in root.iter("class"):
            names |= {value for key in ("name", "type") if (value := declaration.get(key))}
    return names
