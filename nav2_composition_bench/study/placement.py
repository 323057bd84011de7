# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Placements: which nodes share a process, which an executor in it, and on which core that runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import PLAIN_NAME
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.node_entry import NodeEntry, makers_of

ALL = "*"
"""Stands for the nodes that nothing else of a placement names, in one executor."""
EACH = "**"
"""Stands for an executor for each of these nodes."""
FORM = "NAME=NODE,NODE@CORE|NODE NODE,NODE"
"""A space parts processes, ``|`` the executors of one, ``,`` the nodes of an executor."""

_SPACE_THAT_PARTS_NOTHING = re.compile(r"\s*([,|@])\s*")
_LOOP = re.compile(r"([^@]*)(?:@([0-9]+))?")


@dataclass(frozen=True)
class Loop:
    """Nodes that one executor spins.

    :param nodes: as the node table calls them, and :data:`ALL`; or :data:`EACH` alone.
    :param core: number of the only core that its thread runs on; None for any.
    """

    nodes: tuple[str, ...]
    core: int | None = None

    def __str__(self) -> str:
        """Return its text, which is also what follows ``--loop``."""
        return ",".join(self.nodes) + ("" if self.core is None else f"@{self.core}")


@dataclass(frozen=True)
class SharedProcess:
    """A process that nodes are loaded into, all of them by name.

    :param loops: its executors.
    :param per_node: its program gives each node an executor, without further words.
    """

    loops: tuple[Loop, ...]
    per_node: bool

    @property
    def nodes(self) -> tuple[str, ...]:
        """Its nodes, by executor."""
        return tuple(node for loop in self.loops for node in loop.nodes)

    @property
    def told(self) -> tuple[Loop, ...]:
        """Those executors whose nodes its program has to be told; none for one, or one for each."""
        return self.loops if _is_told(self.loops, self.per_node) else ()

    @property
    def what_runs(self) -> object:
        """Equal for those that come to the same, in whatever order they name it."""
        return self.per_node, _unordered(self.loops)


@dataclass(frozen=True)
class Placement:
    """Which nodes share a process, which of them an executor, and on which core that runs.

    A node that no process names has one of its own, and so has one that is alone in its process on
    any core; the others are loaded into a container. Nodes that others make inside themselves
    follow their makers, and those outside have a process of their own in every placement.

    :param name: how records and reports call it.
    :param processes: the executors of each.
    """

    name: str
    processes: tuple[tuple[Loop, ...], ...] = ()

    def __str__(self) -> str:
        return self.name

    @property
    def text(self) -> str:
        """What stands behind the name in :data:`FORM`."""
        return " ".join("|".join(map(str, process)) for process in self.processes)

    @property
    def named(self) -> tuple[str, ...]:
        """Every node that it names, and what stands for the others."""
        return tuple(node for process in self.processes for loop in process for node in loop.nodes)

    @property
    def is_told(self) -> bool:
        """Whether some program has to be told which nodes an executor spins, or its core."""
        return any(_is_told(process, is_per_node(process)) for process in self.processes)

    def shared(self, names: Sequence[str]) -> tuple[SharedProcess, ...]:
        """Return the processes that nodes are loaded into.

        :param names: of all nodes that are placed.
        """
        named = self.named
        others = tuple(name for name in names if name not in named)
        found = []
        for process in self.processes:
            loops = tuple(each for loop in process for each in _spelled_out(loop, others))
            if loops and not _is_alone(process):
                found.append(SharedProcess(loops, is_per_node(process)))
        return tuple(found)

    def partition(self, names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the nodes of every process, in the order of ``names``."""
        home = {node: process for process in self.shared(names) for node in process.nodes}
        parts: dict[object, list[str]] = {}
        for name in names:
            parts.setdefault(home.get(name, name), []).append(name)
        return tuple(map(tuple, parts.values()))

    def what_runs(self, names: Sequence[str] | None = None) -> object:
        """Return the same for placements that come to the same, whatever they are called.

        :param names: of all nodes that are placed; None where they are not known yet.
        """
        if names is None:
            processes = frozenset(map(_unordered, self.processes))
        else:
            processes = frozenset(process.what_runs for process in self.shared(names))
        return self == MANUAL, processes


MULTI_PROCESS = Placement("multi_process")
"""One process per node."""
MANUAL = Placement("manual", ((Loop((EACH,)),),))
"""One executable constructs every node; one executor and thread per node."""
ISOLATED = replace(MANUAL, name="isolated")
"""Loaded into a container at run time; one executor and thread per component."""
MULTI_THREADED = Placement("multi_threaded", ((Loop((ALL,)),),))
"""Loaded into a container at run time; one multi-threaded executor for all components."""
SINGLE_THREADED = replace(MULTI_THREADED, name="single_threaded")
"""Loaded into a container at run time; one single-threaded executor for all components."""

STOCK: Mapping[str, Placement] = {
    each.name: each for each in (MULTI_PROCESS, MANUAL, ISOLATED, MULTI_THREADED, SINGLE_THREADED)
}
"""The compositions that every study knows, by name."""
PAPERS = (MULTI_PROCESS, MANUAL, ISOLATED, MULTI_THREADED)
"""Those of Table I of Macenski et al., in its order: the default of a study."""


def one_each(name: str, groups: Iterable[Sequence[str]]) -> Placement:
    """Return the placement in which nodes of a group share a process, with an executor each."""
    return Placement(
        name,
        tuple(tuple(Loop((node,)) for node in group) for group in groups if len(group) > 1),
    )


def is_per_node(process: Iterable[Loop]) -> bool:
    """Return whether each node of a process has an executor of its own, on any core."""
    return all(
        len(loop.nodes) == 1 and loop.nodes != (ALL,) and loop.core is None for loop in process
    )


def parse_placement(text: str, where: str = "--placement") -> Placement:
    """Read what has the form :data:`FORM`.

    :param where: how errors call it.
    :raises UserError: for what cannot be read, and what :func:`read_placement` refuses.
    """
    name, equals, processes = text.partition("=")
    if not equals:
        raise UserError(f"{where}: cannot read '{text}'; write '{FORM}'")
    return read_placement(name.strip(), processes, where)


def read_placement(name: str, text: str, where: str) -> Placement:
    """Read the text of a placement; which nodes there are is not known yet.

    Space around ``,``, ``|`` and ``@`` does not count, nor does a slash before a node.

    :raises UserError: for a name that it cannot have, or naming what is wrong with the text.
    """
    taken = (*STOCK, "all")
    if not PLAIN_NAME.fullmatch(name) or name in taken:
        raise UserError(
            f"{where}: a placement cannot be called '{name}'; use letters, digits, dots, dashes and"
            f" underscores, and none of {', '.join(taken)}"
        )
    where = f"{where}: placement '{name}'"
    words = _SPACE_THAT_PARTS_NOTHING.sub(r"\1", text).split()
    if not words:
        raise UserError(f"{where} names no node; write '{FORM}'")
    placement = Placement(
        name, tuple(tuple(_loop(each, where) for each in word.split("|")) for word in words)
    )
    refuse_named_twice(placement, where)
    return placement


def refuse_named_twice(placement: Placement, where: str) -> None:
    """:raises UserError: for a placement that has a node in two executors."""
    named = placement.named
    for node in named:
        if named.count(node) > 1:
            raise UserError(f"{where}: {node} is named twice; a node has one executor")
    if ALL in named and EACH in named:
        raise UserError(f"{where}: {ALL} and {EACH} stand for the same nodes; leave one out")


def refuse_other_nodes(
    placement: Placement,
    names: Sequence[str],
    where: str,
    table: Sequence[NodeEntry] = (),
) -> None:
    """Refuse a placement that names other nodes than those that are placed.

    :param names: of these.
    :param where: how errors call the placement.
    :param table: tells what else is known of nodes.
    :raises UserError: naming the node, and what would be right.
    """
    makers = makers_of(table)
    apart = [entry.name for entry in table if entry.apart]
    for node in placement.named:
        if node in names or node in (ALL, EACH):
            continue
        if node in makers:
            raise UserError(
                f"{where}: {node} is made by {makers[node]} and follows it; name that one"
            )
        if node in apart:
            raise UserError(
                f"{where}: {node} is outside, and has a process of its own; leave it out"
            )
        raise UserError(
            f"{where}: there is no node '{node}'; {suggestion(node, names)}known:"
            f" {', '.join(names)}"
        )


def placed_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return the nodes of a table that placements are of: not those outside."""
    return tuple(entry.name for entry in table if not entry.apart)


def missing_cores(placement: Placement, cores: Sequence[int]) -> Iterator[str]:
    """Yield a clause if an executor is to run on a core that is not there.

    :param cores: numbers of those that may be used.
    """
    for loop in (loop for process in placement.processes for loop in process):
        if loop.core is not None and loop.core not in cores:
            yield (
                f"placement {placement} has an executor on core {loop.core}, and this machine's"
                f" are {', '.join(map(str, cores))}"
            )
            return


def _loop(word: str, where: str) -> Loop:
    parts = _LOOP.fullmatch(word)
    if parts is None:
        raise UserError(
            f"{where}: cannot read the executor '{word}'; after its nodes may come @ with the"
            " number of a core"
        )
    nodes = tuple(node.removeprefix("/") for node in parts[1].split(","))
    if "" in nodes:
        raise UserError(
            f"{where}: the executor '{word}' has no node, or one without a name; name one or more"
        )
    if EACH in nodes and len(nodes) > 1:
        raise UserError(f"{where}: {EACH} is an executor for each node; part it from others by |")
    return Loop(nodes, None if parts[2] is None else int(parts[2]))


def _spelled_out(loop: Loop, others: Sequence[str]) -> Iterator[Loop]:
    """Yield an executor with names in place of what stands for the other nodes."""
    if loop.nodes == (EACH,):
        yield from (replace(loop, nodes=(name,)) for name in others)
        return
    own = tuple(node for node in loop.nodes if node != ALL)
    if nodes := (*own, *(others if ALL in loop.nodes else ())):
        yield replace(loop, nodes=nodes)


def _is_alone(process: Sequence[Loop]) -> bool:
    return len(process) == 1 and process[0].nodes != (EACH,) and is_per_node(process)


def _is_told(process: Sequence[Loop], per_node: bool) -> bool:
    return not per_node and (len(process) > 1 or process[0].core is not None)


def _unordered(process: Iterable[Loop]) -> object:
    return frozenset((frozenset(loop.nodes), loop.core) for loop in process)
