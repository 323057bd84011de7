# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a topology cannot be parted; pure.

Nodes that one program makes stay together: a *unit* is what a process without a container held, or
a node that was loaded into a container with those that it has made. Without a capture each node
is one. Names are those of the node table, without the leading slash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nav2_composition_bench.topology.captured import CapturedProcess
from nav2_composition_bench.topology.graph import Topology

Partition = tuple[tuple[str, ...], ...]
"""Processes or loops, each with the names of its nodes; every node is in exactly one."""


def inside(topology: Topology) -> tuple[str, ...]:
    """Return the nodes that are compared."""
    return tuple(node.full_name.lstrip("/") for node in topology.nodes if not node.outside)


def outside(topology: Topology) -> tuple[str, ...]:
    """Return the nodes that are not."""
    return tuple(node.full_name.lstrip("/") for node in topology.nodes if node.outside)


def captured_groups(topology: Topology) -> Partition:
    """Return the processes as they were; a node of none is alone."""
    return grouped(topology, [each.nodes for each in _processes(topology)])


def units(topology: Topology) -> Partition:
    """Return the nodes that cannot be parted.

    What was not loaded into a container, but made inside, stays with its maker; where that is not
    known, with the first that was loaded, for no program has it alone.
    """
    whole = [each.nodes for each in _processes(topology) if not each.is_container]
    apart = {node.full_name for node in topology.nodes if node.own_executor}
    for process in _processes(topology):
        if not process.is_container:
            continue
        made = [name for name in process.nodes if name in apart]
        loaded = [name for name in process.nodes if name not in apart]
        makers = dict.fromkeys(made, loaded[0]) if loaded else {}
        makers |= process.made_by
        for maker in dict.fromkeys(makers.values()):
            whole.append((maker, *(name for name, its in makers.items() if its == maker)))
    return grouped(topology, whole)


def loaded_of(unit: Sequence[str], topology: Topology) -> tuple[str, ...]:
    """Return the nodes of a unit that a launch file names: not what these make inside themselves.

    A node that another one makes has an executor of its own; where all have, none is left out.
    """
    apart = {node.full_name.lstrip("/") for node in topology.nodes if node.own_executor}
    return tuple(name for name in unit if name not in apart) or tuple(unit)


def grouped(topology: Topology, groups: Iterable[Iterable[str]]) -> Partition:
    """Return the nodes that are compared, in their order, with those of a group together."""
    home = {name.lstrip("/"): number for number, group in enumerate(groups) for name in group}
    parts: dict[object, list[str]] = {}
    for name in inside(topology):
        parts.setdefault(home.get(name, name), []).append(name)
    return tuple(tuple(part) for part in parts.values())


def _processes(topology: Topology) -> Sequence[CapturedProcess]:
    return () if topology.captured is None else topology.captured.processes
