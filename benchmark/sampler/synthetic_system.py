# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fifteen processes about as large and as threaded as small ROS 2 nodes in Python."""

from __future__ import annotations

import subprocess
import sys
from types import TracebackType

PROCESSES = 15

_NODE = """
import threading, time
import numpy
memory = numpy.ones({private_bytes}, dtype=numpy.uint8)
def tick():
    while True:
        time.sleep(0.05)
        memory[::4096] += 1
def idle():
    threading.Event().wait()
for work in [tick] * 2 + [idle] * 9:
    threading.Thread(target=work, daemon=True).start()
print("ready", flush=True)
input()
"""


class SyntheticSystem:
    """The running processes; a context manager.

    Each has 12 threads, of which two work at 20 Hz and nine never do anything, and its own 20 MB
    beside what numpy brings along.
    """

    def __enter__(self) -> SyntheticSystem:
        source = _NODE.format(private_bytes=20_000_000)
        self._processes = [
            subprocess.Popen(
                [sys.executable, "-c", source],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={"OPENBLAS_NUM_THREADS": "1"},
            )
            for _ in range(PROCESSES)
        ]
        for process in self._processes:
            assert process.stdout is not None
            if process.stdout.readline() != b"ready\n":
                raise RuntimeError(f"a process of the synthetic system ended: {process.wait()}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()

    @property
    def pids(self) -> list[int]:
        """Process ids."""
        return [process.pid for process in self._processes]
