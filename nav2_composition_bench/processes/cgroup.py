# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A cgroup of their own around some processes: the kernel's own account of their CPU time.

Standard library only. The cgroup is made below this process's own, so that no limit on CPU or
memory that this process is under is left, and only where it has no part in sharing CPU out: a
weight of its own would change what is measured.
"""

from __future__ import annotations

import contextlib
import errno
import os
import time
from pathlib import Path

_MOUNTS = Path("/proc/self/mounts")
_MEMBERSHIP = Path("/proc/self/cgroup")
_REMOVAL_TIMEOUT_S = 10.0
_PREFIX = "nav2_bench_"


class CgroupUnavailableError(Exception):
    """No cgroup can be made here; the text is one clause that says why."""


class CpuCgroup:
    """A cgroup that accounts CPU time, of version 2 or of version 1; a context manager.

    Processes put into it take everything they start from then on with them. Leaving removes the
    cgroup once its processes have ended; the processes themselves are left alone.

    :param name: of the cgroup; must not exist yet.

    Entering raises CgroupUnavailableError where none can be made, which is usual without root.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._path: Path | None = None

    @property
    def path(self) -> Path:
        """Directory of the cgroup."""
        if self._path is None:
            raise RuntimeError("the cgroup has not been made")
        return self._path

    def __enter__(self) -> CpuCgroup:
        reasons: list[str] = []
        for parent in _parents():
            path = parent / self._name
            try:
                path.mkdir()
            except OSError as error:
                reasons.append(f"{path}: {error.strerror}")
                continue
            if (problem := _problem(path)) is not None:
                reasons.append(f"{path}: {problem}")
                path.rmdir()
                continue
            self._path = path
            return self
        raise CgroupUnavailableError("; ".join(reasons) or "no cgroup file system is mounted")

    def __exit__(self, *_: object) -> None:
        _remove(self.path)

    def add(self, pid: int) -> None:
        """Put a process into the cgroup; what it has used before is not counted there.

        :raises OSError: if it has ended or the kernel refuses.
        """
        (self.path / "cgroup.procs").write_text(f"{pid}\n", encoding="utf-8")


def cgroup_of_run(run_id: str, name: str) -> CpuCgroup:
    """Return a cgroup that is known as one of a run; nothing is made yet."""
    return CpuCgroup(f"{_PREFIX}{run_id}_{name}")


def remove_cgroups_of_run(run_id: str) -> tuple[str, ...]:
    """Remove what a run that was killed has left, as far as no process is in it any more."""
    removed = []
    for parent in _parents():
        for path in parent.glob(f"{_PREFIX}{run_id}_*"):
            with contextlib.suppress(OSError):
                _remove(path)
                removed.append(path.name)
    return tuple(sorted(removed))


def _parents() -> list[Path]:
    mounts = _MOUNTS.read_text(encoding="utf-8", errors="replace")
    return cgroup_parents(mounts, _MEMBERSHIP.read_text(encoding="utf-8"))


def cgroup_parents(mounts: str, membership: str) -> list[Path]:
    """List this process's cgroups in the hierarchies that account CPU time, version 2 first.

    :param mounts: text of /proc/self/mounts.
    :param membership: text of /proc/self/cgroup.
    """
    own: dict[str, str] = {}  # controller, empty for version 2 → path
    for line in membership.splitlines():
        _, controllers, path = line.split(":", 2)
        own |= dict.fromkeys(controllers.split(","), path)
    unified: list[Path] = []
    cpuacct: list[Path] = []
    for line in mounts.splitlines():
        _, mount_point, kind, options, *_ = line.split()
        if kind == "cgroup2":
            unified.append(_below(mount_point, own.get("", "/")))
        elif kind == "cgroup" and "cpuacct" in options.split(","):
            cpuacct.append(_below(mount_point, own.get("cpuacct", "/")))
    return unified + cpuacct


def _below(mount_point: str, path: str) -> Path:
    """Return the directory of a cgroup; the mount itself where that shows a part of the tree."""
    found = Path(mount_point) / path.lstrip("/")
    return found if found.is_dir() else Path(mount_point)


def _problem(path: Path) -> str | None:
    """Say why a cgroup that was made is of no use; None if it is."""
    if (path / "cpu.weight").exists() or (path / "cpu.shares").exists():
        return "it would have a share of CPU of its own"
    # To move a process, the kernel asks for the right to write to both cgroups.
    if not all(os.access(each / "cgroup.procs", os.W_OK) for each in (path, path.parent)):
        return "no process may be moved there"
    return None


def _remove(path: Path) -> None:
    deadline_s = time.monotonic() + _REMOVAL_TIMEOUT_S
    while True:
        try:
            path.rmdir()
        except FileNotFoundError:
            return
        except OSError as error:
            # Processes that have just ended keep it busy until the kernel has let them go.
            if error.errno != errno.EBUSY or time.monotonic() > deadline_s:
                raise
            time.sleep(0.01)
        else:
            return
