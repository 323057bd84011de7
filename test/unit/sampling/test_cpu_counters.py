# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from live_readings import cpu

from nav2_composition_bench.sampling.cpu_counters import (
    cgroup_cpu,
    process_cpu,
    system_cpu,
    thread_cpu_percent,
    voluntary_switches,
)
from nav2_composition_bench.sampling.sample import CpuSample, ThreadCpu

WINDOW = [(0.0, 2.0)]
KEY = (10, 1)


def with_threads(at_s: float, *threads: ThreadCpu) -> CpuSample:
    """A reading of one process with these threads."""
    sample = cpu(at_s, {10: 0.0})
    return replace(sample, processes=(replace(sample.processes[0], threads=threads),))


def test_the_system_counts_processes_that_have_ended() -> None:
    samples = [cpu(0.0, {10: 1.0, 11: 1.0}), replace(cpu(2.0, {10: 1.0}), cpu_time_s=3.0)]
    assert system_cpu(samples).percent(WINDOW) == 50.0
    assert process_cpu(samples)[11, 1].percent(WINDOW) == 0.0


def test_a_witness_that_was_silent_once_has_no_counter() -> None:
    samples = [replace(cpu(at_s, {}), cgroup_cpu_time_s=at_s) for at_s in (0.0, 1.0, 2.0)]
    counter = cgroup_cpu(samples)
    assert counter is not None and counter.percent(WINDOW) == 100.0
    assert cgroup_cpu([samples[0], cpu(1.0, {}), samples[2]]) is None


def test_a_process_without_readable_switches_has_no_counter_of_them() -> None:
    sample = cpu(0.0, {10: 0.0, 11: 0.0})
    mute = replace(sample.processes[0], voluntary_context_switches=None)
    assert list(voluntary_switches([replace(sample, processes=(mute, sample.processes[1]))])) == [
        (11, 1)
    ]


def test_threads_of_one_name_are_added_up_ended_ones_included() -> None:
    samples = [
        with_threads(0.0, ThreadCpu(1, "amcl", 4.0), ThreadCpu(2, "dds", 1.0)),
        with_threads(1.0, ThreadCpu(1, "amcl", 4.5), ThreadCpu(2, "dds", 1.25)),
        with_threads(2.0, ThreadCpu(1, "amcl", 5.0), ThreadCpu(3, "dds", 0.25)),
    ]
    assert thread_cpu_percent(samples, WINDOW) == {KEY: {"amcl": 50.0, "dds": 25.0}}


def test_a_thread_that_is_renamed_does_not_count_its_past_again() -> None:
    samples = [
        with_threads(0.0, ThreadCpu(1, "python3", 40.0)),
        with_threads(2.0, ThreadCpu(1, "amcl", 41.0)),
    ]
    assert thread_cpu_percent(samples, WINDOW)[KEY] == {"amcl": pytest.approx(50.0)}
