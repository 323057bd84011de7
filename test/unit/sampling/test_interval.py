# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.sampling.interval import ThreadRate, cpu_percent, process_rates
from nav2_composition_bench.sampling.sample import (
    CpuSample,
    ProcessCpu,
    SamplerCost,
    ThreadCpu,
)


def process(
    pid: int, cpu_time_s: float, *threads: ThreadCpu, switches: int | None = 0, start: int = 1
) -> ProcessCpu:
    return ProcessCpu(
        pid=pid,
        start_time_ticks=start,
        name=f"process{pid}",
        cpu_time_s=cpu_time_s,
        reaped_children_cpu_time_s=0.0,
        thread_count=len(threads),
        voluntary_context_switches=switches,
        involuntary_context_switches=switches,
        threads=threads,
    )


def sample(monotonic_s: float, cpu_time_s: float, *processes: ProcessCpu) -> CpuSample:
    observer = SamplerCost(cpu_time_s=0.0, rss_bytes=1)
    return CpuSample(monotonic_s, 1e9 + monotonic_s, cpu_time_s, None, processes, observer)


def test_cpu_percent_is_of_one_core_and_counts_ended_processes() -> None:
    before = sample(10.0, 5.0, process(1, 1.0), process(2, 4.0))
    after = sample(12.0, 8.0, process(1, 2.0))
    assert cpu_percent(before, after) == 150.0


def test_readings_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="must be in order of time"):
        cpu_percent(sample(2.0, 0.0), sample(1.0, 0.0))
    with pytest.raises(ValueError, match="must be in order of time"):
        process_rates(sample(1.0, 0.0), sample(1.0, 0.0))


def test_rates_are_per_process_and_second() -> None:
    before = sample(0.0, 0.0, process(1, 1.0, switches=100), process(2, 1.0, switches=None))
    after = sample(4.0, 0.0, process(1, 2.0, switches=500), process(2, 3.0, switches=None))
    first, second = process_rates(before, after)
    assert (first.cpu_percent, second.cpu_percent) == (25.0, 50.0)
    assert first.voluntary_context_switches_hz == 100.0
    assert second.voluntary_context_switches_hz is None


def test_a_process_that_began_in_between_counts_from_zero() -> None:
    (rate,) = process_rates(sample(0.0, 0.0), sample(2.0, 0.0, process(7, 0.5, switches=10)))
    assert rate.cpu_percent == 25.0
    assert rate.voluntary_context_switches_hz == 5.0


def test_a_reused_pid_is_another_process() -> None:
    before = sample(0.0, 0.0, process(7, 100.0, start=1))
    (rate,) = process_rates(before, sample(1.0, 0.0, process(7, 0.5, start=2)))
    assert rate.cpu_percent == 50.0


def test_threads_of_one_name_are_added_up() -> None:
    before = process(1, 0.0, ThreadCpu(1, "amcl", 1.0), ThreadCpu(2, "dds", 1.0))
    after = process(
        1, 0.0, ThreadCpu(1, "amcl", 1.5), ThreadCpu(2, "dds", 1.25), ThreadCpu(3, "dds", 0.25)
    )
    (rate,) = process_rates(sample(0.0, 0.0, before), sample(1.0, 0.0, after))
    assert rate.threads == (ThreadRate("amcl", 1, 50.0), ThreadRate("dds", 2, 50.0))
