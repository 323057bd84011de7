# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Network namespaces of a run, told by their names, and those that killed runs have left."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.proc_table import read_entry

NAMED = Path("/run/netns")
"""Where ``ip netns`` keeps the names."""
_PREFIX = "nbfleet"
_NAME = re.compile(rf"{_PREFIX}-(?P<pid>\d+)-(?P<start>\d+)-[A-Za-z0-9_]+")


def namespace_name(machine: str) -> str:
    """Return the name of a machine's namespace: it tells the process whose it is."""
    own = read_entry(os.getpid())
    assert own is not None, "this process runs"
    return f"{_PREFIX}-{own.pid}-{own.start_time_ticks}-{machine}"


def run_ip(lines: Iterable[str], *options: str, program: str = "ip") -> None:
    """Run a batch of ``ip``, or ``tc``.

    :param options: before the batch, such as ``-n NAME``.
    :raises UserError: with the program's own words.
    """
    run_command([program, *options, "-batch", "-"], "".join(f"{line}\n" for line in lines))


def run_command(command: Sequence[str], text: str = "") -> str:
    """Run a command on the network of a fleet, and return what it writes.

    :param text: its input.
    :raises UserError: with the program's own words, on one line.
    """
    done = _finished(command, text)
    if done.returncode != 0:
        words = " ".join(done.stderr.split()) or f"status {done.returncode}"
        raise UserError(f"{command[0]} cannot set up or read the network of a fleet: {words}")
    return done.stdout


def delete(names: Sequence[str]) -> None:
    """Take namespaces away, with what is in them; those that are gone already are passed over.

    :raises UserError: if one of them stays.
    """
    if there := _existing(names):
        try:
            run_ip([f"netns delete {name}" for name in there], "-force")
        except UserError:
            if _existing(names):  # or another run has removed them meanwhile
                raise


def remove_leftovers() -> tuple[str, ...]:
    """Remove what runs have left that were killed, processes first.

    :returns: names of the namespaces.
    """
    left = tuple(name for name in _listed() if not _owner_runs(name))
    for name in left:
        for pid in _pids(name):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    delete(left)
    return left


def _existing(names: Iterable[str]) -> list[str]:
    return [name for name in names if (NAMED / name).exists()]


def _listed() -> list[str]:
    try:
        return sorted(name for name in os.listdir(NAMED) if _NAME.fullmatch(name))
    except FileNotFoundError:  # nobody has ever named one
        return []


def _owner_runs(name: str) -> bool:
    match = _NAME.fullmatch(name)
    assert match is not None, "only such are listed"
    entry = read_entry(int(match["pid"]))
    return entry is not None and entry.start_time_ticks == int(match["start"]) and not entry.is_dead


def _pids(name: str) -> list[int]:
    return [int(word) for word in _finished(["ip", "netns", "pids", name]).stdout.split()]


def _finished(command: Sequence[str], text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command to its end, which a Ctrl-C of the terminal must not reach."""
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False, start_new_session=True
    )
