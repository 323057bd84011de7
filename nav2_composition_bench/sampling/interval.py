# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What happened between two readings of a process tree; pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from nav2_composition_bench.sampling.cpu_counters import (
    involuntary_switches,
    process_cpu,
    system_cpu,
    thread_cpu_percent,
    voluntary_switches,
)
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.sample import CpuSample


@dataclass(frozen=True)
class ThreadRate:
    """CPU of the threads of one name, percent of one core.

    :param count: of them, at the end of the interval.
    """

    name: str
    count: int
    cpu_percent: float


@dataclass(frozen=True)
class ProcessRate:
    """One process over an interval; percentages of one core.

    :param voluntary_context_switches_hz: None where the counters are unreadable.
    """

    pid: int
    start_time_ticks: int
    name: str
    thread_count: int
    cpu_percent: float
    voluntary_context_switches_hz: float | None
    involuntary_context_switches_hz: float | None
    threads: tuple[ThreadRate, ...]


def cpu_percent(before: CpuSample, after: CpuSample) -> float:
    """CPU of the whole tree between two readings, ended processes included, % of one core.

    :raises ValueError: if ``after`` is not later than ``before``.
    """
    return system_cpu((before, after)).percent([_window(before, after)])


def process_rates(before: CpuSample, after: CpuSample) -> tuple[ProcessRate, ...]:
    """Rates of every process alive at the second reading, in its order.

    :raises ValueError: if ``after`` is not later than ``before``.
    """
    samples, windows = (before, after), [_window(before, after)]
    cpu, threads = process_cpu(samples), thread_cpu_percent(samples, windows)
    voluntary, involuntary = voluntary_switches(samples), involuntary_switches(samples)
    return tuple(
        ProcessRate(
            pid=process.pid,
            start_time_ticks=process.start_time_ticks,
            name=process.name,
            thread_count=process.thread_count,
            cpu_percent=cpu[key].percent(windows),
            voluntary_context_switches_hz=(
                voluntary[key].rate(windows) if key in voluntary else None
            ),
            involuntary_context_switches_hz=(
                involuntary[key].rate(windows) if key in involuntary else None
            ),
            threads=tuple(
                ThreadRate(name, count, threads[key][name])
                for name, count in Counter(thread.name for thread in process.threads).items()
            ),
        )
        for process in after.processes
        for key in (process.key,)
    )


def _window(before: CpuSample, after: CpuSample) -> Window:
    length_s = after.monotonic_s - before.monotonic_s
    if length_s <= 0:
        raise ValueError(f"the readings are {length_s} s apart, must be in order of time")
    return before.monotonic_s, after.monotonic_s
