# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the node table to command lines, for each composition. Nothing here has an effect."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.bringup.parameters import ParameterFile, Value
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.node_table import NodeEntry

CONTAINER = "nav2_container"
MANUAL = "manual_composition"
_RUNTIME = "nav2_composition_bench.reference_stack.runtime"
_CONTAINER_OPTION = {
    Composition.ISOLATED: "--isolated",
    Composition.MULTI_THREADED: "--multi-threaded",
}


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
) -> BringUpPlan:
    """What to start for a composition.

    :param parameters: effective parameters, the same for every composition.
    :param params_file: absolute path at which they will be written.
    """
    ordered = managers_last(nodes)
    names = tuple(node.name for node in ordered)
    components: tuple[ComponentPlan, ...] = ()
    if composition is Composition.MULTI_PROCESS:
        processes = tuple(_single_node(node, params_file) for node in ordered)
    elif composition is Composition.MANUAL:
        command = (*_module("manual"), "--ros-args", "--params-file", str(params_file))
        processes = (ProcessPlan(MANUAL, command, names),)
    else:
        option = _CONTAINER_OPTION[composition]
        # The file goes to the container too: nodes that a component makes inside itself (costmaps)
        # read the process's global arguments, not the component's.
        arguments = ("--ros-args", "-r", f"__node:={CONTAINER}", "--params-file", str(params_file))
        command = (*_module("container"), option, *arguments)
        processes = (ProcessPlan(CONTAINER, command, names),)
        components = tuple(_component(node, parameters) for node in ordered)
    return BringUpPlan(
        composition, params_file, parameters, processes, components, managed_nodes(nodes)
    )


def managers_last(nodes: Sequence[NodeEntry]) -> tuple[NodeEntry, ...]:
    """Table order, with the nodes that nobody manages (the managers) at the end."""
    return tuple(sorted(nodes, key=lambda node: node.lifecycle_manager is None))


def managed_nodes(nodes: Sequence[NodeEntry]) -> dict[str, tuple[str, ...]]:
    """Lifecycle manager → the nodes it drives."""
    managed: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        if node.lifecycle_manager is not None:
            managed[node.lifecycle_manager] = (
                *managed.get(node.lifecycle_manager, ()),
                node.name,
            )
    return managed


def _module(name: str) -> tuple[str, ...]:
    return (sys.executable, "-m", f"{_RUNTIME}.{name}")


def _remappings(node: NodeEntry) -> tuple[str, ...]:
    return tuple(f"{old}:={new}" for old, new in node.remappings)


def _single_node(node: NodeEntry, params_file: Path) -> ProcessPlan:
    remappings = (word for rule in _remappings(node) for word in ("-r", rule))
    command = (
        *_module("single_node"),
        "--node",
        node.name,
        "--ros-args",
        "--params-file",
        str(params_file),
        *remappings,
    )
    return ProcessPlan(node.name, command, (node.name,))


def _component(node: NodeEntry, parameters: ParameterFile) -> ComponentPlan:
    return ComponentPlan(
        node.package,
        node.plugin,
        node.name,
        _remappings(node),
        tuple(parameters.of_node(node.name).items()),
    )
