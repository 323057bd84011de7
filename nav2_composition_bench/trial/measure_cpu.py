# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU figures over windows, from readings of a process tree. Percentages are of one core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from nav2_composition_bench.sampling.cpu_counters import (
    involuntary_switches,
    kernel_cpu,
    system_cpu,
    voluntary_switches,
)
from nav2_composition_bench.sampling.cumulative_counter import (
    Array,
    CumulativeCounter,
    Window,
    inside,
)
from nav2_composition_bench.sampling.sample import CpuSample, ProcessCpu, ProcessKey
from nav2_composition_bench.trial.record import LoadPoint

MAX_GAP_S = 3.0
"""A second that lies in a longer gap between readings has no figure of its own."""


def interval_series(samples: Sequence[CpuSample]) -> tuple[tuple[float, float], ...]:
    """CPU of the system per sampling interval: (end of the interval, percent)."""
    if len(samples) < 2:
        return ()
    total = system_cpu(samples)
    lengths_s = np.diff(total.at_s)
    read = lengths_s > 0.0
    load = 100.0 * np.diff(total.values)[read] / lengths_s[read]
    return tuple(zip(total.at_s[1:][read].tolist(), load.tolist()))


def load_series(samples: Sequence[CpuSample]) -> tuple[LoadPoint, ...]:
    """CPU in the kernel and context switches of all processes per sampling interval."""
    if len(samples) < 2:
        return ()
    at_s = np.array([sample.monotonic_s for sample in samples])
    read = np.diff(at_s) > 0.0
    lengths_s = np.diff(at_s)[read]
    keys = {process.key for sample in samples for process in sample.processes}

    def rates(*counters: Mapping[ProcessKey, CumulativeCounter]) -> list[float | None]:
        if any(len(each) < len(keys) for each in counters):  # somebody does not tell
            return [None] * lengths_s.size
        grown = sum(
            (counter.increases(at_s)[read] for each in counters for counter in each.values()),
            start=np.zeros(lengths_s.size),
        )
        return [round(rate, 4) for rate in (grown / lengths_s).tolist()]

    kernel = rates(kernel_cpu(samples))
    switches = rates(voluntary_switches(samples), involuntary_switches(samples))
    return tuple(
        LoadPoint(end_s, None if cores is None else round(100.0 * cores, 2), switches_hz)
        for end_s, cores, switches_hz in zip(at_s[1:][read].tolist(), kernel, switches)
    )


def second_series(samples: Sequence[CpuSample], window: Window) -> list[float]:
    """CPU of the system per whole second of a window, percent; NaN where it was not read."""
    begin, end = window
    edges = begin + np.arange(int(end - begin + 1e-9) + 1, dtype=np.float64)
    if not samples:
        return [float("nan")] * (edges.size - 1)
    total = system_cpu(samples)
    load = 100.0 * total.increases(edges)
    read = [_is_read(total.at_s, float(edge), float(edge) + 1.0) for edge in edges[:-1]]
    return [float(figure) for figure in np.where(read, load, np.nan)]


def _is_read(at_s: Array, begin: float, end: float) -> bool:
    first = int(np.searchsorted(at_s, begin, side="right")) - 1
    last = int(np.searchsorted(at_s, end, side="left"))
    if first < 0 or last >= at_s.size:
        return False
    return bool((np.diff(at_s[first : last + 1]) <= MAX_GAP_S).all())


def peak_threads(
    samples: Sequence[CpuSample], windows: Sequence[Window]
) -> dict[ProcessKey, dict[str, int]]:
    """Threads of each process by name, the most at a time in the windows; names ascending."""
    most: dict[ProcessKey, Counter[str]] = {}
    for sample in samples:
        if inside(sample.monotonic_s, windows):
            for process in sample.processes:
                now = Counter(thread.name for thread in process.threads)
                most[process.key] = most.get(process.key, Counter()) | now
    return {key: dict(sorted(counts.items())) for key, counts in most.items()}


def last_readings(
    samples: Sequence[CpuSample], windows: Sequence[Window]
) -> dict[ProcessKey, ProcessCpu]:
    """Return the last reading inside the windows of each process alive in them."""
    return {
        process.key: process
        for sample in samples
        if inside(sample.monotonic_s, windows)
        for process in sample.processes
    }
