# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Waits on conditions, generous because a loaded machine is slow."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from nav2_composition_bench.processes.proc_table import read_entry

TIMEOUT_S = 120.0
_OWN_LOCK = re.compile(r"/dev/shm/fast(?:rtps|dds)_(?!port7[0-3]\d\d_)[0-9a-z]+_el")


def wait_until(condition: Callable[[], bool], what: str, timeout_s: float = TIMEOUT_S) -> None:
    """Fail the test if the condition does not come true."""
    deadline = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline, f"waited {timeout_s:g} s in vain: {what}"
        time.sleep(0.05)


def wait_for_pid(ready: Path) -> int:
    """The pid a fake process wrote when it was ready."""
    wait_until(ready.exists, f"{ready.name} is written")
    return int(ready.read_text())


def wait_for_handlers(pids: Iterable[int]) -> None:
    """Wait until each process handles SIGTERM, by which it would be killed before.

    A manager that only says that all is active may say so while others import what they need.
    """
    for pid in pids:
        wait_until(partial(handles, pid, signal.SIGTERM), f"process {pid} handles SIGTERM")


def handles(pid: int, number: int) -> bool:
    """Tell whether a process has a handler for a signal."""
    status = Path(f"/proc/{pid}/status").read_text()
    (caught,) = (line.split()[1] for line in status.splitlines() if line.startswith("SigCgt"))
    return bool(int(caught, 16) >> (number - 1) & 1)


def is_gone(pid: int) -> bool:
    """True when the process has ended, reaped or not."""
    entry = read_entry(pid)
    return entry is None or entry.is_dead


def own_shared_memory(pid: int) -> set[str]:
    """Names in /dev/shm of what a Fast DDS process owns: it keeps the lock files open.

    Ports below 7400 are left out. All domains share them, so that somebody else's participant may
    have taken such a name a moment after it was freed.
    """
    names = set()
    for descriptor in os.listdir(f"/proc/{pid}/fd"):
        try:
            target = os.readlink(f"/proc/{pid}/fd/{descriptor}")
        except FileNotFoundError:
            continue
        name = Path(target).name
        if _OWN_LOCK.fullmatch(target):
            names |= {name, name.removesuffix("_el")}
    return names
