# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A node of known cost beside one at no cost, as process_sampler sees both."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.sampling.sample import CpuSample
from nav2_composition_bench.sampling.sampler import ProcessSampler

CPU_PERCENT = 5.0
MEMORY_MB = 20.0
MEASURED_S = 8.0


def expect_what_it_says(command: Sequence[str], directory: Path) -> None:
    """Start a program that is the node, twice, and wait until their difference is what it says."""
    processes = [
        _start(command, directory, 0.0, 0.0),
        _start(command, directory, CPU_PERCENT, MEMORY_MB),
    ]
    idle, busy = (process.pid for process in processes)
    try:
        with ProcessSampler([idle, busy], cpu_interval_s=0.25, memory_interval_s=0) as sampler:
            _expect_memory(sampler, idle, busy)
            _expect_cpu(sampler, idle, busy)
    finally:
        for process in processes:
            process.terminate()
        statuses = [process.wait(TIMEOUT_S) for process in processes]
    assert statuses == [0, 0]


def _start(
    command: Sequence[str], directory: Path, cpu_percent: float, memory_mb: float
) -> subprocess.Popen[bytes]:
    params = directory / f"{cpu_percent:g}.yaml"
    params.write_text(
        f"known_cost:\n  ros__parameters: {{cpu_percent: {cpu_percent}, memory_mb: {memory_mb}}}\n"
    )
    return subprocess.Popen([*command, "--ros-args", "--params-file", str(params)])


def _expect_memory(sampler: ProcessSampler, idle: int, busy: int) -> None:
    def difference_mb() -> float:
        walk = sampler.walk_memory(TIMEOUT_S)
        found = {one.pid: one.pss_anon_bytes for one in walk.processes}
        return (found[busy] - found[idle]) / 1e6

    wait_until(lambda: abs(difference_mb() - MEMORY_MB) < 0.1 * MEMORY_MB, "it holds 20 MB")


def _expect_cpu(sampler: ProcessSampler, idle: int, busy: int) -> None:
    def burns() -> bool:
        return bool(_burning_s(sampler.latest_cpu(), busy))

    wait_until(burns, "the thread that burns is there")
    begin = sampler.latest_cpu()
    assert begin is not None

    def added_percent() -> float | None:
        """What the busy node used beyond the idle one; None before the time is over."""
        end = sampler.latest_cpu()
        if end is None or end.monotonic_s < begin.monotonic_s + MEASURED_S:
            return None
        used_s = [sum(_burning_s(end, pid)) - sum(_burning_s(begin, pid)) for pid in (busy, idle)]
        return 100.0 * (used_s[0] - used_s[1]) / (end.monotonic_s - begin.monotonic_s)

    def has_burnt_it() -> bool:
        # On a machine that starved it for a while it is catching up still, or has made up for what
        # it had not burnt before. Over a longer time either is little.
        found = added_percent()
        return found is not None and 0.9 * CPU_PERCENT < found < 1.4 * CPU_PERCENT

    wait_until(has_burnt_it, f"it burns {CPU_PERCENT} %")


def _burning_s(sample: CpuSample | None, pid: int) -> list[float]:
    """CPU of each thread that carries the node's name, the main one left out: it started all."""
    processes = () if sample is None else sample.processes
    return [
        thread.cpu_time_s
        for process in processes
        for thread in process.threads
        if process.pid == pid and thread.tid != pid and thread.name == "known_cost"
    ]
