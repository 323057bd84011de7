# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node of known cost, as process_sampler sees it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.sampling.sample import CpuSample
from nav2_composition_bench.sampling.sampler import ProcessSampler

pytestmark = pytest.mark.usefixtures("domain_id")

CPU_PERCENT = 5.0
MEMORY_MB = 20.0
MEASURED_S = 8.0


def start(directory: Path, cpu_percent: float, memory_mb: float) -> subprocess.Popen[bytes]:
    params = directory / f"{cpu_percent:g}.yaml"
    params.write_text(
        f"known_cost:\n  ros__parameters: {{cpu_percent: {cpu_percent}, memory_mb: {memory_mb}}}\n"
    )
    module = "nav2_composition_bench.reference_stack.runtime.single_node"
    command = [sys.executable, "-m", module, "--node", "known_cost"]
    return subprocess.Popen([*command, "--ros-args", "--params-file", str(params)])


def node_times_s(sample: CpuSample | None, pid: int) -> list[float]:
    """CPU of each thread that carries the node's name, the main one left out: it imported all."""
    processes = () if sample is None else sample.processes
    return [
        thread.cpu_time_s
        for process in processes
        for thread in process.threads
        if process.pid == pid and thread.tid != pid and thread.name == "known_cost"
    ]


def test_the_node_costs_what_it_says(tmp_path: Path) -> None:
    processes = [start(tmp_path, 0.0, 0.0), start(tmp_path, CPU_PERCENT, MEMORY_MB)]
    idle, busy = (process.pid for process in processes)
    try:
        with ProcessSampler([idle, busy], cpu_interval_s=0.25, memory_interval_s=0) as sampler:

            def anonymous_bytes() -> dict[int, int]:
                walk = sampler.walk_memory(TIMEOUT_S)
                return {one.pid: one.pss_anon_bytes for one in walk.processes}

            def difference_mb() -> float:
                found = anonymous_bytes()
                return (found[busy] - found[idle]) / 1e6

            def both_run() -> bool:
                latest = sampler.latest_cpu()  # the executor's thread, and the one that burns
                return bool(node_times_s(latest, idle)) and len(node_times_s(latest, busy)) > 1

            wait_until(both_run, "both nodes are there")
            wait_until(lambda: abs(difference_mb() - MEMORY_MB) < 0.1 * MEMORY_MB, "it holds 20 MB")
            begin = sampler.latest_cpu()
            assert begin is not None

            def added_percent() -> float | None:
                """What the busy node used beyond the idle one; None before the time is over."""
                end = sampler.latest_cpu()
                if end is None or end.monotonic_s < begin.monotonic_s + MEASURED_S:
                    return None
                used_s = [
                    sum(node_times_s(end, pid)) - sum(node_times_s(begin, pid))
                    for pid in (busy, idle)
                ]
                return 100.0 * (used_s[0] - used_s[1]) / (end.monotonic_s - begin.monotonic_s)

            def has_burnt_it() -> bool:
                # On a machine that starved it for a while it is catching up still, or has made up
                # for what it had not burnt before. Over a longer time either is little.
                found = added_percent()
                return found is not None and 0.9 * CPU_PERCENT < found < 1.4 * CPU_PERCENT

            wait_until(has_burnt_it, f"it burns {CPU_PERCENT} %")
    finally:
        for process in processes:
            process.terminate()
        statuses = [process.wait(TIMEOUT_S) for process in processes]
    assert statuses == [0, 0]
