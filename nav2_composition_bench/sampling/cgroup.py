# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A cgroup of one's own around some processes: the kernel's books as a second witness of CPU."""

from __future__ import annotations

import errno
import time
from pathlib import Path
from types import TracebackType

_MOUNTS = Path("/proc/self/mounts")
_REMOVAL_TIMEOUT_S = 10.0


class CgroupUnavailableError(Exception):
    """No cgroup can be made here; the text is one clause that says why."""


class CpuCgroup:
    """A cgroup that accounts CPU time, of version 2 or of version 1; a context manager.

    Processes put into it take everything they start from then on with them. Leaving removes the
    cgroup once its processes have ended; the processes themselves are left alone.

    :param name: of the cgroup below the root of the hierarchy; must not exist yet.

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
        for hierarchy in cgroup_hierarchies(_MOUNTS.read_text()):
            path = hierarchy / self._name
            try:
                path.mkdir()
            except OSError as error:
                reasons.append(f"{path}: {error.strerror}")
            else:
                self._path = path
                return self
        raise CgroupUnavailableError("; ".join(reasons) or "no cgroup file system is mounted")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        deadline_s = time.monotonic() + _REMOVAL_TIMEOUT_S
        while True:
            try:
                self.path.rmdir()
            except FileNotFoundError:
                return
            except OSError as error:
                # Processes that have just ended keep it busy until the kernel has let them go.
                if error.errno != errno.EBUSY or time.monotonic() > deadline_s:
                    raise
                time.sleep(0.01)
            else:
                return

    def add(self, pid: int) -> None:
        """Put a process into the cgroup; what it has used before is not counted there.

        :raises OSError: if it has ended or the kernel refuses.
        """
        (self.path / "cgroup.procs").write_text(f"{pid}\n")


def cgroup_hierarchies(mounts: str) -> list[Path]:
    """List the mounted hierarchies that account CPU time, version 2 first.

    :param mounts: text of /proc/self/mounts.
    """
    unified: list[Path] = []
    cpuacct: list[Path] = []
    for line in mounts.splitlines():
        _, mount_point, kind, options, *_ = line.split()
        if kind == "cgroup2":
            unified.append(Path(mount_point))
        elif kind == "cgroup" and "cpuacct" in options.split(","):
            cpuacct.append(Path(mount_point))
    return unified + cpuacct
