# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What Fast DDS leaves in /dev/shm, and its removal. Standard library only.

A participant owns a segment (``fastrtps_<hex>``) and ports (``fastrtps_port<N>`` with
``sem.fastrtps_port<N>_mutex``), each with a lock file (``…_el``, ``…_sl``) that is flocked while it
lives. Fast DDS 3, Kilted's, writes ``fastdds`` for ``fastrtps``.

A process that is killed leaves all of them, and even an orderly end leaves some ports. Later
participants receive nothing through stale ports, and stale segments hold memory.
"""

from __future__ import annotations

import fcntl
import os
import re
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.processes.proc_table import PROC

DIRECTORY = Path("/dev/shm")
_NAME = re.compile(
    r"(?:sem\.)?"
    r"(?P<stem>fast(?:rtps|dds)_(?:port(?P<port>\d+)|[0-9a-f]+)|fast_datasharing_[0-9a-f._]+?)"
    r"(?:_el|_sl|_mutex)?"
)
_LOCK_SUFFIXES = ("_el", "_sl")
_MIN_WELL_KNOWN_PORT = 7400
_BETWEEN_LOOKS_S = 0.05


@dataclass(frozen=True)
class SharedFile:
    """One file of Fast DDS's; the inode tells it from a later one of the same name.

    :param stem: what all files of one segment or port share, e.g. ``fastrtps_port7411``.
    :param port: None for a segment.
    """

    name: str
    stem: str
    port: int | None
    inode: int
    owner: int


def census(directory: Path = DIRECTORY) -> dict[str, SharedFile]:
    """Every file of Fast DDS's in /dev/shm, by name."""
    files: dict[str, SharedFile] = {}
    try:
        names = os.listdir(directory)
    except FileNotFoundError:
        return files
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        try:
            status = (directory / name).stat()
        except FileNotFoundError:
            continue
        port = match["port"]
        files[name] = SharedFile(
            name,
            match["stem"],
            None if port is None else int(port),
            status.st_ino,
            status.st_uid,
        )
    return files


def mapping_pids(directory: Path = DIRECTORY, proc: Path = PROC) -> dict[int, frozenset[int]]:
    """Inodes below a directory → the readable processes that map them.

    Processes of other mount namespaces, as containers have, map files of that name in a file system
    of their own, whose inodes have the same numbers; they are none of these.
    """
    pids: dict[int, set[int]] = defaultdict(set)
    prefix = f"{directory}/"
    try:
        device = directory.stat().st_dev
    except FileNotFoundError:
        return {}
    written = f"{os.major(device):02x}:{os.minor(device):02x}"
    for pid in filter(str.isdigit, os.listdir(proc)):
        try:
            lines = (proc / pid / "maps").read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError:  # gone, or another user's
            continue
        for line in lines:
            fields = line.split(maxsplit=5)
            if len(fields) == 6 and fields[3] == written and fields[5].startswith(prefix):
                pids[int(fields[4])].add(int(pid))
    return {inode: frozenset(mappers) for inode, mappers in pids.items()}


def is_locked(path: Path) -> bool:
    """True while a live participant holds the lock file, be it another user's or a container's."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return False
    except PermissionError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return False
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)


def remove_leftovers(
    before: Mapping[str, SharedFile],
    ports: range,
    ours: Collection[int] = (),
    directory: Path = DIRECTORY,
) -> tuple[str, ...]:
    """Remove what belongs to a run and is not in use.

    That is: files of the run's ports, and files that were not there before the run. What a live
    process maps or locks, what another user owns and what was there before stays.

    :param before: census at the start of the run.
    :param ports: ports of the run's domain, which nobody else uses.
    :param ours: pids of the run. That they still map the segment of a dead participant, whose
        messages they read, does not keep it. It does keep a port: they would go on writing to the
        removed one and be unheard by the next participant of that number.
    :returns: names removed, sorted.
    """
    known = {(file.name, file.inode) for file in before.values()}

    def is_of_the_run(file: SharedFile) -> bool:
        return (file.name, file.inode) not in known or file.port in ports

    return _remove_unused(is_of_the_run, frozenset(ours), directory)


def remove_stale_low_ports(directory: Path = DIRECTORY) -> tuple[str, ...]:
    """Remove unused ports below 7400, which all domains share; stale ones receive nothing."""
    return _remove_unused(
        lambda file: file.port is not None and file.port < _MIN_WELL_KNOWN_PORT,
        frozenset(),
        directory,
    )


def _remove_unused(
    wanted: Callable[[SharedFile], bool], ours: frozenset[int], directory: Path
) -> tuple[str, ...]:
    candidates = _unused(wanted, ours, directory)
    if not candidates:
        return ()
    # A participant that starts just now makes a file shortly before it maps and locks it, so only
    # what is unused at two looks is stale.
    time.sleep(_BETWEEN_LOOKS_S)
    stale = candidates & _unused(wanted, ours, directory)
    removed = []
    for file in sorted(stale, key=lambda file: file.name):
        try:
            (directory / file.name).unlink()
        except (FileNotFoundError, PermissionError):
            continue
        removed.append(file.name)
    return tuple(removed)


def _unused(
    wanted: Callable[[SharedFile], bool], ours: frozenset[int], directory: Path
) -> set[SharedFile]:
    """Files wanted of which no sibling (segment, lock, mutex) is in use or somebody else's."""
    siblings: dict[str, list[SharedFile]] = defaultdict(list)
    for file in census(directory).values():
        siblings[file.stem].append(file)
    groups = [files for files in siblings.values() if all(map(wanted, files))]
    if not groups:
        return set()
    mappers = mapping_pids(directory)

    def is_free(file: SharedFile) -> bool:
        using = mappers.get(file.inode, frozenset())
        if file.port is None:
            using -= ours
        is_lock = file.name.endswith(_LOCK_SUFFIXES)
        return (
            file.owner == os.geteuid()
            and not using
            and not (is_lock and is_locked(directory / file.name))
        )

    return {file for files in groups if all(map(is_free, files)) for file in files}
