# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A process_sampler that runs and tells lines, whichever of its modes it is in."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import TypeVar

Self = TypeVar("Self", bound="ToldLines")


class ToldLines:
    """The process and the thread that reads what it tells; a context manager.

    A class of it says in ``start()`` what to run, and in ``_take()`` what becomes of a line.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._finished = False
        self._said = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self: Self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """Process id of the program itself."""
        return self._running().pid

    def start(self) -> None:
        """Start it and wait until it is ready."""
        raise NotImplementedError

    def end(self, timeout_s: float = 30.0) -> None:
        """End it, if it runs, and its thread; everything told stays readable."""
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
            self._said = stderr.read().decode(errors="replace").strip()
            stderr.close()
        stdout.close()

    def _start(self, binary: Path, arguments: Sequence[str]) -> None:
        # A session of its own: Ctrl-C is for this process, which then ends the program in order.
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
