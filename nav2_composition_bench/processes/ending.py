# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""End processes and wait until they are gone. Standard library only."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable, Iterable, Mapping

from nav2_composition_bench.processes.proc_table import Search, command_line, read_entry

_LOOK_AGAIN_S = 0.02
_SLICE_S = 0.1
_EMPTY_SEARCHES = 2
"""A process that forks and ends while /proc is read can hide its child once, but not twice."""
_UNDECIDED_SEARCHES = 25
_GIVE_UP_S = 30.0
"""A process in uninterruptible sleep cannot be ended."""


def wait_gone(
    processes: Mapping[int, int], timeout_s: float, cut_short: Callable[[], bool] = lambda: False
) -> set[int]:
    """Wait until processes have ended (zombies count as ended).

    :param processes: pid → start_time_ticks.
    :param cut_short: asked every tenth of a second; waiting stops when it says True.
    :returns: pids that have not.
    """
    deadline = time.monotonic() + timeout_s
    poller = select.poll()
    waiting: dict[int, int] = {}
    with contextlib.ExitStack() as descriptors:
        for pid, start_time_ticks in processes.items():
            try:
                descriptor = os.pidfd_open(pid)
            except ProcessLookupError:
                continue
            descriptors.callback(os.close, descriptor)
            entry = read_entry(pid)
            if entry is None or entry.is_dead or entry.start_time_ticks != start_time_ticks:
                continue
            poller.register(descriptor, select.POLLIN)
            waiting[descriptor] = pid
        while waiting and not cut_short() and (left_s := deadline - time.monotonic()) > 0:
            for descriptor, _ in poller.poll(min(left_s, _SLICE_S) * 1e3):
                poller.unregister(descriptor)
                del waiting[descriptor]
    return set(waiting.values())


def send(signal_number: int, processes: Mapping[int, int]) -> None:
    """Signal each process that is still the one meant: pid → start_time_ticks."""
    for pid, start_time_ticks in processes.items():
        entry = read_entry(pid)
        if entry is not None and entry.start_time_ticks == start_time_ticks:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal_number)


def end_found(
    look: Callable[[], Search],
    *,
    polite_s: float,
    cut_short: Callable[[], bool] = lambda: False,
) -> dict[int, str]:
    """End what a search finds, again and again until it finds nothing more.

    :param polite_s: time each process gets between SIGTERM and SIGKILL; 0 kills at once.
    :returns: pid → command of everything that was ended.
    """
    ended: dict[int, str] = {}
    deadline = time.monotonic() + _GIVE_UP_S
    empty = undecided = 0
    while empty < _EMPTY_SEARCHES and time.monotonic() < deadline:
        result = look()
        alive = {
            pid: entry.start_time_ticks for pid, entry in result.found.items() if not entry.is_dead
        }
        reap(pid for pid, entry in result.found.items() if entry.is_dead)
        if not alive:
            undecided = undecided + 1 if result.undecided else 0
            if not result.undecided or undecided > _UNDECIDED_SEARCHES:
                empty += 1
            time.sleep(_LOOK_AGAIN_S)  # gives a process in the middle of fork or exec its turn
            continue
        empty = 0
        ended |= {pid: command_line(pid) or result.found[pid].name for pid in alive}
        if polite_s > 0:
            send(signal.SIGTERM, alive)
            alive = {pid: alive[pid] for pid in wait_gone(alive, polite_s, cut_short)}
        send(signal.SIGKILL, alive)
        wait_gone(alive, max(0.0, deadline - time.monotonic()))
        reap(ended)
    return ended


def reap(pids: Iterable[int]) -> None:
    """Take the status of those that are our children, so that no zombie stays."""
    for pid in pids:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
