# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A small process that cleans up after the runner, should the runner be killed.

It is started first, and waits for the runner's end of a pipe to close or for the runner to die.
Then it kills every process that carries the run's marker and removes the shared memory and the
cgroups they left.
After an orderly end there is nothing left for it to do. Standard library only, and no ROS.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from nav2_composition_bench.processes.cgroup import remove_cgroups_of_run
from nav2_composition_bench.processes.ending import end_found
from nav2_composition_bench.processes.interruption import STOPPING_SIGNALS
from nav2_composition_bench.processes.proc_table import search
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.shared_memory import (
    SharedFile,
    census,
    mapping_pids,
    remove_leftovers,
)

_READY = b"ready\n"
_DONE = b"done\n"
_START_TIMEOUT_S = 60.0
_RUNNER_GONE_TIMEOUT_S = 10.0
_CLOSE_TIMEOUT_S = 60.0


@dataclass(frozen=True)
class Sweep:
    """What the guardian found to do.

    :param ended: commands of the processes it killed.
    :param removed: names of the /dev/shm files it removed.
    :param cgroups: names of the cgroups it removed.
    """

    ended: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    cgroups: tuple[str, ...] = ()


class Guardian:
    """The guardian process, as the runner has it.

    :param environment: of the processes to guard, with the run's marker in it.
    :param log: gets one JSON line with what the guardian did.
    """

    def __init__(self, environment: Mapping[str, str], domain_id: int, log: Path) -> None:
        arguments = [environment[RUN_VARIABLE], str(domain_id), str(os.getpid())]
        self._log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                # -S: without site-packages' hooks it stays small and maps no ROS library.
                [sys.executable, "-S", "-m", __name__, *arguments, str(log)],
                env={name: value for name, value in environment.items() if name != RUN_VARIABLE},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
            )
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], _START_TIMEOUT_S)
        if not ready or self._process.stdout.readline() != _READY:
            self._process.kill()
            self._process.wait()
            raise RuntimeError(f"the guardian did not start; see {log}")

    @property
    def pid(self) -> int:
        """Process id of the guardian."""
        return self._process.pid

    def outlive(self) -> None:
        """Let it look once more when this process has ended.

        For a process with a participant of its own on the domain, which leaves shared memory only
        when everything else is over.
        """
        _OUTLIVING.append(self)  # the pipe closes with the process, not before

    def close(self) -> None:
        """Let it look once more and end. Fine if it is gone already; may be called twice."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(_DONE)
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(_CLOSE_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


_OUTLIVING: list[Guardian] = []


def of_others(files: Mapping[str, SharedFile], pid: int) -> dict[str, SharedFile]:
    """Leave out the files of participants that this process has, locks and mutexes included."""
    mappers = mapping_pids()
    own = {file.stem for file in files.values() if pid in mappers.get(file.inode, ())}
    return {name: file for name, file in files.items() if file.stem not in own}


def sweep(run_id: str, domain_id: int, before: Mapping[str, SharedFile]) -> Sweep:
    """Kill what carries the run's marker, then remove its shared memory and cgroups."""
    marker = {RUN_VARIABLE: run_id}
    ended = end_found(lambda: search(marker), polite_s=0)
    removed = remove_leftovers(before, domain_ports(domain_id))
    cgroups = remove_cgroups_of_run(run_id)
    return Sweep(tuple(ended[pid] for pid in sorted(ended)), removed, cgroups)


def ended_without_notice(pipe: int) -> bool:
    """True when the pipe was closed, or not even that, without the message that all is done."""
    readable, _, _ = select.select([pipe], [], [], 0)
    return not readable or os.read(pipe, len(_DONE)) != _DONE


def main(arguments: list[str]) -> int:
    """Wait for the runner's end, clean up, log what was done: RUN_ID DOMAIN RUNNER_PID LOG."""
    run_id, domain_id, runner_pid, log = arguments
    before = of_others(census(), int(runner_pid))
    for number in STOPPING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C is for the runner
    try:
        runner = os.pidfd_open(int(runner_pid))
    except ProcessLookupError:
        return 1
    os.write(sys.stdout.fileno(), _READY)
    poller = select.poll()
    poller.register(runner, select.POLLIN)
    poller.register(sys.stdin.fileno(), select.POLLIN)
    poller.poll()
    if ended_without_notice(sys.stdin.fileno()):
        # The pipe closes just before a killed runner is quite dead, and only then is its own
        # shared memory a leftover.
        select.select([runner], [], [], _RUNNER_GONE_TIMEOUT_S)
    done = sweep(run_id, int(domain_id), before)
    with Path(log).open("a") as file:
        file.write(json.dumps(asdict(done)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
