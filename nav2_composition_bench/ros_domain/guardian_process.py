# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A small process that cleans up after the runner, should the runner be killed or hang.

It is started first, and waits for the runner's end of a pipe to close or for the runner to die.
Then it kills every process that carries the run's marker and removes the shared memory and the
cgroups they left.
After an orderly end there is nothing left for it to do. Standard library only, and no ROS.

A thread of the runner says every few seconds that Python runs there. It does not while a call into
the middleware that keeps Python's lock does not return, and then no time-out of the runner's own
is looked at either. Fast DDS 2.14 can wait for itself where many participants leave together: its
event thread holds the timers and waits for the participants' lock (PDP::
check_remote_participant_liveliness), which the receiving thread has that removes an endpoint and
waits for the timers (ResourceEvent::unregister_timer). Destroying a publisher waits for both. So
a runner that is silent for long is ended.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from nav2_composition_bench.processes.cgroup import remove_cgroups_of_run
from nav2_composition_bench.processes.ending import end_found
from nav2_composition_bench.processes.interruption import STOPPING_SIGNALS
from nav2_composition_bench.processes.proc_table import read_entry, search
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.shared_memory import (
    SharedFile,
    census,
    mapping_pids,
    remove_leftovers,
)

READY = b"ready\n"
ALIVE = b"."
DONE = b"done\n"
_TRACEBACK_S = 10.0
_RUNNER_GONE_TIMEOUT_S = 10.0


@dataclass(frozen=True)
class Sweep:
    """What the guardian found to do.

    :param ended: commands of the processes it killed.
    :param removed: names of the /dev/shm files it removed.
    :param cgroups: names of the cgroups it removed.
    :param hung: whether it ended the runner itself.
    """

    ended: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    cgroups: tuple[str, ...] = ()
    hung: bool = False


def alive_every_s(patience_s: float) -> float:
    """How often the runner says that it is alive, of one that may be silent for so long."""
    return patience_s / 24


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


class Runner:
    """The runner, as the guardian has it.

    :param process: descriptor of the process (pidfd).
    :param pipe: descriptor of what it says.
    :param patience_s: how long it may say nothing.
    :param errors: descriptor of its standard error, if it has one.
    """

    def __init__(
        self, pid: int, process: int, pipe: int, patience_s: float, errors: int | None = None
    ) -> None:
        self._pid, self._process, self._pipe = pid, process, pipe
        self._patience_s, self._errors = patience_s, errors
        self._said = b""
        self.hung = False

    def wait(self) -> None:
        """Return when the runner has said that all is done, has closed the pipe, or is dead.

        One that hangs is ended: by SIGABRT, of which faulthandler makes a traceback, then by
        SIGKILL. Time in which it was stopped does not count, nor that in which this machine was
        suspended, when this process did not run either.
        """
        slice_s = alive_every_s(self._patience_s)
        silent_s = 0.0
        while not self._said.endswith(DONE):
            readable, _, _ = select.select([self._process, self._pipe], [], [], slice_s)
            if self._pipe in readable:
                silent_s = 0.0
                if not self._hear():
                    return
            elif readable:
                return
            elif (entry := read_entry(self._pid)) is not None and entry.is_stopped:
                silent_s = 0.0
            else:
                silent_s += slice_s
            if silent_s >= self._patience_s:
                self._end()
                return

    def ended_without_notice(self) -> bool:
        """True when all has been heard, and that all is done was not among it."""
        while select.select([self._pipe], [], [], 0)[0] and self._hear():
            pass
        return not self._said.endswith(DONE)

    def _hear(self) -> bool:
        said = os.read(self._pipe, 4096)
        self._said = (self._said + said)[-len(DONE) :]
        return bool(said)

    def _end(self) -> None:
        self.hung = True
        for number in (signal.SIGABRT, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._process, number)
            if select.select([self._process], [], [], _TRACEBACK_S)[0]:
                break
        self._tell(
            f"nav2_composition_bench: process {self._pid} did nothing for {self._patience_s:.0f} s,"
            " which may be a deadlock in the middleware, and was ended; finished trials are intact"
        )

    def _tell(self, line: str) -> None:
        """Write a line where the runner's errors go, unless nobody takes it from there."""
        with contextlib.suppress(OSError):
            if self._errors is not None and select.select([], [self._errors], [], 0)[1]:
                os.write(self._errors, f"{line}\n".encode())


def main(arguments: list[str]) -> int:
    """Wait for the runner's end, clean up and log what was done.

    :param arguments: RUN_ID DOMAIN RUNNER_PID PATIENCE_S [STANDARD_ERROR] LOG.
    """
    run_id, domain_id, runner_pid, patience_s, *errors, log = arguments
    before = of_others(census(), int(runner_pid))
    for number in STOPPING_SIGNALS:
        signal.signal(number, signal.SIG_IGN)  # Ctrl-C is for the runner
    try:
        process = os.pidfd_open(int(runner_pid))
    except ProcessLookupError:
        return 1
    runner = Runner(
        int(runner_pid), process, sys.stdin.fileno(), float(patience_s), *map(int, errors)
    )
    os.write(sys.stdout.fileno(), READY)
    runner.wait()
    if runner.ended_without_notice():
        # The pipe closes just before a killed runner is quite dead, and only then is its own
        # shared memory a leftover.
        select.select([process], [], [], _RUNNER_GONE_TIMEOUT_S)
    done = replace(sweep(run_id, int(domain_id), before), hung=runner.hung)
    with Path(log).open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(done)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
