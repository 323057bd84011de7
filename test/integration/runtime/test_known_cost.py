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


def node_time_s(sample: CpuSample, pid: int) -> float:
    """CPU of the threads that carry the node's name; the process's own main thread does, too."""
    (process,) = (one for one in sample.processes if one.pid == pid)
    return sum(thread.cpu_time_s for thread in process.threads if thread.name == "known_cost")


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

            # Both have done the same but for the memory, as soon as both nodes are there.
            wait_until(lambda: abs(difference_mb() - MEMORY_MB) < 0.1 * MEMORY_MB, "it holds 20 MB")
            begin = sampler.latest_cpu()
            assert begin is not None

            def has_lasted() -> bool:
                latest = sampler.latest_cpu()
                return latest is not None and latest.monotonic_s > begin.monotonic_s + MEASURED_S

            wait_until(has_lasted, f"{MEASURED_S} s are over")
            end = sampler.latest_cpu()
            assert end is not None
        elapsed_s = end.monotonic_s - begin.monotonic_s
        percent = {
            pid: 100.0 * (node_time_s(end, pid) - node_time_s(begin, pid)) / elapsed_s
            for pid in (idle, busy)
        }
        assert percent[busy] - percent[idle] == pytest.approx(CPU_PERCENT, rel=0.4)
    finally:
        for process in processes:
            process.terminate()
        statuses = [process.wait(TIMEOUT_S) for process in processes]
    assert statuses == [0, 0]
