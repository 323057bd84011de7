# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What happened between two readings of the cumulative counters. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.sampling.sample import CpuSample, ProcessCpu

ProcessKey = tuple[int, int]
"""pid and start time, since Linux reuses pids."""


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
    return 100.0 * (after.cpu_time_s - before.cpu_time_s) / _length_s(before, after)


def process_rates(before: CpuSample, after: CpuSample) -> tuple[ProcessRate, ...]:
    """Rates of every process alive at the second reading, in its order.

    A process or thread that began in between counts from zero.

    :raises ValueError: if ``after`` is not later than ``before``.
    """
    length_s = _length_s(before, after)
    earlier = {_key(process): process for process in before.processes}
    return tuple(
        _process_rate(earlier.get(_key(process)), process, length_s) for process in after.processes
    )


def _length_s(before: CpuSample, after: CpuSample) -> float:
    length_s = after.monotonic_s - before.monotonic_s
    if length_s <= 0:
        raise ValueError(f"the readings are {length_s} s apart, must be in order of time")
    return length_s


def _key(process: ProcessCpu) -> ProcessKey:
    return process.pid, process.start_time_ticks


def _process_rate(before: ProcessCpu | None, after: ProcessCpu, length_s: float) -> ProcessRate:
    return ProcessRate(
        pid=after.pid,
        start_time_ticks=after.start_time_ticks,
        name=after.name,
        thread_count=after.thread_count,
        cpu_percent=100.0 * (after.cpu_time_s - (before.cpu_time_s if before else 0.0)) / length_s,
        voluntary_context_switches_hz=_rate(
            before.voluntary_context_switches if before else 0,
            after.voluntary_context_switches,
            length_s,
        ),
        involuntary_context_switches_hz=_rate(
            before.involuntary_context_switches if before else 0,
            after.involuntary_context_switches,
            length_s,
        ),
        threads=_thread_rates(before, after, length_s),
    )


def _rate(before: int | None, after: int | None, length_s: float) -> float | None:
    return None if before is None or after is None else (after - before) / length_s


def _thread_rates(
    before: ProcessCpu | None, after: ProcessCpu, length_s: float
) -> tuple[ThreadRate, ...]:
    earlier = {thread.tid: thread.cpu_time_s for thread in before.threads} if before else {}
    counts: dict[str, int] = {}
    percent: dict[str, float] = {}
    for thread in after.threads:
        used_s = thread.cpu_time_s - earlier.get(thread.tid, 0.0)
        counts[thread.name] = counts.get(thread.name, 0) + 1
        percent[thread.name] = percent.get(thread.name, 0.0) + 100.0 * used_s / length_s
    return tuple(ThreadRate(name, counts[name], percent[name]) for name in counts)
