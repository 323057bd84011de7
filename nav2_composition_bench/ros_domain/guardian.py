# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The guardian, as the runner has it; what it does is in ``guardian_process``."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import select
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.processes.stop_event import StopEvent
from nav2_composition_bench.ros_domain import guardian_process
from nav2_composition_bench.ros_domain.guardian_process import ALIVE, DONE, READY, alive_every_s

PATIENCE_S = 120.0
"""A runner that says nothing for so long hangs; time in which it is stopped does not count."""
_START_TIMEOUT_S = 60.0
_CLOSE_TIMEOUT_S = 60.0


class Guardian:
    """The guardian's process.

    :param environment: of the processes to guard, with the run's marker in it.
    :param log: gets one JSON line with what the guardian did.
    :param patience_s: how long this process may say nothing before it is taken to hang.
    """

    def __init__(
        self,
        environment: Mapping[str, str],
        domain_id: int,
        log: Path,
        patience_s: float = PATIENCE_S,
    ) -> None:
        if sys.__stderr__ is not None and not faulthandler.is_enabled():
            faulthandler.enable(sys.__stderr__)  # the guardian ends a process that hangs by SIGABRT
        arguments = [environment[RUN_VARIABLE], str(domain_id), str(os.getpid()), str(patience_s)]
        self._log = log
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("ab") as errors, _own_standard_error() as told:
            self._process = subprocess.Popen(
                # -S: without site-packages' hooks it stays small and maps no ROS library.
                [
                    *(sys.executable, "-S", "-m", guardian_process.__name__),
                    *(*arguments, *map(str, told), str(log)),
                ],
                env={name: value for name, value in environment.items() if name != RUN_VARIABLE},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                pass_fds=told,
            )
        self._every_s = alive_every_s(patience_s)
        self._closing = StopEvent()
        self._alive = threading.Thread(target=self._say_alive, name="alive", daemon=True)
        try:
            assert self._process.stdout is not None
            ready, _, _ = select.select([self._process.stdout], [], [], _START_TIMEOUT_S)
            if not ready or self._process.stdout.readline() != READY:
                raise RuntimeError(f"the guardian did not start; see {log}")
            self._alive.start()
        except BaseException:  # it would take a process that says nothing for one that hangs
            self._process.kill()
            self._process.wait()
            raise

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
        """Let it look once more and end. Fine if it is gone already; may be called twice.

        Stopping signals that arrive meanwhile are delivered at the end.
        """
        with stopping_signals_held():
            self._close()

    def _close(self) -> None:
        self._closing.set()
        self._alive.join()
        if self._process.stdin is not None and not self._process.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.write(DONE)
            with contextlib.suppress(BrokenPipeError):
                self._process.stdin.close()
        try:
            self._process.wait(_CLOSE_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _say_alive(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            while not self._closing.wait(self._every_s):
                os.write(self._process.stdin.fileno(), ALIVE)


_OUTLIVING: list[Guardian] = []


@contextlib.contextmanager
def _own_standard_error() -> Iterator[tuple[int, ...]]:
    """Give a copy of this process's standard error to be handed down; none where it has none."""
    try:
        copy = os.dup(2)
    except OSError:
        yield ()
        return
    try:
        yield (copy,)
    finally:
        os.close(copy)
