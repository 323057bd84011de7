# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who else maps the files that the system maps, and so takes a share of its PSS."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from nav2_composition_bench.errors import in_one_line
from nav2_composition_bench.trial.record import Outsider

FileKey = tuple[str, str]
"""Device and inode of a mapped file, as /proc/PID/maps writes them."""

_ANONYMOUS = "0"  # inode


def find_outsiders(
    system_pids: Collection[int], ignored_pids: Collection[int] = (), proc: Path = Path("/proc")
) -> tuple[Outsider, ...]:
    """List the processes outside the system that map files of it, the largest sharer first.

    Processes that end meanwhile, and those of other users, whose maps are unreadable, are left
    out.

    :param ignored_pids: neither of the system nor outsiders, such as the sampler.
    """
    ours: set[FileKey] = set()
    for pid in system_pids:
        ours.update(_mapped(proc / str(pid)))
    outsiders = []
    for entry in proc.iterdir():
        if entry.name.isdigit() and int(entry.name) not in {*system_pids, *ignored_pids}:
            theirs = _mapped(entry)
            shared = sum(size for key, size in theirs.items() if key in ours)
            if shared:
                outsiders.append(Outsider(int(entry.name), _name(entry), shared))
    return tuple(sorted(outsiders, key=lambda one: (-one.shared_file_bytes, one.pid)))


def _mapped(directory: Path) -> dict[FileKey, int]:
    """Bytes of address space per mapped file of a process."""
    sizes: dict[FileKey, int] = {}
    for key, size in _mappings(directory):
        sizes[key] = sizes.get(key, 0) + size
    return sizes


def _mappings(directory: Path) -> Iterator[tuple[FileKey, int]]:
    try:
        lines = (directory / "maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        fields = line.split(maxsplit=5)
        if len(fields) >= 5 and fields[4] != _ANONYMOUS:
            begin, _, end = fields[0].partition("-")
            yield (fields[3], fields[4]), int(end, 16) - int(begin, 16)


def _name(directory: Path) -> str:
    try:
        comm = (directory / "comm").read_text(encoding="utf-8", errors="replace")
        return in_one_line(comm.strip())
    except OSError:
        return "?"
