# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The search for the processes of participants, and for those that have none any more."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.capturing.announcements import Announcements, local_addresses
from nav2_composition_bench.capturing.homes import (
    ELSEWHERE,
    UNKNOWN,
    Candidates,
    Home,
    has_no_process,
    home_told_by_gid,
    is_of_another_host,
)
from nav2_composition_bench.processes.proc_table import PROC, innermost_pid, listing
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, pid_in_gid, socket_owners
from nav2_composition_bench.ros_domain.shared_memory import DIRECTORY, census, mapping_pids

_FAST_DDS_WITHIN_S = 7.0
"""It announces itself every 3 s, and one announcement may be lost."""
_CYCLONE_DDS_WITHIN_S = 32.0
"""It announces itself every 30 s at least."""
LEASE_S = 20.0
"""After which Fast DDS forgets who has not announced itself."""


@dataclass(frozen=True)
class FoundHomes:
    """Where participants live.

    :param silent: those of this host that have no process, and did not announce themselves.
    :param at_s: when they were looked for, CLOCK_MONOTONIC.
    """

    homes: dict[bytes, Home]
    silent: frozenset[bytes] = frozenset()
    at_s: float = 0.0

    def ended(self, in_graph: Callable[[], Collection[bytes]]) -> frozenset[bytes]:
        """Return the participants whose processes had ended when they were looked for.

        One that is in the graph when the lease of the silent is over announces itself elsewhere, as
        to a discovery server, and lives.

        :param in_graph: asked for the participants that the graph shows now.
        """
        if not self.silent or time.monotonic() - self.at_s < LEASE_S:
            return self.silent
        return self.silent - frozenset(in_graph())


def find_homes(
    participants: Collection[bytes],
    domain_id: int,
    own: bytes | None,
    say: Callable[[str], None],
) -> FoundHomes:
    """Return where participants live; those of which GIDs tell nothing are listened for.

    :param own: beginning of the GIDs of this process; None where it is not known.
    :param say: told what is waited for.
    """
    candidates = candidates_on(domain_ports(domain_id))
    found = {each: home_told_by_gid(each, own, candidates) for each in participants}
    hidden = [each for each, home in found.items() if home == UNKNOWN]
    if not hidden:
        return FoundHomes(found)
    say(f"waiting for {len(hidden)} participants to announce themselves")
    is_fast = all(gid_pid(each) is not None for each in hidden)
    with Announcements(domain_id, local_addresses()) as announcements:
        announcements.listen(hidden, _FAST_DDS_WITHIN_S if is_fast else _CYCLONE_DDS_WITHIN_S)
    silent = (each for each in hidden if each not in announcements.heard)

    def unheard(each: bytes) -> Home:
        return ELSEWHERE if is_of_another_host(each, own) else UNKNOWN

    return FoundHomes(
        found | {each: announcements.homes.get(each, unheard(each)) for each in hidden},
        frozenset(each for each in silent if has_no_process(each, own, candidates)),
        time.monotonic(),
    )


def are_all_seen(participants: Collection[bytes], domain_id: int) -> bool:
    """Tell whether every process that is known to be on a domain has one of these participants.

    True where GIDs do not tell processes, as those of Cyclone DDS.
    """
    seen = {gid_pid(each) for each in participants}
    return None in seen or seen.issuperset(map(pid_in_gid, pids_on(domain_ports(domain_id))))


def pids_on(
    ports: range,
    proc: Path = PROC,
    memory: Path = DIRECTORY,
    owners: Callable[[range], Mapping[int, frozenset[int]]] = socket_owners,
) -> frozenset[int]:
    """Return the processes that are known to have a port of a domain, but for this one.

    Fast DDS may be told to use shared memory alone: then they have ports there and no sockets.

    :param memory: where Fast DDS keeps what processes share.
    """
    mappers = mapping_pids(memory, proc)
    shared = (file.inode for file in census(memory).values() if file.port in ports)
    sharing = (mappers.get(inode, frozenset[int]()) for inode in shared)
    return frozenset[int]().union(*owners(ports).values(), *sharing) - {os.getpid()}


def candidates_on(
    ports: range,
    proc: Path = PROC,
    memory: Path = DIRECTORY,
    owners: Callable[[range], Mapping[int, frozenset[int]]] = socket_owners,
) -> Candidates:
    """Return the processes that participants of a domain may live in.

    :param ports: of the domain; this and the rest as of ``pids_on``.
    """
    entries = listing(proc).values()
    living = {each.pid for each in entries if not (each.is_kernel_thread or each.is_dead)}
    living.discard(os.getpid())
    return Candidates(
        pids_on(ports, proc, memory, owners),
        {
            pid: innermost_pid(pid, proc)
            for pid in sorted(living)
            if not _is_readable(proc / str(pid) / "fd")
        },
        frozenset(living),
    )


def _is_readable(files: Path) -> bool:
    """Tell whether it can be seen what files a process has open; one that has gone has none."""
    try:
        os.listdir(files)
    except PermissionError:
        return False
    except OSError:
        return True
    return True
