# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which nodes a capture holds, what they are called, and which are outside; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from nav2_composition_bench.capturing.homes import UNKNOWN, VENDORS, Home, dds_of
from nav2_composition_bench.capturing.seen import (
    SeenEndpoint,
    SeenName,
    container_managers,
    is_tool,
)
from nav2_composition_bench.capturing.sighting import Sighting
from nav2_composition_bench.files.suggestion import suggestion


@dataclass(frozen=True)
class Member:
    """A node of a capture.

    :param name: full name in the file.
    :param seen: full name in the graph, which several nodes may have.
    :param participant: None for a node without any endpoint.
    """

    name: str
    seen: str
    participant: bytes | None
    home: Home
    is_outside: bool

    @property
    def process(self) -> object:
        """What all nodes of its process have in common."""
        return self.home.pid if self.home.pid is not None else self.participant or self.name

    @property
    def rmw(self) -> str | None:
        """The middleware of its process, as far as that is told."""
        return None if self.participant is None else VENDORS.get(self.participant[:2])


@dataclass(frozen=True)
class Members:
    """The nodes of a capture.

    :param managers: of containers; they are not among the nodes.
    :param left_out: full names of these, and of nodes that look on.
    :param notes: a sentence for each name of a node outside that no node has, and for each process
        that is outside with it.
    """

    nodes: tuple[Member, ...]
    managers: tuple[Member, ...]
    left_out: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def inside(self) -> tuple[Member, ...]:
        """Those that are compared."""
        return tuple(node for node in self.nodes if not node.is_outside)

    @property
    def middlewares(self) -> frozenset[str]:
        """Those of the nodes that are compared, as far as they are told."""
        return frozenset(node.rmw for node in self.inside if node.rmw is not None)

    def of_endpoint(self, endpoint: SeenEndpoint) -> Member | None:
        """Return the node that has an endpoint; None for one that was left out."""
        for node in self.nodes:
            if node.seen == endpoint.node and node.participant == endpoint.participant:
                return node
        return None

    def of_name(self, each: SeenName) -> Member | None:
        """Return the node that serves or calls; the first one of its name."""
        return next((node for node in self.nodes if node.seen == each.node), None)


def members_of(sighting: Sighting, outside: Collection[str] = ()) -> Members:
    """Sort the nodes of a sighting.

    :param outside: names of those that are no part of what is compared; ``*`` stands for anything.
        All nodes of their processes are outside with them, since CPU and memory are a process's.
    """
    managers = container_managers(sighting.graph)
    participants: dict[str, list[bytes]] = {name: [] for name in sighting.graph.nodes}
    for endpoint in sighting.graph.endpoints:
        known = participants.setdefault(endpoint.node, [])
        if endpoint.participant not in known:
            known.append(endpoint.participant)
    nodes: list[Member] = []
    loading: list[Member] = []
    named: list[Member] = []
    left_out: list[str] = []
    for seen, its in sorted(participants.items()):
        if seen in managers or is_tool(seen):
            left_out.append(seen)
        if is_tool(seen):
            continue
        for number, participant in enumerate(its or [None], 1):
            name = seen if number == 1 else _free(f"{seen}_{number}", participants)
            home = UNKNOWN if participant is None else sighting.homes.get(participant, UNKNOWN)
            is_named = _matches(seen, outside)
            member = Member(name, seen, participant, home, home.is_elsewhere or is_named)
            (loading if seen in managers else nodes).append(member)
            if is_named:
                named.append(member)
    notes = [*outside_mistakes(outside, [*participants, *sighting.late])]
    theirs = processes_of(named)
    beside = [each for each in nodes if each.process in theirs and not each.is_outside]
    for process, of_process in processes_of(beside).items():
        others = ", ".join(each.name for each in of_process)
        whose = ", ".join(each.name for each in theirs[process])
        notes.append(f"{others} outside too, in one process with {whose}")
    nodes = [replace(each, is_outside=True) if each in beside else each for each in nodes]
    return Members(tuple(nodes), tuple(loading), tuple(left_out), tuple(notes))


def outside_mistakes(outside: Collection[str], names: Collection[str]) -> Iterator[str]:
    """Say of each name of nodes outside that none of the nodes has that it is so.

    :param outside: as of ``members_of``.
    :param names: full ones, of all nodes.
    """
    known = [name.lstrip("/") for name in names]
    for pattern in dict.fromkeys(outside):
        if not any(_matches(name, [pattern]) for name in names):
            hint = suggestion(pattern.lstrip("/"), known).rstrip()
            yield f"--outside '{pattern}' names no node that was seen" + (hint and f"; {hint}")


def middleware_of(sighting: Sighting, members: Members) -> str:
    """Return the middleware of the nodes inside where all have one; else that of the capturer.

    Fast DDS hears Cyclone DDS, so that the capturer's may be another one.
    """
    told = members.middlewares
    if len(told) != 1 or dds_of(sighting.rmw) in told:
        return sighting.rmw
    (rmw,) = told
    return rmw


def processes_of(members: Sequence[Member]) -> dict[object, list[Member]]:
    """Return the nodes of each process, in the order of the nodes."""
    found: dict[object, list[Member]] = {}
    for member in members:
        found.setdefault(member.process, []).append(member)
    return found


def _matches(name: str, patterns: Collection[str]) -> bool:
    return any(
        fnmatchcase(name, pattern if pattern.startswith("/") else f"/{pattern}")
        for pattern in patterns
    )


def _free(name: str, taken: Collection[str]) -> str:
    while name in taken:
        name += "_"
    return name
