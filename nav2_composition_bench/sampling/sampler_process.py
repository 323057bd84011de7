# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A running process_sampler and the lines that it writes, in any of its modes."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from nav2_composition_bench.errors import told_in_one_line
from nav2_composition_bench.processes.interruption import stopping_signals_held

Self = TypeVar("Self", bound="SamplerProcess")


class SamplerProcess:
    """The process and the thread that reads its output; a context manager.

    Subclasses say in ``start()`` what is run, and in ``_take()`` what is done with a line.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._finished = False
        self._stderr = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self: Self) -> Self:
        self.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """Process id of the program itself."""
        return self._running().pid

    def is_running(self) -> bool:
        """Tell whether the program still runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start it and wait until it is ready."""
        raise NotImplementedError

    def end(self, timeout_s: float = 30.0) -> None:
        """End it, if it runs, and its thread; every line read so far stays available."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._reader is not None:
            self._reader.join()
        stdout, stderr = self._process.stdout, self._process.stderr
        assert stdout is not None and stderr is not None
        if not stderr.closed:
            self._stderr = stderr.read().decode(errors="replace").strip()
            stderr.close()
        stdout.close()

    def _start(self, binary: Path, arguments: Sequence[str]) -> None:
        with stopping_signals_held():  # so that end() finds both or neither
            # A session of its own: Ctrl-C is for this process, which then ends the program in
            # order.
            with told_in_one_line(f"cannot run {binary}"):
                self._process = subprocess.Popen(
                    [str(binary), *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            self._reader = threading.Thread(target=self._collect, daemon=True)
            self._reader.start()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise RuntimeError("process_sampler has not been started")
        return self._process

    def _wait(self, condition: Callable[[], bool], timeout_s: float) -> bool:
        """Wait for a condition on the lines; False when time or stream ends without it."""
        with self._changed:
            self._changed.wait_for(lambda: condition() or self._finished, timeout_s)
            return condition()

    def _collect(self) -> None:
        stdout = self._running().stdout
        assert stdout is not None
        for line in stdout:
            self._take(line)
        self._take_end()
        with self._changed:
            self._finished = True
            self._changed.notify_all()

    def _take(self, line: bytes) -> None:
        """Keep a line; a last one may lack its end."""
        raise NotImplementedError

    def _take_end(self) -> None:
        """There is no more line to come."""
