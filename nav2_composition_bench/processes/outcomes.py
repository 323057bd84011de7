# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What bringing a system up, watching it and taking it down yields."""

from __future__ import annotations

import signal
from dataclasses import dataclass


class BringUpError(Exception):
    """The system or the host side could not be brought up; the trial is invalid.

    Its text is one clause for the record that names the node or process and its state.

    :ivar report: how it was ended, when that was done already; None while it still runs.
    """

    report: ShutdownReport | None = None


@dataclass(frozen=True)
class ProcessDeath:
    """A process ended though nobody asked it to.

    :param label: what it was started as.
    :param status: exit status, or minus the signal's number, as in ``subprocess``.
    :param last_lines: the end of its log, at most a few lines.
    """

    label: str
    pid: int
    status: int
    last_lines: tuple[str, ...]

    @property
    def reason(self) -> str:
        """One clause for the record."""
        if self.status < 0:
            how = f"was killed by {_signal_name(-self.status)}"
        else:
            how = f"exited with status {self.status}"
        last = f" (last log line: {self.last_lines[-1]})" if self.last_lines else ""
        return f"{self.label} {how}{last}"


@dataclass(frozen=True)
class ShutdownReport:
    """How a system went down; nothing of it is left when this exists.

    :param shutdown_s: from the first request to the last process reaped.
    :param exit_statuses: by label; negative is a signal; None if it could not be reaped.
    :param killed: labels of the processes that outlived SIGINT and SIGTERM and got SIGKILL.
    :param runaways: ``pid command`` of processes the system started and left behind, now ended.
    :param leftovers_removed: names of /dev/shm files that had to be removed.
    """

    shutdown_s: float
    exit_statuses: dict[str, int | None]
    killed: tuple[str, ...] = ()
    runaways: tuple[str, ...] = ()
    leftovers_removed: tuple[str, ...] = ()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"
