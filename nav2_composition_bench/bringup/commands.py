# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the node table to command lines, for each composition. Nothing here has an effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from nav2_composition_bench.bringup.parameters import ParameterFile, Value
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.node_table import NodeEntry, managed_nodes

CONTAINER = "nav2_container"
MANUAL = "manual_composition"

Words = tuple[str, ...]
"""The words of a command line."""


class SystemCommands(Protocol):
    """How one system under test says what every system can do. Nothing here has an effect.

    ``params_file`` is the absolute path of the effective parameters.
    """

    def single_node(self, node: NodeEntry, params_file: Path) -> Words:
        """A process with this node alone."""

    def manual(self, params_file: Path) -> Words:
        """A process that constructs every node of the table itself."""

    def container(self, composition: Composition, params_file: Path) -> Words:
        """A container called ``CONTAINER`` with the executor of the composition."""

    @property
    def extra_arguments(self) -> tuple[tuple[str, Value], ...]:
        """``extra_arguments`` of every LoadNode request."""


@dataclass(frozen=True)
class ProcessPlan:
    """A process to start. ``nodes`` are the names of the table's nodes in it."""

    label: str
    command: tuple[str, ...]
    nodes: tuple[str, ...]


@dataclass(frozen=True)
class ComponentPlan:
    """A node to load into the container, with its own parameters only, as launch_ros sends."""

    package: str
    plugin: str
    name: str
    remappings: tuple[str, ...]
    parameters: tuple[tuple[str, Value], ...]
    extra_arguments: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class BringUpPlan:
    """All that has to be started, in order.

    :param params_file: where the effective parameters must stand before anything starts.
    :param components: to be loaded into ``CONTAINER``, in this order; the managers come last.
    :param managed: lifecycle manager → the nodes it drives, in table order.
    """

    composition: Composition
    params_file: Path
    parameters: ParameterFile
    processes: tuple[ProcessPlan, ...]
    components: tuple[ComponentPlan, ...]
    managed: dict[str, tuple[str, ...]]


def plan(
    composition: Composition,
    nodes: Sequence[NodeEntry],
    parameters: ParameterFile,
    params_file: Path,
    commands: SystemCommands,
) -> BringUpPlan:
    """What to start for a composition.

    :param parameters: effective parameters, the same for every composition.
    :param params_file: absolute path at which they will be written.
    :param commands: the system's own words.
    """
    ordered = managers_last(nodes)
    names = tuple(node.name for node in ordered)
    components: tuple[ComponentPlan, ...] = ()
    if composition is Composition.MULTI_PROCESS:
        processes = tuple(
            ProcessPlan(node.name, commands.single_node(node, params_file), (node.name,))
            for node in ordered
        )
    elif composition is Composition.MANUAL:
        processes = (ProcessPlan(MANUAL, commands.manual(params_file), names),)
    else:
        command = commands.container(composition, params_file)
        processes = (ProcessPlan(CONTAINER, command, names),)
        extra = commands.extra_arguments
        components = tuple(_component(node, parameters, extra) for node in ordered)
    return BringUpPlan(
        composition, params_file, parameters, processes, components, managed_nodes(nodes)
    )


def managers_last(nodes: Sequence[NodeEntry]) -> tuple[NodeEntry, ...]:
    """Table order, with the nodes that nobody manages (the managers) at the end."""
    return tuple(sorted(nodes, key=lambda node: node.lifecycle_manager is None))


def remapping_rules(node: NodeEntry) -> Words:
    """The node's remappings as ``from:=to``."""
    return tuple(f"{old}:={new}" for old, new in node.remappings)


def global_arguments(params_file: Path, remappings: Sequence[str] = ()) -> Words:
    """What follows the program's own arguments: ``--ros-args``, parameters, remappings."""
    rules = (word for rule in remappings for word in ("-r", rule))
    return ("--ros-args", "--params-file", str(params_file), *rules)


def _component(
    node: NodeEntry, parameters: ParameterFile, extra: tuple[tuple[str, Value], ...]
) -> ComponentPlan:
    return ComponentPlan(
        node.package,
        node.plugin,
        node.name,
        remapping_rules(node),
        tuple(parameters.of_node(node.name).items()),
        extra,
    )
