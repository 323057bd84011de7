# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Builds the sampler, and runs the programs that its tests observe."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from native_builds import SOURCES, program, run

SOURCE = SOURCES / "process_sampler"
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class SamplerBuild:
    """A build of the sampler and its tests.

    :param emulator: what stands before a program to run it here.
    """

    sampler: Path
    tests: Path
    mapper: Path
    emulator: tuple[str, ...]


def build_sampler(
    directory: Path, options: Sequence[str], emulator: tuple[str, ...] = ()
) -> SamplerBuild:
    """Build from the source tree; the sampler's own directory alone is enough."""
    cmake = program("cmake")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    run(cmake, "-S", str(SOURCE), "-B", str(directory), *generator, *options)
    run(cmake, "--build", str(directory), "--parallel", "2")
    return SamplerBuild(
        sampler=directory / "process_sampler",
        tests=directory / "process_sampler_test",
        mapper=directory / "process_sampler_mapper",
        emulator=emulator,
    )


class Mapper:
    """A process whose memory changes only when told; a context manager.

    :param steps: what it does on each step(), see src/process_sampler/test/mapper.cpp.
    """

    def __init__(self, program: Path, steps: Sequence[str]) -> None:
        self._command = [str(program), *steps]

    def __enter__(self) -> Mapper:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._wait_for_answer()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def step(self) -> None:
        """Let it take the next step, and wait until it has."""
        assert self._process.stdin is not None
        self._process.stdin.write(b".")
        self._wait_for_answer()

    def _wait_for_answer(self) -> None:
        assert self._process.stdout is not None
        answer = self._process.stdout.read(1)
        assert answer == b"+", f"{self._command} ended with {self._process.wait()}"


class Script:
    """A Python program that reports lines and waits for lines; a context manager.

    :param source: its text; ``say(value)`` prints a line, ``wait()`` reads one.
    """

    _PRELUDE = (
        "import os, sys, threading, time\n"
        "def say(value): os.write(1, f'{value}\\n'.encode())\n"
        "def wait(): os.read(0, 1)\n"
        "def burn(seconds, clock=time.process_time):\n"
        "    begin = clock()\n"
        "    while clock() - begin < seconds: sum(range(1000))\n"
    )

    def __init__(self, source: str) -> None:
        self._source = self._PRELUDE + source

    def __enter__(self) -> Script:
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-c", self._source],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def heard(self) -> str:
        """Return the next line it says."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert line.endswith("\n"), f"the script ended with {self.process.poll()}"
        return line.strip()

    def go_on(self) -> None:
        """Release one wait()."""
        assert self.process.stdin is not None
        self.process.stdin.write(b".")
        self.process.stdin.flush()

    def reaped_cpu_time_s(self) -> float:
        """Wait for its end and return what the kernel says it and its children have used."""
        _, status, usage = os.wait4(self.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        assert self.process.returncode == 0
        return usage.ru_utime + usage.ru_stime
