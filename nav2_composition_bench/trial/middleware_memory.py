# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a process shares of Fast DDS's memory, and what the loopback interface has carried."""

from __future__ import annotations

import os
import re
import struct
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from nav2_composition_bench.processes.proc_table import PROC
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, pid_in_gid

_SEGMENT = re.compile(r"/dev/shm/(fast(?:rtps|dds)_[0-9a-f]+)")
_LOCK = "_el"
"""End of the name of the file that a participant keeps open for each segment of its own."""
_HISTORY = re.compile(
    r"fast_datasharing_(?P<prefix>[0-9a-f]{2}(?:\.[0-9a-f]{2}){11})_[0-9a-f.]+\.(?P<kind>[0-9a-f]+)"
)
_WRITER_KINDS = (0x2, 0x3)  # user-defined writers with and without key (RTPS 2.5, table 9.1)
_SHM = "/dev/shm/"
_FRAME = (1 << 55) - 1  # of an entry of /proc/PID/pagemap, see the kernel's pagemap.rst
_PRESENT = 1 << 63
_ENTRY_BYTES = 8


@dataclass(frozen=True)
class MiddlewareMemory:
    """What one process has of Fast DDS's shared memory.

    :param own_segments: those of the transport that a participant of this process has made.
    :param mapped: segment of the transport, or history of a publisher, → how often it is mapped.
        A process that sends to itself by either maps its own twice.
    :param frames: history → page frames of each of its mappings that the process has touched; empty
        where they cannot be read, which takes CAP_SYS_ADMIN.
    """

    pid: int
    own_segments: frozenset[str] = frozenset()
    mapped: Counter[str] = field(default_factory=Counter)
    frames: dict[str, tuple[frozenset[int], ...]] = field(default_factory=dict)

    def histories_of(self, pid: int) -> frozenset[str]:
        """Return the histories of publishers of a process that this process maps."""
        told = pid_in_gid(pid)
        return frozenset(name for name in self.mapped if _publisher_pid(name) == told)


def read_middleware_memory(pid: int, proc: Path = PROC) -> MiddlewareMemory | None:
    """Look at a process; None if it is gone or another user's."""
    directory = proc / str(pid)
    try:
        lines = (directory / "maps").read_text(encoding="utf-8", errors="replace").splitlines()
        opened = [_target(directory / "fd" / name) for name in os.listdir(directory / "fd")]
    except OSError:
        return None
    own = frozenset(
        match[1]
        for path in opened
        if path.endswith(_LOCK) and (match := _SEGMENT.fullmatch(path.removesuffix(_LOCK)))
    )
    mapped: Counter[str] = Counter()
    frames: dict[str, list[frozenset[int]]] = defaultdict(list)
    for begin, end, path in _mappings(lines):
        segment, name = _SEGMENT.fullmatch(path), path.removeprefix(_SHM)
        if segment is not None:
            mapped[segment[1]] += 1
        elif _publisher_pid(name) is not None:
            mapped[name] += 1
            touched = touched_frames(directory / "pagemap", begin, end)
            if touched is not None:
                frames[name].append(touched)
    return MiddlewareMemory(pid, own, mapped, {name: tuple(sets) for name, sets in frames.items()})


def loopback_bytes(proc: Path = PROC) -> int | None:
    """Return the bytes that the loopback interface has received since it is there."""
    try:
        lines = (proc / "net" / "dev").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    for line in lines:
        name, colon, counters = line.partition(":")
        if colon and name.strip() == "lo":
            return int(counters.split()[0])
    return None


def _mappings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield begin, end and file of each whole mapping of a file in /dev/shm."""
    for line in lines:
        fields = line.split(maxsplit=5)
        if len(fields) == 6 and fields[5].startswith(_SHM) and int(fields[2], 16) == 0:
            begin, _, end = fields[0].partition("-")
            yield int(begin, 16), int(end, 16), fields[5]


def _publisher_pid(name: str) -> int | None:
    """Return the lower 16 bits of the pid of a history's publisher; None for anything else.

    A subscription has a file of the same form, in which it is told of new messages.
    """
    match = _HISTORY.fullmatch(name)
    if match is None or int(match["kind"], 16) not in _WRITER_KINDS:
        return None
    return gid_pid(bytes(int(byte, 16) for byte in match["prefix"].split(".")))


def touched_frames(pagemap: Path, begin: int, end: int) -> frozenset[int] | None:
    """Return the page frames behind a range of addresses, those not in memory left out.

    :param begin: of a page, as is ``end``.
    :returns: None where the kernel does not show them.
    """
    page = os.sysconf("SC_PAGE_SIZE")
    try:
        with pagemap.open("rb", buffering=0) as file:
            file.seek(begin // page * _ENTRY_BYTES)
            content = file.read((end - begin) // page * _ENTRY_BYTES)
    except OSError:
        return None
    entries = (entry for (entry,) in struct.iter_unpack("=Q", content))
    frames = frozenset(entry & _FRAME for entry in entries if entry & _PRESENT)
    return None if 0 in frames else frames  # the kernel hides frames from other users


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:  # closed meanwhile
        return ""
