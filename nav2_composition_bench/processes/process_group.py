# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes that are started, watched and ended together."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import told_in_one_line
from nav2_composition_bench.processes import child_entry
from nav2_composition_bench.processes.cgroup import CpuCgroup
from nav2_composition_bench.processes.ending import end_found, send, wait_gone
from nav2_composition_bench.processes.interruption import Held, stopping_signals_held
from nav2_composition_bench.processes.log_tail import last_error, last_lines, log_size
from nav2_composition_bench.processes.outcomes import ProcessDeath
from nav2_composition_bench.processes.proc_table import Search, read_entry, search
from nav2_composition_bench.processes.run_marker import GROUP_VARIABLE, RUN_VARIABLE

_PR_SET_CHILD_SUBREAPER = 36
_LOG_LINES = 5
_ROS_LOG_DIRECTORY = "ROS_LOG_DIR"


@dataclass(frozen=True)
class Grace:
    """How long processes may take to end, in seconds, after each signal."""

    interrupt_s: float = 10.0
    terminate_s: float = 3.0
    kill_s: float = 30.0


@dataclass(frozen=True)
class EndReport:
    """How a group ended; see ShutdownReport for the fields."""

    exit_statuses: dict[str, int | None]
    killed: tuple[str, ...]
    runaways: tuple[str, ...]


@dataclass(frozen=True)
class _Member:
    label: str
    process: subprocess.Popen[bytes]
    start_time_ticks: int
    log: Path


class ProcessGroup:
    """Labelled processes with a process group, a log file and a marker of their own.

    All are in the session of this process, as those of a ``ros2 launch`` are: Linux shares CPU out
    among sessions first (sched(7), autogroup), so a session each would be another machine.
    They die with this process (PR_SET_PDEATHSIG; more exactly with the thread that calls
    ``start``, so call it from the main one). What they start themselves is found by the marker in
    its environment, by descent and by process group. This process becomes a subreaper so that
    orphans come to it and can be reaped.

    :param name: unique among the groups of a run.
    :param environment: complete environment, with the run's marker in it.
    :param cgroup: which all processes are put into before they execute their program.
    :param timer_slack_us: of every thread that does not set its own (prctl(2), PR_SET_TIMERSLACK);
        None leaves it alone.
    :param log_directory: made if missing; one ``<label>.log`` per process, and what ROS logs to
        files of its own, unless the environment names another directory for these.
    """

    def __init__(
        self,
        name: str,
        environment: Mapping[str, str],
        log_directory: Path,
        cgroup: CpuCgroup | None = None,
        timer_slack_us: int | None = None,
    ) -> None:
        self.name = name
        ros_logs = environment.get(_ROS_LOG_DIRECTORY) or str(log_directory)
        self._environment = {**environment, _ROS_LOG_DIRECTORY: ros_logs, GROUP_VARIABLE: name}
        self._marker = {RUN_VARIABLE: environment[RUN_VARIABLE], GROUP_VARIABLE: name}
        self._log_directory = log_directory
        self._cgroup = cgroup
        self._timer_slack_ns = 1000 * (timer_slack_us or 0)
        self._members: list[_Member] = []
        self._known: set[tuple[int, int]] = set()
        self._report: EndReport | None = None
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)

    def __enter__(self) -> ProcessGroup:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(
        self, label: str, command: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> int:
        """Start a process; its pid never changes, though it executes the command a moment later.

        :param environment: variables besides the group's.
        :raises UserError: if the machine makes no further process, or its log cannot be written.
        :raises RuntimeError: if the group was ended or the label is taken.
        """
        if self._report is not None:
            raise RuntimeError(f"group {self.name} has ended; nothing more can start in it")
        if any(member.label == label for member in self._members):
            raise RuntimeError(f"group {self.name} has a process {label} already")
        log = self.log_of(label)
        with told_in_one_line(f"cannot write {log}"):
            self._log_directory.mkdir(parents=True, exist_ok=True)
            output = log.open("ab")
        entry_arguments = (str(os.getpid()), str(self._timer_slack_ns))
        wrapper = (sys.executable, "-I", "-S", child_entry.__file__, *entry_arguments)
        with stopping_signals_held(), output:
            with told_in_one_line(f"cannot start {label}"):
                process = subprocess.Popen(
                    [*wrapper, *command],
                    env={**self._environment, **(environment or {})},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                )
            entry = read_entry(process.pid)  # a child not yet waited for always has one
            assert entry is not None
            if self._cgroup is not None:
                with contextlib.suppress(OSError):  # it has ended at once, which is found later
                    self._cgroup.add(process.pid)
            self._members.append(_Member(label, process, entry.start_time_ticks, log))
        return process.pid

    @property
    def run_marker(self) -> dict[str, str]:
        """Environment variables that everything of the run carries, of whatever group."""
        return {RUN_VARIABLE: self._marker[RUN_VARIABLE]}

    @property
    def labels(self) -> dict[int, str]:
        """pid → label of everything that was started."""
        return {member.process.pid: member.label for member in self._members}

    def deaths(self) -> tuple[ProcessDeath, ...]:
        """Processes that ended before ``end`` was called; never blocks."""
        if self._report is not None:
            return ()
        return tuple(
            ProcessDeath(m.label, m.process.pid, status, last_lines(m.log, _LOG_LINES))
            for m in self._members
            if (status := m.process.poll()) is not None
        )

    def log_sizes(self) -> dict[str, int]:
        """Label → bytes that the process has logged so far."""
        return {member.label: log_size(member.log) for member in self._members}

    def last_errors(self, behind: Mapping[str, int] | None = None) -> tuple[str, ...]:
        """The last error that each process logged, in order of start.

        :param behind: label → so many bytes of its log are passed over; None looks at all.
        """
        sizes = behind or {}
        errors = (last_error(each.log, sizes.get(each.label, 0)) for each in self._members)
        return tuple(error for error in errors if error is not None)

    def log_of(self, label: str) -> Path:
        """Where a process's output goes."""
        return self._log_directory / f"{label}.log"

    def pids(self) -> frozenset[int]:
        """Every live process of the group, those started by its members included."""
        return frozenset(pid for pid, entry in self._look().found.items() if not entry.is_dead)

    @property
    def ever_started(self) -> frozenset[int]:
        """Pids of the members and of all that searches have found so far, ended or not."""
        return frozenset(self.labels) | {pid for pid, _ in self._known}

    def end(self, grace: Grace | None = None) -> EndReport:
        """SIGINT, then SIGTERM, then SIGKILL; then the same for what the processes left behind.

        Stopping signals that arrive meanwhile cut the waiting short and are delivered at the end.
        A second call returns the first one's report.
        """
        if self._report is not None:
            return self._report
        grace = grace or Grace()
        with stopping_signals_held() as held:
            killed = self._end_members(grace, held)
            runaways = end_found(
                self._look, polite_s=grace.terminate_s, cut_short=lambda: held.requested
            )
            self._report = EndReport(
                exit_statuses={m.label: m.process.poll() for m in self._members},
                killed=killed,
                runaways=tuple(f"{pid} {command}" for pid, command in sorted(runaways.items())),
            )
        return self._report

    def _end_members(self, grace: Grace, held: Held) -> tuple[str, ...]:
        running = self._running()
        for number, patience_s in (
            (signal.SIGINT, grace.interrupt_s),
            (signal.SIGTERM, grace.terminate_s),
        ):
            send(number, running)
            wait_gone(running, patience_s, lambda: held.requested)
            running = self._running()
        labels = self.labels
        killed = tuple(labels[pid] for pid in running)
        send(signal.SIGKILL, running)
        wait_gone(running, grace.kill_s)
        self._running()
        return killed

    def _running(self) -> dict[int, int]:
        return {
            m.process.pid: m.start_time_ticks for m in self._members if m.process.poll() is None
        }

    def _look(self) -> Search:
        """Search, leaving out members that Popen has yet to reap: that is Popen's to do."""
        roots = [(m.process.pid, m.start_time_ticks) for m in self._members]
        result = search(self._marker, roots, self._known)
        self._known |= {(pid, entry.start_time_ticks) for pid, entry in result.found.items()}
        unreaped = {pid for pid, entry in result.found.items() if entry.is_dead}
        members = unreaped & self.labels.keys()
        return Search(
            {pid: entry for pid, entry in result.found.items() if pid not in members},
            result.undecided,
        )
