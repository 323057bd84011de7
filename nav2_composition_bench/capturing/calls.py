# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Services and actions of a capture; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.capturing.known_types import is_served_apart, is_spun_apart
from nav2_composition_bench.capturing.members import Member, Members
from nav2_composition_bench.capturing.seen import ROS_NAME, SeenName, is_own_service
from nav2_composition_bench.capturing.sighting import Sighting

_NEVER_HZ = 0
"""Nothing shows how often they call."""
_SMALL = "stamped10b"
"""Type of requests and answers: nothing shows their size."""


@dataclass(frozen=True)
class Call:
    """A node that serves or calls.

    :param key: of the name in topology files.
    :param type: real one.
    :param more: further keys in topology files.
    """

    member: Member
    key: str
    name: str
    type: str
    more: tuple[tuple[str, Any], ...]

    def content(self) -> dict[str, Any]:
        """Return what a topology file says of it."""
        return {self.key: self.name, **dict(self.more), "captured": {"type": self.type}}


@dataclass(frozen=True)
class Calls:
    """All that is served and called.

    :param notes: a sentence for each thing that was left out.
    """

    servers: tuple[Call, ...]
    clients: tuple[Call, ...]
    action_servers: tuple[Call, ...]
    action_clients: tuple[Call, ...]
    notes: tuple[str, ...]

    @property
    def all(self) -> tuple[Call, ...]:
        """Everything."""
        return (*self.servers, *self.clients, *self.action_servers, *self.action_clients)


def called(sighting: Sighting, members: Members) -> Calls:
    """Return services and actions, each with one server, and with clients that it has."""
    notes: list[str] = []
    graph = sighting.graph
    servers, clients = _pair(
        [each for each in graph.servers if is_own_service(each)],
        [each for each in graph.clients if is_own_service(each)],
        "service",
        members,
        notes,
        lambda each: (("srv_type", _SMALL),),
        lambda each: (
            ("srv_type", _SMALL),
            ("freq_hz", _NEVER_HZ),
            *_apart(is_spun_apart(each.type)),
        ),
    )
    action_servers, action_clients = _pair(
        graph.action_servers,
        graph.action_clients,
        "action",
        members,
        notes,
        lambda each: _apart(is_served_apart(each.type)),
        lambda each: (("freq_hz", _NEVER_HZ),),
    )
    return Calls(servers, clients, action_servers, action_clients, tuple(notes))


def _apart(is_apart: bool) -> tuple[tuple[str, Any], ...]:
    return (("own_executor", True),) if is_apart else ()


_More = Callable[[SeenName], tuple[tuple[str, Any], ...]]


def _pair(
    servers: Sequence[SeenName],
    clients: Sequence[SeenName],
    kind: str,
    members: Members,
    notes: list[str],
    of_server: _More,
    of_client: _More,
) -> tuple[tuple[Call, ...], tuple[Call, ...]]:
    called = {each.name for each in clients if _is_inside(members, each)}
    served: dict[str, Call] = {}
    for each in servers:
        member = members.of_name(each)
        if member is None or not ROS_NAME.fullmatch(each.name):
            continue
        if member.is_outside and each.name not in called:
            continue
        call = Call(member, f"{kind}_name", each.name, each.type, of_server(each))
        other = served.setdefault(each.name, call)
        if other is not call:
            notes.append(
                f"{kind} {each.name} is served by {other.member.name} and {member.name}; here by"
                " the first"
            )
    found: list[Call] = []
    unserved: list[str] = []
    for each in clients:
        member = members.of_name(each)
        if member is None:
            continue
        server = served.get(each.name)
        if server is None:
            unserved.append(each.name)
        elif not (member.is_outside and server.member.is_outside):
            found.append(Call(member, f"{kind}_name", each.name, each.type, of_client(each)))
    if unserved:
        names = ", ".join(sorted(set(unserved)))
        notes.append(f"clients of {kind}s that nobody here serves are left out: {names}")
    return tuple(served.values()), tuple(dict.fromkeys(found))


def _is_inside(members: Members, each: SeenName) -> bool:
    member = members.of_name(each)
    return member is not None and not member.is_outside
