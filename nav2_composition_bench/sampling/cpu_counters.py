# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The counters that readings of a process tree hold; pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, Window, counters
from nav2_composition_bench.sampling.sample import CpuSample, ProcessCpu, ProcessKey


def system_cpu(samples: Sequence[CpuSample]) -> CumulativeCounter:
    """CPU seconds of the whole system, ended processes included."""
    return CumulativeCounter.of((one.monotonic_s, one.cpu_time_s) for one in samples)


def cgroup_cpu(samples: Sequence[CpuSample]) -> CumulativeCounter | None:
    """CPU seconds by the kernel's own accounting; None unless every reading has them."""
    readings = ((one.monotonic_s, {"": one.cgroup_cpu_time_s}) for one in samples)
    return counters(readings).get("")


def event_counter(samples: Sequence[CpuSample], event: str) -> CumulativeCounter | None:
    """Count of a perf event of the whole tree; None unless every reading has it."""
    readings = ((one.monotonic_s, {"": one.counters.get(event)}) for one in samples)
    return counters(readings).get("")


def sampler_cpu(samples: Sequence[CpuSample]) -> CumulativeCounter:
    """CPU seconds of the sampler."""
    return CumulativeCounter.of(
        (sample.monotonic_s, sample.observer.cpu_time_s) for sample in samples
    )


def process_counters(
    samples: Sequence[CpuSample], value: Callable[[ProcessCpu], float | None]
) -> dict[ProcessKey, CumulativeCounter]:
    """One counter for each process; processes whose value is ever unknown are left out."""
    return counters(
        (sample.monotonic_s, {process.key: value(process) for process in sample.processes})
        for sample in samples
    )


def process_cpu(samples: Sequence[CpuSample]) -> dict[ProcessKey, CumulativeCounter]:
    """CPU seconds of each process."""
    return process_counters(samples, lambda process: process.cpu_time_s)


def kernel_cpu(samples: Sequence[CpuSample]) -> dict[ProcessKey, CumulativeCounter]:
    """CPU seconds that each process spent in the kernel, of those that tell them."""
    return process_counters(samples, lambda process: process.kernel_cpu_time_s)


def voluntary_switches(samples: Sequence[CpuSample]) -> dict[ProcessKey, CumulativeCounter]:
    """Voluntary context switches of each process that tells them."""
    return process_counters(samples, lambda process: process.voluntary_context_switches)


def involuntary_switches(samples: Sequence[CpuSample]) -> dict[ProcessKey, CumulativeCounter]:
    """Involuntary context switches of each process that tells them."""
    return process_counters(samples, lambda process: process.involuntary_context_switches)


def thread_cpu_percent(
    samples: Sequence[CpuSample], windows: Sequence[Window]
) -> dict[ProcessKey, dict[str, float]]:
    """CPU of each process's threads by name, those of one name added up, percent of one core.

    All of a thread's CPU goes to the name that it has last.
    """
    names: dict[tuple[ProcessKey, int], str] = {
        (process.key, thread.tid): thread.name
        for sample in samples
        for process in sample.processes
        for thread in process.threads
    }
    found = counters(
        (
            sample.monotonic_s,
            {
                (process.key, thread.tid): thread.cpu_time_s
                for process in sample.processes
                for thread in process.threads
            },
        )
        for sample in samples
    )
    percent: dict[ProcessKey, dict[str, float]] = {}
    for owner, counter in found.items():
        of_process, name = percent.setdefault(owner[0], {}), names[owner]
        of_process[name] = of_process.get(name, 0.0) + counter.percent(windows)
    return percent
