# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One entry of a node table, and the names that follow from a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

COMM_LENGTH = 15
"""Characters Linux keeps of a thread's name (TASK_COMM_LEN - 1, see prctl(2))."""
LOCALIZATION_MANAGER = "lifecycle_manager_localization"
NAVIGATION_MANAGER = "lifecycle_manager_navigation"
CMD_VEL_TO_NAV = (("cmd_vel", "cmd_vel_nav"),)
"""Remapping of the nodes whose velocity commands go on to the velocity smoother."""


@dataclass(frozen=True)
class NodeEntry:
    """One launched node.

    :param package: the package that provides it.
    :param executable: its stand-alone executable.
    :param plugin: its class for LoadNode.
    :param name: the node's name.
    :param remappings: (from, to) pairs, the same in every composition.
    :param lifecycle_manager: the manager that drives it; None for a manager itself.
    :param hidden_nodes: fully qualified names of nodes it constructs inside itself, which read
        the parameter file too.
    :param client_nodes: the same of nodes that it makes to speak through: they have neither
        parameters nor threads of their own.
    :param header: what C++ includes to construct ``plugin``; None for a Python class.
    :param library: the library that exports it, without ``lib`` and ``.so``.
    :param latched_topics: topic, type of what it publishes with transient local durability and
        must stay with the middleware where an arm passes messages by pointer: an rclcpp before
        28.1.7 writes a message there only if a subscription needs that at the time, so that one
        that comes later and takes no pointers would never get it.
    :param apart: it has a process of its own in every arm.
    """

    package: str
    executable: str
    plugin: str
    name: str
    remappings: tuple[tuple[str, str], ...] = ()
    lifecycle_manager: str | None = None
    hidden_nodes: tuple[str, ...] = ()
    client_nodes: tuple[str, ...] = ()
    header: str | None = None
    library: str | None = None
    latched_topics: tuple[tuple[str, str], ...] = ()
    apart: bool = False

    @property
    def can_use_intra_process(self) -> bool:
        """Whether it may pass messages by pointer in a program that keeps no latched topics."""
        return not self.latched_topics


def thread_names(names: Iterable[str]) -> dict[str, str]:
    """Map node names to thread names of at most 15 characters, unique among them.

    The first 15 characters where these are unique, else the first and last seven joined by ``~``.

    :raises ValueError: if two names collide even so.
    """
    names = list(names)
    short = _shortened(names)
    if len(set(short.values())) != len(names):
        raise ValueError(f"thread names of {names} are not unique: {sorted(short.values())}")
    return short


def _shortened(names: Sequence[str]) -> dict[str, str]:
    heads = [name[:COMM_LENGTH] for name in names]
    return {
        name: head if heads.count(head) == 1 else f"{name[:7]}~{name[-7:]}"
        for name, head in zip(names, heads)
    }


def nodes_by_thread(table: Iterable[NodeEntry]) -> dict[str, str]:
    """Return thread name -> the node whose threads carry it.

    Names that shortening has made equal tell nothing and are left out.
    """
    found: dict[str, list[str]] = {}
    for node, short in _shortened(all_node_names(table)).items():
        found.setdefault(short, []).append(node)
    return {short: nodes[0] for short, nodes in found.items() if len(nodes) == 1}


def all_node_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return the base names of the launched nodes and of those hidden in them, in table order.

    Client nodes are left out.
    """
    names: list[str] = []
    for entry in table:
        names.append(entry.name)
        names.extend(hidden.rpartition("/")[2] for hidden in entry.hidden_nodes)
    return tuple(names)


def makers_of(table: Iterable[NodeEntry]) -> dict[str, str]:
    """Return the base name of each node that another makes inside itself -> its maker."""
    return {
        node.rpartition("/")[2]: entry.name
        for entry in table
        for node in (*entry.hidden_nodes, *entry.client_nodes)
    }


def configured_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return the names, with namespace, of the nodes that read the parameter file."""
    return tuple(name for entry in table for name in (f"/{entry.name}", *entry.hidden_nodes))


def managed_nodes(nodes: Iterable[NodeEntry]) -> dict[str, tuple[str, ...]]:
    """Return lifecycle manager -> names of the nodes it drives, in table order."""
    managed: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        manager = node.lifecycle_manager
        if manager is not None:
            managed[manager] = (*managed.get(manager, ()), node.name)
    return managed


def fully_qualified_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return every node's name with its namespace, hidden ones included, in table order."""
    return tuple(
        name
        for entry in table
        for name in (f"/{entry.name}", *entry.hidden_nodes, *entry.client_nodes)
    )
