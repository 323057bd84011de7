# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who else is on the study's ROS domain.

Two independent signs are read. Participants of any middleware on this machine hold UDP sockets in
the domain's port range, which shows the moment they exist. The graph shows names, those on other
machines too, but takes time to appear and keeps killed participants until their lease ends.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import psutil

_EPROSIMA = b"\x01\x0f"
_ANONYMOUS = re.compile(r"(/.*)?/transform_listener_impl_[0-9a-f]+")
"""Nodes that tf2_ros makes inside others; named after an address, which nobody knows beforehand."""


@dataclass(frozen=True)
class SeenNode:
    """A node on the domain.

    :param name: fully qualified.
    :param gids: of its publishers, 16 bytes each; empty if it has none that all nodes have.
    """

    name: str
    gids: tuple[bytes, ...]


@dataclass(frozen=True)
class DomainView:
    """Fully qualified node names on the domain, sorted by whose they are.

    :param ours: of processes of this run that live.
    :param stale: of processes of this run that are gone; the graph forgets them in a while.
    :param foreign: everybody else's.
    """

    ours: tuple[str, ...]
    stale: tuple[str, ...]
    foreign: tuple[str, ...]


def gid_pid(gid: bytes) -> int | None:
    """The low 16 bits of the pid in a Fast DDS GUID; None for other middleware.

    The prefix is vendor (2 bytes), host (2), pid (2, little endian), random (2), participant (4).
    """
    return int.from_bytes(gid[4:6], "little") if gid[:2] == _EPROSIMA else None


def pid_in_gid(pid: int) -> int:
    """What the GUIDs of a process tell of its pid, as gid_pid() returns it."""
    return pid & 0xFFFF


def classify(
    seen: Iterable[SeenNode],
    alive: Collection[int],
    ended: Collection[int],
    expected: Collection[str],
    gone: Collection[str] = (),
) -> DomainView:
    """Say whose each node is.

    :param alive: pids of the run's live processes.
    :param ended: pids of those that have ended.
    :param expected: names that count as ours where the middleware does not tell the process.
    :param gone: names that count as stale there; given once the system's processes have ended.
    """
    low_alive = set(map(pid_in_gid, alive))
    low_ended = set(map(pid_in_gid, ended)) - low_alive
    ours, stale, foreign = set[str](), set[str](), set[str]()
    for node in seen:
        pids = {gid_pid(gid) for gid in node.gids}
        if not pids or pids == {None}:
            if node.name in expected:
                ours.add(node.name)
            elif node.name in gone:
                stale.add(node.name)
            elif _ANONYMOUS.fullmatch(node.name):  # inside one of the system's nodes, if these live
                (stale if gone else ours).add(node.name)
            else:
                foreign.add(node.name)
            continue
        for pid in pids:
            owner = ours if pid in low_alive else stale if pid in low_ended else foreign
            owner.add(node.name)
    return DomainView(tuple(sorted(ours)), tuple(sorted(stale)), tuple(sorted(foreign)))


def socket_owners(ports: range) -> dict[int, frozenset[int]]:
    """UDP ports of a range in use on this machine → pids that hold them (none if unreadable)."""
    owners: dict[int, set[int]] = {}
    for each in psutil.net_connections("udp"):
        if each.laddr and each.laddr.port in ports:
            owners.setdefault(each.laddr.port, set()).update(filter(None, [each.pid]))
    return {port: frozenset(pids) for port, pids in owners.items()}
