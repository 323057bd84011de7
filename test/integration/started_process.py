# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of the host side, ended whatever happens to the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from waiting import TIMEOUT_S, wait_until


class Process:
    """A started command whose output is read from a file as it grows."""

    def __init__(self, command: list[str], output: Path) -> None:
        self._command = command
        self._output = output
        with output.open("wb") as sink:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=subprocess.STDOUT,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        self.pid = self._process.pid

    @property
    def lines(self) -> list[str]:
        return self._output.read_text().splitlines()

    def wait_for(self, text: str, times: int = 1) -> None:
        """Wait until so many lines with the text have been printed; a failure shows all lines."""

        def is_printed() -> bool:
            return sum(text in line for line in self.lines) >= times

        what = f"'{text}' x {times} in the output of {self._command}"
        try:
            wait_until(lambda: is_printed() or self.ended, what)
            assert is_printed(), f"ended without {what}"
        except AssertionError as failure:
            raise AssertionError(f"{failure}\n{self._output.read_text()}") from None

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def end(self, number: int, within_s: float = TIMEOUT_S) -> int:
        """Send a signal and return the exit status; a failure if it has not ended in time."""
        self._process.send_signal(number)
        return self.wait(within_s)

    def wait(self, within_s: float = TIMEOUT_S) -> int:
        return self._process.wait(within_s)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def thread_names_of(pid: int) -> set[str]:
    """The names that the kernel has of a process's threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return {(task / "comm").read_text().strip() for task in tasks}


@contextmanager
def starter(directory: Path) -> Iterator[Callable[..., Process]]:
    """Give a function that starts a Python command, whose output goes to the directory."""
    started: list[Process] = []

    def run(*arguments: str) -> Process:
        output = directory / f"output_{len(started)}.txt"
        started.append(Process([sys.executable, *arguments], output))
        return started[-1]

    try:
        yield run
    finally:
        for process in started:
            process.kill()
