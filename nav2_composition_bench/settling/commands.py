# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the node table to command lines, for each arm. Nothing here has an effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.parameters import ParameterFile, Value
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.executor import Executor, Spinning, spinning_of
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR
from nav2_composition_bench.study.node_entry import NodeEntry, managed_nodes
from nav2_composition_bench.study.placement import ISOLATED, MANUAL, placed_names

CONTAINER = "nav2_container"
MANUAL_COMPOSITION = "manual_composition"
_OUTSIDE = Spinning(Executor.SINGLE_THREADED, per_node=True)
"""How nodes spin that are no part of what is compared."""

Words = tuple[str, ...]
"""The words of a command line."""
Find = Callable[[str, str], str]
"""Package, executable → path; raises UserError where there is none."""


class SystemCommands(Protocol):
    """How one system under test says what every system can do. Nothing here has an effect.

    ``params_file`` is the absolute path of the effective parameters.
    """

    @property
    def chooses_executors(self) -> bool:
        """Whether the program of a node alone can be told its executor."""

    def single_node(self, node: NodeEntry, spinning: Spinning, params_file: Path) -> Words:
        """A process with this node alone.

        :param spinning: passed over by a program that cannot be told.
        :raises UserError: if the system has no such executor.
        """

    def manual(self, spinning: Spinning, params_file: Path) -> Words:
        """A process that constructs every node of the table itself.

        :raises UserError: if the system has none with such executors.
        """

    def container(
        self, spinning: Spinning, params_file: Path, name: str, nodes: Sequence[NodeEntry] = ()
    ) -> Words:
        """A container of that name.

        :param nodes: what will be loaded into it.
        :raises UserError: if the system has none with such executors.
        """

    def extra_arguments(self, spinning: Spinning, node: NodeEntry) -> tuple[tuple[str, Value], ...]:
        """``extra_arguments`` of the LoadNode request for a node, to a container so spun."""


@dataclass(frozen=True)
class ProcessPlan:
    """A process to start.

    :param nodes: names of the table's nodes in it.
    :param environment: variables of this process besides those of all.
    """

    label: str
    command: tuple[str, ...]
    nodes: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ComponentPlan:
    """A node to load, with its own parameters only, as launch_ros sends.

    :param container: name of the container it goes to.
    """

    container: str
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
    :param components: to be loaded in this order; the managers come last.
    :param managed: lifecycle manager → the nodes it drives, in table order.
    :param statistics: node → where it writes what it counts; for topologies.
    :param environment: variables of the processes besides those of the session.
    :param preloaded: libraries that are loaded into the processes before their own.
    :param further_files: files that must stand before anything starts, and their text.
    """

    arm: Arm
    params_file: Path
    parameters: ParameterFile
    processes: tuple[ProcessPlan, ...]
    components: tuple[ComponentPlan, ...]
    managed: dict[str, tuple[str, ...]]
    statistics: Mapping[str, Path] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    preloaded: tuple[Path, ...] = ()
    further_files: Mapping[Path, str] = field(default_factory=dict)


def plan(
    arm: Arm,
    nodes: Sequence[NodeEntry],
    parameters: ParameterFile,
    params_file: Path,
    commands: SystemCommands,
) -> BringUpPlan:
    """What to start for an arm.

    :param parameters: the arm's effective parameters.
    :param params_file: absolute path at which they will be written.
    :param commands: the system's own words.
    :raises UserError: if the system cannot be run in such a way.
    """
    ordered = managers_last(nodes)
    processes: list[ProcessPlan] = []
    homes: dict[str, tuple[str, Spinning]] = {}
    if arm[COMPOSITION] == MANUAL:
        processes.append(_manual(arm, ordered, params_file, commands))
    else:
        shared = arm[COMPOSITION].shared(placed_names(ordered))
        for number, process in enumerate(shared, 1):
            container = CONTAINER if len(shared) == 1 else f"{CONTAINER}_{number}"
            spinning = spinning_of(process, arm.executor)
            loaded = [node for node in ordered if node.name in process.nodes]
            words = commands.container(spinning, params_file, container, loaded)
            held = tuple(node.name for node in loaded)
            processes.append(ProcessPlan(container, words, held))
            homes |= dict.fromkeys(held, (container, spinning))
        alone = [node for node in ordered if node.name not in homes]
        processes += _alone(arm, alone, params_file, commands)
    return BringUpPlan(
        arm,
        params_file,
        parameters,
        tuple(processes),
        tuple(
            _component(node, container, parameters, commands.extra_arguments(spinning, node))
            for node in ordered
            if node.name in homes
            for container, spinning in (homes[node.name],)
        ),
        managed_nodes(nodes),
    )


def _manual(
    arm: Arm, ordered: Sequence[NodeEntry], params_file: Path, commands: SystemCommands
) -> ProcessPlan:
    """One process that constructs every node."""
    outside = [node.name for node in ordered if node.apart]
    if outside:
        raise UserError(
            f"{arm[COMPOSITION]} constructs every node in one process, and {outside[0]} is outside;"
            f" take {ISOLATED}"
        )
    words = commands.manual(Spinning(arm.executor, per_node=True), params_file)
    return ProcessPlan(MANUAL_COMPOSITION, words, tuple(node.name for node in ordered))


def _alone(
    arm: Arm, nodes: Sequence[NodeEntry], params_file: Path, commands: SystemCommands
) -> list[ProcessPlan]:
    """A process for each of these nodes."""
    is_stock = arm[EXECUTOR] in (Executor.STOCK, Executor.SINGLE_THREADED)
    if nodes and not is_stock and not commands.chooses_executors:
        raise UserError(
            f"{nodes[0].name} has a process of its own, whose program chooses its executor, so"
            f" that {arm[COMPOSITION]} cannot have the executor {arm[EXECUTOR]}"
        )
    its_own = Spinning(arm.executor, per_node=True)
    return [
        ProcessPlan(
            label_of(node),
            commands.single_node(node, _OUTSIDE if node.apart else its_own, params_file),
            (node.name,),
        )
        for node in nodes
    ]


def container_names(nodes: Sequence[NodeEntry]) -> Words:
    """Fully qualified names that a container may have, in whatever placement of these nodes."""
    return (f"/{CONTAINER}", *(f"/{CONTAINER}_{n}" for n, _ in enumerate(nodes, 1)))


def label_of(node: NodeEntry) -> str:
    """Return what the process of a node alone is called, in records and names of files."""
    return node.name.replace("/", ".")


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
    node: NodeEntry,
    container: str,
    parameters: ParameterFile,
    extra: tuple[tuple[str, Value], ...],
) -> ComponentPlan:
    return ComponentPlan(
        container,
        node.package,
        node.plugin,
        node.name,
        remapping_rules(node),
        tuple(parameters.of_node(node.name).items()),
        extra,
    )
