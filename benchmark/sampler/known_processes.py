# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Measure processes whose CPU time and memory are known by other ways."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.sampling.sample import MemorySample
from nav2_composition_bench.sampling.sampler import ProcessSampler

_BURN = """
import os, time
for seconds in (1.0, 1.0):
    pid = os.fork()
    if pid == 0:
        while time.process_time() < seconds: sum(range(1000))
        os._exit(0)
    os.waitpid(pid, 0)
while time.process_time() < 4.0: sum(range(1000))
os.write(1, b"done")
os.read(0, 1)
os._exit(0)
"""
_PAGES = 5000


@dataclass(frozen=True)
class SharedMapping:
    """Growth by a mapping that two processes share, in pages."""

    mapped: int
    footprint: int
    pss: float


def cpu_against_wait4(sampler: Path) -> tuple[float, float]:
    """CPU seconds of a process and its ended children: (as sampled, as wait4 says)."""
    load = subprocess.Popen(
        [sys.executable, "-I", "-c", _BURN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert load.stdin is not None and load.stdout is not None
    with load.stdin, load.stdout:
        with ProcessSampler([load.pid], memory_interval_s=0, binary=sampler) as running:
            load.stdout.read(4)
            stream = running.stop()
        load.stdin.write(b".")
        load.stdin.flush()
        _, status, usage = os.wait4(load.pid, 0)
    load.returncode = os.waitstatus_to_exitcode(status)
    return stream.cpu_samples[-1].cpu_time_s, usage.ru_utime + usage.ru_stime


def footprint_pages(sampler: Path, mapper: Path, *, with_outsider: bool) -> SharedMapping | None:
    """Let two processes map a file, observed; None where page frame numbers are hidden."""
    page_bytes = os.sysconf("SC_PAGE_SIZE")
    with ExitStack() as stack:
        file = stack.enter_context(tempfile.NamedTemporaryFile())
        file.write(os.urandom(_PAGES * page_bytes))
        file.flush()
        both = [_started(stack, mapper, file.name) for _ in range(2)]
        outsider = _started(stack, mapper, file.name)
        running = stack.enter_context(
            ProcessSampler([p.pid for p in both], memory_interval_s=0, binary=sampler)
        )
        before = running.walk_memory()
        for process in [*both, outsider] if with_outsider else both:
            _step(process)
        after = running.walk_memory()
        if before.footprint_bytes is None or after.footprint_bytes is None:
            return None
    return SharedMapping(
        mapped=_PAGES,
        footprint=(after.footprint_bytes - before.footprint_bytes) // page_bytes,
        pss=(_pss_bytes(after) - _pss_bytes(before)) / page_bytes,
    )


def _started(stack: ExitStack, mapper: Path, path: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [str(mapper), f"file:{path}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    stack.callback(process.communicate)
    stack.callback(process.kill)
    _wait_for_answer(process)
    return process


def _step(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.write(b".")
    _wait_for_answer(process)


def _wait_for_answer(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    if process.stdout.read(1) != b"+":
        raise RuntimeError(f"the mapper ended with {process.wait()}")


def _pss_bytes(walk: MemorySample) -> int:
    return sum(process.pss_bytes for process in walk.processes)
