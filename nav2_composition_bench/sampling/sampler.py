# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run process_sampler over some processes and collect what it tells."""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.sampling.sample import CpuSample, MemorySample, SamplerStream
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.sampler_process import SamplerProcess
from nav2_composition_bench.sampling.stream import parse_stream
from nav2_composition_bench.sampling.stream_records import cpu_sample, memory_sample

_START_TIMEOUT_S = 60.0


class ProcessSampler(SamplerProcess):
    """A running process_sampler; a context manager.

    Its lines are collected by a thread that does not decode them: decoding costs more than the
    reading itself, and would disturb what is measured. The sampler ends when this process does,
    however that ends, when every process it follows has ended, and on leaving the context.

    ::

        with ProcessSampler([pid]) as sampler:
            ...
            sampler.request_memory_walk()
            ...
            stream = sampler.stop()

    :param root_pids: processes to follow, each with everything it starts.
    :param cpu_interval_s: between readings of the CPU counters.
    :param memory_interval_s: between walks of the page tables; 0: only on request.
    :param cgroup: directory of a cgroup whose processes are followed as well and whose CPU figure
        is added to every reading.
    :param counters: perf events to count, as far as the machine can; see process_sampler --help.
    :param stream_path: where the lines are kept as they come; None keeps them in memory only.
    :param skip_ended: leave out root processes that have ended before they could be followed; by
        default start() refuses them.
    :param binary: process_sampler, if not the one that find_sampler() finds.
    """

    def __init__(
        self,
        root_pids: Sequence[int],
        *,
        cpu_interval_s: float = 0.5,
        memory_interval_s: float = 8.0,
        cgroup: Path | None = None,
        counters: Sequence[str] = (),
        stream_path: Path | None = None,
        skip_ended: bool = False,
        binary: Path | None = None,
    ) -> None:
        super().__init__()
        self._arguments = ["--die-with-parent"]
        for pid in root_pids:
            self._arguments += ["--pid", str(pid)]
        if skip_ended:
            self._arguments.append("--skip-ended")
        if cgroup is not None:
            self._arguments += ["--cgroup", str(cgroup)]
        if counters:
            self._arguments += ["--counters", ",".join(counters)]
        self._arguments += ["--cpu-interval", str(cpu_interval_s)]
        self._arguments += ["--memory-interval", str(memory_interval_s)]
        self._stream_path = stream_path
        self._binary = binary
        self._lines: list[bytes] = []
        self._kept: IO[bytes] | None = None
        self._failure: OSError | None = None

    def start(self) -> None:
        """Start the sampler and wait for its header.

        :raises UserError: if it refuses; the text is the sampler's own. Nothing runs then.
        """
        binary = self._binary or find_sampler()
        with told_in_one_line(f"{self._stream_path} cannot be written"):
            # What is in the file stays until there is something to write.
            self._kept = None if self._stream_path is None else self._stream_path.open("ab", 0)
        try:
            self._start(binary, self._arguments)
        except UserError:
            self._take_end()
            raise
        if not self._wait(lambda: bool(self._lines), _START_TIMEOUT_S):
            self.end()
            raise UserError(self._stderr or f"{binary} ended with {self._running().returncode}")

    def request_memory_walk(self) -> None:
        """Ask for a walk of the page tables now; no effect if the sampler has ended."""
        if self.is_running():
            self._running().send_signal(signal.SIGUSR1)

    def walk_memory(self, timeout_s: float = 60.0) -> MemorySample:
        """Ask for a walk of the page tables and wait for it.

        :raises TimeoutError: if it does not come, for instance since the sampler has ended.
        """
        asked_s = time.clock_gettime(time.CLOCK_MONOTONIC)
        self.request_memory_walk()
        found: list[MemorySample] = []

        def has_come() -> bool:
            latest = self.latest_memory()
            if latest is not None and latest.begin_monotonic_s >= asked_s:
                found.append(latest)
            return bool(found)

        if not self._wait(has_come, timeout_s):
            raise TimeoutError(f"no walk of the page tables within {timeout_s} s")
        return found[-1]

    def latest_cpu(self) -> CpuSample | None:
        """Return the last reading of the CPU counters so far."""
        line = self._latest(b'{"type":"cpu"')
        return None if line is None else cpu_sample(json.loads(line))

    def latest_memory(self) -> MemorySample | None:
        """Return the last walk of the page tables so far."""
        line = self._latest(b'{"type":"memory"')
        return None if line is None else memory_sample(json.loads(line))

    def stream(self) -> SamplerStream:
        """Decode everything told so far.

        :raises StreamError: on a malformed line.
        """
        with self._changed:
            lines = list(self._lines)
        return parse_stream(lines)

    def wait(self, timeout_s: float) -> bool:
        """Wait until the sampler has ended by itself; False when the time is over."""
        return self._wait(lambda: self._finished, timeout_s)

    def stop(self, timeout_s: float = 30.0) -> SamplerStream:
        """Let the sampler take a last reading and end, and decode everything it told.

        A sampler that does not end in time is killed; the stream then has no ``end``.

        :raises UserError: if it ended since it could not read a process; the text is its own.
        :raises StreamError: on a malformed line.
        :raises OSError: if the lines could not be kept in ``stream_path``.
        """
        self.end(timeout_s)
        if self._failure is not None:
            raise self._failure
        if self._running().returncode > 0:
            raise UserError(self._stderr)
        return self.stream()

    def _latest(self, prefix: bytes) -> bytes | None:
        with self._changed:
            complete = (line for line in reversed(self._lines) if line.endswith(b"\n"))
            return next((line for line in complete if line.startswith(prefix)), None)

    def _take(self, line: bytes) -> None:
        with self._changed:
            self._lines.append(line)
            is_first = len(self._lines) == 1
            self._changed.notify_all()
        if self._kept is not None and self._failure is None:
            self._keep(self._kept, line, is_first)

    def _take_end(self) -> None:
        if self._kept is not None:
            self._kept.close()

    def _keep(self, kept: IO[bytes], line: bytes, is_first: bool) -> None:
        # A full disk must not stall the sampler, which would wait for this thread to read on.
        try:
            if is_first and stat.S_ISREG(os.fstat(kept.fileno()).st_mode):
                kept.truncate(0)
            if kept.write(line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            self._failure = error
