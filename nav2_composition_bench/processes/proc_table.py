# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who belongs to whom in /proc. Standard library only: the guardian runs it as well."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import in_one_line

PROC = Path("/proc")
_PF_KTHREAD = 0x00200000
"""Flag of a kernel thread in /proc/PID/stat (include/linux/sched.h)."""


@dataclass(frozen=True)
class ProcessEntry:
    """One process of a listing; (pid, start_time_ticks) identifies it for good."""

    pid: int
    start_time_ticks: int
    name: str
    state: str
    parent_pid: int
    process_group: int
    is_kernel_thread: bool

    @property
    def is_dead(self) -> bool:
        """True for a zombie: it runs no more, only its parent has not asked for its status."""
        return self.state in ("Z", "X")

    @property
    def is_stopped(self) -> bool:
        """True for one that a signal or a debugger has stopped."""
        return self.state in ("T", "t")


@dataclass(frozen=True)
class Search:
    """What a look for processes found.

    :param found: pid → entry.
    :param undecided: pids that could not be judged: between fork and exec a process has no
        environment to read for a moment. Look again before believing that nothing is left.
    """

    found: dict[int, ProcessEntry]
    undecided: frozenset[int]


def parse_stat(pid: int, text: str) -> ProcessEntry:
    """Read /proc/PID/stat. The name may itself hold blanks and brackets, so split at the last."""
    name, _, rest = text.partition("(")[2].rpartition(")")
    fields = rest.split()
    return ProcessEntry(
        pid=pid,
        start_time_ticks=int(fields[19]),
        name=in_one_line(name),
        state=fields[0],
        parent_pid=int(fields[1]),
        process_group=int(fields[2]),
        is_kernel_thread=bool(int(fields[6]) & _PF_KTHREAD),
    )


def read_entry(pid: int, proc: Path = PROC) -> ProcessEntry | None:
    """The process's entry, or None if it is gone or cannot be seen."""
    try:
        return parse_stat(
            pid, (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
        )
    except (FileNotFoundError, ProcessLookupError, PermissionError):  # the last by hidepid=1
        return None


def listing(proc: Path = PROC) -> dict[int, ProcessEntry]:
    """Every process that can be seen. It is no snapshot: processes come and go meanwhile."""
    entries = (read_entry(int(name), proc) for name in os.listdir(proc) if name.isdigit())
    return {entry.pid: entry for entry in entries if entry is not None}


def read_environment(pid: int, proc: Path = PROC) -> frozenset[bytes] | None:
    """``NAME=value`` strings a process was executed with; None where unreadable or gone."""
    try:
        text = (proc / str(pid) / "environ").read_bytes()
    except OSError:
        return None
    return frozenset(filter(None, text.split(b"\0")))


def network_of(pid: int, proc: Path = PROC) -> str | None:
    """What tells a process's network namespace from others; None where unreadable or gone."""
    try:
        return os.readlink(proc / str(pid) / "ns" / "net")
    except OSError:
        return None


def innermost_pid(pid: int, proc: Path = PROC) -> int:
    """The pid that a process has for itself, which is another one where a container counts anew."""
    try:
        lines = (
            (proc / str(pid) / "status").read_text(encoding="utf-8", errors="replace").splitlines()
        )
    except OSError:
        return pid
    return next((int(line.split()[-1]) for line in lines if line.startswith("NSpid:")), pid)


def command_line(pid: int, proc: Path = PROC) -> str:
    """The command line on one line, empty if unreadable."""
    try:
        text = (proc / str(pid) / "cmdline").read_bytes()
    except OSError:
        return ""
    return in_one_line(text.replace(b"\0", b" ").decode(errors="replace").strip())


def search(
    marker: Mapping[str, str],
    roots: Iterable[tuple[int, int]] = (),
    known: Iterable[tuple[int, int]] = (),
    proc: Path = PROC,
) -> Search:
    """Find the processes that carry a marker, and what descends from them or from the roots.

    A process belongs if its environment holds every assignment of the marker, if it is a root or
    was known to belong, if it is in the process group of a root, or if its parent belongs. This
    process itself never does.

    :param marker: environment variables that everything started was given.
    :param roots: (pid, start_time_ticks) of process group leaders that were started.
    :param known: (pid, start_time_ticks) found by earlier searches.
    """
    entries = listing(proc)
    wanted = frozenset(f"{name}={value}".encode() for name, value in marker.items())
    roots = tuple(roots)
    identities = {*roots, *known}
    groups = _groups_of(roots, entries)
    oldest = min((start for _, start in roots), default=0)
    belonging: set[int] = set()
    undecided: set[int] = set()
    for entry in entries.values():
        if entry.is_kernel_thread or entry.pid == os.getpid():
            continue
        identity = (entry.pid, entry.start_time_ticks)
        if identity in identities or entry.process_group in groups:
            belonging.add(entry.pid)
            continue
        environment = read_environment(entry.pid, proc)
        if environment is None or entry.is_dead:
            continue
        if not environment and entry.start_time_ticks >= oldest:
            undecided.add(entry.pid)
        elif wanted and wanted <= environment:
            belonging.add(entry.pid)
    _add_descendants(entries, belonging)
    return Search({pid: entries[pid] for pid in belonging}, frozenset(undecided - belonging))


def live_pids(marker: Mapping[str, str]) -> frozenset[int]:
    """This process and every live one that carries the marker or descends from one that does."""
    found = search(marker).found.values()
    return frozenset({os.getpid(), *(entry.pid for entry in found if not entry.is_dead)})


def _groups_of(roots: Iterable[tuple[int, int]], entries: Mapping[int, ProcessEntry]) -> set[int]:
    """Process groups of roots, leaving out those whose number a later process has been given."""
    return {
        pid for pid, start in roots if pid not in entries or entries[pid].start_time_ticks == start
    }


def _add_descendants(entries: Mapping[int, ProcessEntry], belonging: set[int]) -> None:
    grown = True
    while grown:
        children = {
            entry.pid
            for entry in entries.values()
            if entry.parent_pid in belonging and entry.pid != os.getpid()
        }
        grown = not children <= belonging
        belonging |= children
