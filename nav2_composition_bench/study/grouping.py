# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Any partition of the nodes into processes, as a composition of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import PLAIN_NAME
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.node_entry import NodeEntry, makers_of
from nav2_composition_bench.topology.units import Partition

DEFAULT_NAME = "grouped"
"""What a grouping of the command line is called when it is given no name."""


@dataclass(frozen=True)
class Grouping:
    """Some nodes share processes; every other node has one of its own.

    The nodes of one process are loaded into an isolated container at run time: one single-threaded
    executor per node, as in :attr:`Composition.ISOLATED`. A process of one node is started as in
    :attr:`Composition.MULTI_PROCESS`. Nodes that others make inside themselves follow their makers.

    :param name: how records and reports call it.
    :param groups: names of the nodes of each shared process, at least two each.
    """

    name: str
    groups: Partition

    def __str__(self) -> str:
        return self.name

    @property
    def value(self) -> str:
        """The name under which records file it, as for :class:`Composition`."""
        return self.name

    def partition(self, names: Iterable[str]) -> Partition:
        """Return all processes: those shared, then one for each other node of ``names``."""
        shared = {node for group in self.groups for node in group}
        return (*self.groups, *((name,) for name in names if name not in shared))


AnyComposition = Composition | Grouping
"""What a trial can be run in."""


def check_name(name: str, taken: Sequence[str] = ()) -> None:
    """Refuse a name that a grouping cannot have.

    :param taken: besides the names of compositions.
    """
    names = [*(composition.value for composition in Composition), "all", *taken]
    if not PLAIN_NAME.fullmatch(name) or name in names:
        raise UserError(
            f"a grouping cannot be called '{name}'; use letters, digits, dots, dashes and"
            f" underscores, and none of {', '.join(names)}"
        )


def make_grouping(
    name: str, groups: Sequence[Sequence[str]], table: Sequence[NodeEntry], where: str
) -> Grouping:
    """Check a grouping of the nodes of a table.

    :param where: how errors call the groups, such as ``--group``.
    :raises UserError: when the name is taken, a node is unknown or in two groups, a group is
        empty, or the grouping is one of the four compositions.
    """
    check_name(name)
    names = [entry.name for entry in table]
    parts = partition_of(groups, names, where, makers=makers_of(table))
    shared = tuple(part for part in parts if len(part) > 1)
    if not shared:
        raise UserError(
            f"{where}: no two nodes share a process, which is --composition"
            f" {Composition.MULTI_PROCESS}; name two nodes or more in one group"
        )
    if len(parts) == 1:
        raise UserError(
            f"{where}: all nodes share one process, which is --composition {Composition.ISOLATED}"
        )
    return Grouping(name, shared)


def partition_of(
    groups: Sequence[Sequence[str]],
    names: Sequence[str],
    where: str,
    *,
    makers: Mapping[str, str] | None = None,
) -> Partition:
    """Return the partition in which the nodes of each group share a process.

    Processes stand in the order of their first nodes, nodes in the order of ``names``.

    :param names: of all nodes.
    :param makers: hidden node → the node that makes it and that it follows.
    :raises UserError: naming the group and node at fault, and what would be right.
    """
    home: dict[str, int] = {}
    for number, group in enumerate(groups):
        if not group:
            raise UserError(f"{where}: group {number + 1} is empty; name two nodes or more in it")
        for node in group:
            if node not in names:
                raise UserError(f"{where}: {_unknown(node, names, makers or {})}")
            if node in home:
                again = "twice in one group" if home[node] == number else "in two groups"
                raise UserError(f"{where}: {node} is {again}; a node lives in one process")
            home[node] = number
    parts: dict[object, list[str]] = {}
    for name in names:
        parts.setdefault(home.get(name, name), []).append(name)
    return tuple(tuple(part) for part in parts.values())


def parse_groups(texts: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Read groups as the command line gives them: ``map_server,amcl``.

    An empty text is an empty group; :func:`partition_of` says so.
    """
    return tuple(
        tuple(word for part in text.split(",") if (word := part.strip())) for text in texts
    )


def parse_named_groups(texts: Iterable[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Read groups of several groupings: ``map_server,amcl`` or ``mine=map_server,amcl``.

    :returns: name of a grouping → its groups; those without a name are :data:`DEFAULT_NAME`'s.
    """
    named: dict[str, list[str]] = {}
    for text in texts:
        name, equals, nodes = text.rpartition("=")
        named.setdefault(name.strip() if equals else DEFAULT_NAME, []).append(nodes)
    return {name: parse_groups(its) for name, its in named.items()}


def group_words(partition: Partition) -> str:
    """Return the options of the command line that make a partition."""
    return " ".join(f"--group {','.join(part)}" for part in partition if len(part) > 1)


def _unknown(node: str, names: Sequence[str], makers: Mapping[str, str]) -> str:
    if node in makers:
        return f"{node} is made by {makers[node]} and lives in its process; name that one"
    return f"there is no node '{node}'; {suggestion(node, names)}known: {', '.join(names)}"
