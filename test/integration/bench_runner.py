# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Start nav2-bench in a process, follow what it says, and look for what it leaves behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from waiting import TIMEOUT_S, own_shared_memory, wait_until

from nav2_composition_bench.message_statistics.statistics_file import (
    NodeStatistics,
    read_statistics,
)
from nav2_composition_bench.processes.proc_table import command_line
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.shared_memory import census
from nav2_composition_bench.settling.settled_study import STATISTICS
from nav2_composition_bench.topology.parameters import statistics_file
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import read_records

ROOT = Path(__file__).resolve().parents[2]
SMALL_BENCH = Path(__file__).with_name("small_bench.py")
SHORT_WINDOWS = Path(__file__).with_name("short_windows.py")
WHOLE_LEGS = Path(__file__).with_name("whole_legs.py")
MACHINE = "test-machine"


class Bench:
    """One nav2-bench process and all that comes of it, told by a marker in the environment.

    :param script: what to run instead of the real program; None for the real one.
    :param wrapped: makes the command line that is started of the one to run.
    """

    def __init__(
        self,
        directory: Path,
        domain_id: int,
        *arguments: str,
        script: Path | None = SMALL_BENCH,
        variables: Mapping[str, str] | None = None,
        before_exec: Callable[[], None] | None = None,
        wrapped: Callable[[Sequence[str]], Sequence[str]] = list,
    ) -> None:
        self.directory = directory
        self.marker = f"/nowhere/{uuid.uuid4().hex}"
        self.lines: list[str] = []
        self._domain_id = domain_id
        self._shared: set[str] = set()
        program = [str(script)] if script else ["-m", "nav2_composition_bench.cli.main"]
        self.process = subprocess.Popen(
            wrapped([sys.executable, *program, *arguments]),
            cwd=directory,
            env=self._environment(variables or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=before_exec,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_for_line(self, text: str) -> None:
        """Wait until a line with the text has been printed; fail if the process ends before."""

        def printed() -> bool:
            over = self.process.poll() is not None
            if over:
                self._reader.join(TIMEOUT_S)
            found = any(text in line for line in self.lines)
            assert found or not over, f"ended before '{text}':\n{self.output}"
            return found

        wait_until(printed, f"'{text}' is printed")
        self._note_shared_memory()

    def wait(self) -> int:
        """Return the exit status."""
        status = self.process.wait(5 * TIMEOUT_S)
        self._reader.join(TIMEOUT_S)
        return status

    def pid_of(self, words: str) -> int:
        """Return the process of this bench whose command line has these words."""
        found: list[int] = []

        def look() -> bool:
            found[:] = [pid for pid in self.pids() if words in (command_line(pid) or "")]
            return bool(found)

        wait_until(look, f"a process with '{words}'")
        return found[0]

    def pids(self) -> set[int]:
        """Return every live process that carries the marker."""
        needle, own = self.marker.encode(), os.getpid()
        return {
            int(entry)
            for entry in os.listdir("/proc")
            if entry.isdigit() and int(entry) != own and needle in _environ(int(entry))
        }

    def assert_nothing_is_left(self) -> None:
        """Fail unless all processes and all their shared memory are gone."""
        wait_until(lambda: not self.pids(), f"no process is left of {self._described()}")
        ports = domain_ports(self._domain_id)
        wait_until(lambda: not self._left_in_shared_memory(ports), "/dev/shm is clean")

    @property
    def output(self) -> str:
        """Everything printed so far."""
        return "".join(self.lines)

    def records(self, study: str = "small") -> tuple[TrialRecord, ...]:
        """Return what is on disk."""
        return read_records(self.directory / "results" / MACHINE / study)

    def parameters_of(self, record: TrialRecord, node: str) -> dict[str, Any]:
        """Return the parameters of a node in the file that a trial's processes were given."""
        content = yaml.safe_load((self._logs_of(record) / "parameters.yaml").read_text())
        found: dict[str, Any] = content[node]["ros__parameters"]
        return found

    def statistics_of(self, record: TrialRecord, node: str) -> NodeStatistics:
        """Return what a node of a topology has written in a trial."""
        found = read_statistics(statistics_file(self._logs_of(record) / STATISTICS, node))
        assert found is not None, f"{node} wrote no statistics"
        return found

    def assert_both_goals_were_reached(self) -> TrialRecord:
        """Return the last record, which must be of a drive to A and B."""
        record = self.records()[-1]
        legs = [(leg.goal, leg.status) for leg in record.legs]
        assert legs == [("A", "SUCCEEDED"), ("B", "SUCCEEDED")], self.output
        return record

    def kill(self) -> None:
        """End everything, whatever state it is in."""
        for pid in {self.process.pid, *self.pids()}:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self.process.wait()

    def _logs_of(self, record: TrialRecord) -> Path:
        trial = f"block{record.block + 1}-{record.arm}-attempt{record.attempt + 1}"
        return self.directory / "results" / MACHINE / record.study / "logs" / trial

    def _left_in_shared_memory(self, ports: range) -> set[str]:
        """Ports of our domain, and the segments that our processes were seen to own."""
        left = census()
        return {name for name, file in left.items() if name in self._shared or file.port in ports}

    def _note_shared_memory(self) -> None:
        for pid in self.pids():
            with contextlib.suppress(OSError):
                self._shared |= own_shared_memory(pid)

    def _described(self) -> list[str]:
        return [f"{pid} {command_line(pid)}" for pid in sorted(self.pids())]

    def _environment(self, variables: Mapping[str, str]) -> dict[str, str]:
        # The one variable that bring-up hands down untouched, so the marker goes with it.
        given = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
        paths = [str(ROOT), str(ROOT / "test" / "integration"), self.marker, *given]
        return {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "PYTHONUNBUFFERED": "1",
            "ROS_DOMAIN_ID": str(self._domain_id),
            "SMALL_BENCH_DIRECTORY": str(self.directory),
            **variables,
        }

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)


def _environ(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
