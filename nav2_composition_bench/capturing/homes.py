# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which process each participant lives in."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, pid_in_gid

_HOST = slice(2, 4)
"""Of a Fast DDS GID: what its host is told by."""
VENDORS = {b"\x01\x0f": "rmw_fastrtps_cpp", b"\x01\x10": "rmw_cyclonedds_cpp"}
"""First two bytes of a GID → the middleware that most likely made it."""
MIDDLEWARES = ("rmw_fastrtps_cpp", "rmw_fastrtps_dynamic_cpp", "rmw_cyclonedds_cpp")
"""Those by whose GIDs participants are told apart."""


def dds_of(rmw: str) -> str:
    """Return what stands in ``VENDORS`` for the DDS of a middleware."""
    return rmw.replace("_dynamic", "")


@dataclass(frozen=True)
class Home:
    """Where a participant lives.

    :param pid: None where that is not known.
    :param is_elsewhere: it is on another machine, or in a container with a network of its own.
    """

    pid: int | None
    is_elsewhere: bool = False


UNKNOWN = Home(None)
ELSEWHERE = Home(None, is_elsewhere=True)


@dataclass(frozen=True)
class Candidates:
    """Pids of what a participant of this host may live in: this process is not among them.

    :param on_domain: those that are known to be on the domain.
    :param unreadable: those of which it cannot be read whether they are → the pid that each has for
        itself, which is another one in a container.
    :param living: all that can be seen, in whatever namespace they have their own pids.
    """

    on_domain: Collection[int] = ()
    unreadable: Mapping[int, int] = field(default_factory=dict)
    living: Collection[int] = ()


def refuse_other_middleware(rmw: str) -> None:
    """:raises UserError: for a middleware whose GIDs do not tell participants apart."""
    if rmw not in MIDDLEWARES:
        raise UserError(
            f"the middleware is {rmw}, which does not tell which endpoints share a process; run the"
            f" system with {', '.join(MIDDLEWARES[:-1])} or {MIDDLEWARES[-1]} and set"
            " RMW_IMPLEMENTATION as it has"
        )


def home_told_by_gid(participant: bytes, own: bytes | None, candidates: Candidates) -> Home:
    """Return where a participant lives, as far as its GIDs tell.

    A process whose files can be read and that is not on the domain cannot be it, though it may have
    the pid that a container's process has inside. What GIDs tell of the host is made of the
    addresses that it had when the process began (Fast DDS), so that a process of this machine may
    be called another one's; where one on the domain has its pid, its announcements have to tell.

    :param participant: beginning of its GIDs.
    :param own: that of this process; None where it is not known.
    """
    low = gid_pid(participant)
    if low is None:
        return UNKNOWN
    if is_of_another_host(participant, own):
        return UNKNOWN if _with_bits(low, candidates.on_domain) else ELSEWHERE
    found = _with_bits(low, candidates.on_domain)
    if len(found) != 1:
        unreadable = candidates.unreadable.items()
        found = [pid for pid, inside in unreadable if pid_in_gid(inside) == low]
    return Home(found[0]) if len(found) == 1 else UNKNOWN


def is_of_another_host(participant: bytes, own: bytes | None) -> bool:
    """Tell whether GIDs name another host than those of this process, or another address of it."""
    return _tells_hosts(own) and not _is_here(participant, own)


def has_no_process(participant: bytes, own: bytes | None, candidates: Candidates) -> bool:
    """Tell whether a participant is known to be this host's, and no process has its pid."""
    low = gid_pid(participant)
    if low is None or not _is_here(participant, own):
        return False
    return not _with_bits(low, candidates.living)


def _with_bits(low: int, pids: Collection[int]) -> list[int]:
    return [pid for pid in pids if pid_in_gid(pid) == low]


def _tells_hosts(own: bytes | None) -> bool:
    return own is not None and gid_pid(own) is not None


def _is_here(participant: bytes, own: bytes | None) -> bool:
    return own is not None and _tells_hosts(own) and own[_HOST] == participant[_HOST]
