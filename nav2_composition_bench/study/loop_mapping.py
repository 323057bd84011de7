# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a process share an event loop, and where each loop runs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import PLAIN_NAME
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.node_entry import NodeEntry, makers_of

OTHERS = "*"
"""What a loop calls the nodes that no other loop of its mapping names."""
NONE = "none"
"""Level of ``mapping`` for arms whose composition says how nodes share executors."""
FORM = "NAME=NODE,NODE@CORE NODE"
"""How the command line writes a mapping: a word for each loop."""
_LOOP = re.compile(r"([^@]*)(?:@([0-9]+))?")


@dataclass(frozen=True)
class Loop:
    """Nodes that one executor with one thread spins.

    :param nodes: as the node table calls them; :data:`OTHERS` among them.
    :param core: number of the only core that the thread runs on; None for any.
    """

    nodes: tuple[str, ...]
    core: int | None = None

    def __str__(self) -> str:
        """Return what follows ``--loop``."""
        return ",".join(self.nodes) + ("" if self.core is None else f"@{self.core}")


@dataclass(frozen=True)
class LoopMapping:
    """Every node of a process in one of its loops.

    :param name: how records and reports call it.
    """

    name: str
    loops: tuple[Loop, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.loops))

    @property
    def what_runs(self) -> object:
        """Equal for mappings that come to the same, in whatever order they name it."""
        return frozenset((frozenset(loop.nodes), loop.core) for loop in self.loops)

    @property
    def words(self) -> tuple[str, ...]:
        """Options of this package's programs."""
        return tuple(word for loop in self.loops for word in ("--loop", str(loop)))


def make_mapping(name: str, loops: Iterable[Loop], where: str) -> LoopMapping:
    """Return a mapping whose loops name each node once; which nodes there are is not known yet.

    :param where: how errors call it, such as ``--mapping``.
    :raises UserError: naming what is wrong.
    """
    if not PLAIN_NAME.fullmatch(name) or name == NONE:
        raise UserError(
            f"{where}: a mapping cannot be called '{name}'; use letters, digits, dots, dashes and"
            f" underscores, and not {NONE}"
        )
    plain = tuple(
        replace(loop, nodes=tuple(node.removeprefix("/") for node in loop.nodes)) for loop in loops
    )
    if not plain:
        raise UserError(f"{where}: mapping '{name}' has no loop; name the nodes of one or more")
    home: dict[str, int] = {}
    for number, loop in enumerate(plain):
        if not loop.nodes or "" in loop.nodes:
            raise UserError(
                f"{where}: loop {number + 1} of mapping '{name}' names no node or an empty one;"
                " name one or more"
            )
        if loop.core is not None and loop.core < 0:
            raise UserError(f"{where}: mapping '{name}': no core has the number {loop.core}")
        for node in loop.nodes:
            if node in home:
                again = "twice in one loop" if home[node] == number else "in two loops"
                raise UserError(f"{where}: mapping '{name}': {node} is {again}; name it once")
            home[node] = number
    return LoopMapping(name, plain)


def parse_mapping(text: str, where: str = "--mapping") -> LoopMapping:
    """Read what has the form :data:`FORM`.

    :raises UserError: for what cannot be read, and what :func:`make_mapping` refuses.
    """
    name, equals, words = text.partition("=")
    if not equals or not words.split():
        raise UserError(f"{where}: cannot read '{text}'; write '{FORM}', a word for each loop")
    return make_mapping(name.strip(), [_parse_loop(word, where) for word in words.split()], where)


def _parse_loop(word: str, where: str) -> Loop:
    parts = _LOOP.fullmatch(word)
    if parts is None:
        raise UserError(
            f"{where}: cannot read the loop '{word}'; after its nodes may come @ with the number of"
            " a core"
        )
    nodes, core = parts.groups()
    return Loop(tuple(nodes.split(",")), None if core is None else int(core))


def refuse_other_nodes(mapping: LoopMapping, table: Sequence[NodeEntry], where: str) -> None:
    """Refuse a mapping that does not name just the nodes of a table.

    Nodes that others make inside themselves follow their makers and are not named, nor are those
    that have a process of their own in every arm.

    :raises UserError: naming the first node that is unknown or left out.
    """
    names = [entry.name for entry in table if not entry.apart]
    apart = {entry.name for entry in table if entry.apart}
    makers = makers_of(table)
    named = [node for loop in mapping.loops for node in loop.nodes]
    for node in named:
        if node in names or node == OTHERS:
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
    for name in names:
        if name not in named and OTHERS not in named:
            raise UserError(
                f"{where}: no loop has the node {name}; name it in one, or '{OTHERS}' for all"
            )


def spelled_out(mapping: LoopMapping, table: Sequence[NodeEntry]) -> LoopMapping:
    """Return a mapping of a table's nodes with names in place of :data:`OTHERS`."""
    named = {node for loop in mapping.loops for node in loop.nodes}
    others = tuple(entry.name for entry in table if not entry.apart and entry.name not in named)
    loops = (
        replace(loop, nodes=(*(node for node in loop.nodes if node != OTHERS), *others))
        if OTHERS in loop.nodes
        else loop
        for loop in mapping.loops
    )
    return LoopMapping(mapping.name, tuple(loops))


def missing_cores(mapping: LoopMapping, cores: Sequence[int]) -> Iterator[str]:
    """Yield a clause if a loop is to run on a core that is not there.

    :param cores: numbers of those that may be used.
    """
    for loop in mapping.loops:
        if loop.core is not None and loop.core not in cores:
            yield (
                f"mapping {mapping.name} has a loop on core {loop.core}, and this machine's are"
                f" {', '.join(map(str, cores))}"
            )
            return


def mapping_document(mapping: LoopMapping) -> list[dict[str, object]]:
    """Return the loops as JSON's types, in the form that study files have."""
    return [
        {"nodes": list(loop.nodes), **({} if loop.core is None else {"core": loop.core})}
        for loop in mapping.loops
    ]


def loops_of_document(content: Iterable[Mapping[str, object]]) -> tuple[Loop, ...]:
    """Return the loops of what :func:`mapping_document` made."""
    found = []
    for each in content:
        nodes, core = each["nodes"], each.get("core")
        assert isinstance(nodes, list) and (core is None or isinstance(core, int))
        found.append(Loop(tuple(map(str, nodes)), core))
    return tuple(found)
