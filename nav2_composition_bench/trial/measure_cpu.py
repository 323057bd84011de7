# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU figures over windows, from cumulative counters. Percentages are of one core."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.sampling.sample import CpuSample, ProcessCpu

Window = tuple[float, float]
"""From and until, CLOCK_MONOTONIC in seconds."""

ProcessKey = tuple[int, int]
"""pid and start time, since Linux reuses pids."""

MAX_GAP_S = 3.0
"""A second that lies in a longer gap between readings has no figure of its own."""


@dataclass(frozen=True)
class Counter:
    """A cumulative counter at the moments it was read; flat before and after them."""

    at_s: NDArray[np.float64]
    values: NDArray[np.float64]

    def increase(self, window: Window) -> float:
        """Return by how much it grew in a window, by linear interpolation."""
        begin, end = np.interp(window, self.at_s, self.values)
        return float(end - begin)

    def rate(self, windows: Sequence[Window]) -> float:
        """Return the increase per second, windows pooled by time."""
        return sum(map(self.increase, windows)) / duration_s(windows)


def duration_s(windows: Iterable[Window]) -> float:
    """Return the total length of windows."""
    return sum(end - begin for begin, end in windows)


def inside(moment_s: float, windows: Iterable[Window]) -> bool:
    """Tell whether a moment lies in one of the windows."""
    return any(begin <= moment_s <= end for begin, end in windows)


def counter(pairs: Iterable[tuple[float, float]]) -> Counter:
    """Make a counter of (moment, value) pairs in order of time."""
    table = np.asarray(list(pairs), dtype=np.float64).reshape(-1, 2)
    return Counter(table[:, 0], table[:, 1])


def system_counter(samples: Sequence[CpuSample]) -> Counter:
    """CPU seconds of the whole system."""
    return counter((sample.monotonic_s, sample.cpu_time_s) for sample in samples)


def cgroup_counter(samples: Sequence[CpuSample]) -> Counter | None:
    """CPU seconds by the kernel's own books; None unless every reading has them."""
    readings = [(s.monotonic_s, s.cgroup_cpu_time_s) for s in samples]
    known = [(at_s, value) for at_s, value in readings if value is not None]
    return counter(known) if known and len(known) == len(readings) else None


def observer_counter(samples: Sequence[CpuSample]) -> Counter:
    """CPU seconds of the sampler."""
    return counter((sample.monotonic_s, sample.observer.cpu_time_s) for sample in samples)


def interval_series(samples: Sequence[CpuSample]) -> tuple[tuple[float, float], ...]:
    """CPU of the system per sampling interval: (end of the interval, percent)."""
    return tuple(
        (after.monotonic_s, 100.0 * (after.cpu_time_s - before.cpu_time_s) / length_s)
        for before, after in itertools.pairwise(samples)
        if (length_s := after.monotonic_s - before.monotonic_s) > 0
    )


def second_series(samples: Sequence[CpuSample], window: Window) -> list[float]:
    """CPU of the system per whole second of a window, percent; NaN where it was not read."""
    begin, end = window
    edges = begin + np.arange(int(end - begin + 1e-9) + 1, dtype=np.float64)
    if not samples:
        return [float("nan")] * (edges.size - 1)
    total = system_counter(samples)
    load = 100.0 * np.diff(np.interp(edges, total.at_s, total.values))
    read = [_is_read(total.at_s, float(edge), float(edge) + 1.0) for edge in edges[:-1]]
    return [float(figure) for figure in np.where(read, load, np.nan)]


def _is_read(at_s: NDArray[np.float64], begin: float, end: float) -> bool:
    first = int(np.searchsorted(at_s, begin, side="right")) - 1
    last = int(np.searchsorted(at_s, end, side="left"))
    if first < 0 or last >= at_s.size:
        return False
    return bool((np.diff(at_s[first : last + 1]) <= MAX_GAP_S).all())


def process_counters(
    samples: Sequence[CpuSample], value: Callable[[ProcessCpu], float | None]
) -> dict[ProcessKey, Counter]:
    """One counter per process; processes whose value is ever unknown are left out."""
    readings: dict[ProcessKey, list[tuple[float, float]]] = {}
    unknown: set[ProcessKey] = set()
    for sample in samples:
        for process in sample.processes:
            key, reading = (process.pid, process.start_time_ticks), value(process)
            if reading is None:
                unknown.add(key)
            else:
                readings.setdefault(key, []).append((sample.monotonic_s, reading))
    return {key: counter(pairs) for key, pairs in readings.items() if key not in unknown}


def thread_rates(
    samples: Sequence[CpuSample], key: ProcessKey, windows: Sequence[Window]
) -> dict[str, tuple[int, float]]:
    """Threads of a process by name: (most at a time, CPU percent of them together).

    A thread's CPU before its first and after its last reading is not seen.
    """
    readings: dict[tuple[str, int], list[tuple[float, float]]] = {}
    most: dict[str, int] = {}
    for sample in samples:
        for process in sample.processes:
            if (process.pid, process.start_time_ticks) != key:
                continue
            for thread in process.threads:
                pair = (sample.monotonic_s, thread.cpu_time_s)
                readings.setdefault((thread.name, thread.tid), []).append(pair)
            if inside(sample.monotonic_s, windows):
                _raise_to(most, _count(thread.name for thread in process.threads))
    percent: dict[str, float] = {}
    for (name, _), pairs in readings.items():
        percent[name] = percent.get(name, 0.0) + 100.0 * counter(pairs).rate(windows)
    return {name: (count, percent[name]) for name, count in sorted(most.items())}


def _count(names: Iterable[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return counts


def _raise_to(most: dict[str, int], counts: Mapping[str, int]) -> None:
    for name, count in counts.items():
        most[name] = max(most.get(name, 0), count)


def by_key(samples: Sequence[CpuSample], windows: Sequence[Window]) -> dict[ProcessKey, ProcessCpu]:
    """Return the last reading inside the windows of each process alive in them."""
    latest: dict[ProcessKey, ProcessCpu] = {}
    for sample in samples:
        if inside(sample.monotonic_s, windows):
            for process in sample.processes:
                latest[process.pid, process.start_time_ticks] = process
    return latest
