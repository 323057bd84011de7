# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the newest readings of a running sampler to figures of the moment; pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from nav2_composition_bench.sampling.cpu_counters import process_cpu, sampler_cpu, system_cpu
from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, duration_s
from nav2_composition_bench.sampling.sample import CpuSample, MemorySample


@dataclass(frozen=True)
class LiveProcess:
    """One live process of the system under test.

    :param label: what bringup calls it; the kernel's name for what it started itself.
    :param cpu_percent: since the reading before, of one core; None at the first of all.
    :param pss_bytes: at the last walk of the page tables; None if it was not in one yet.
    """

    label: str
    pid: int
    cpu_percent: float | None
    pss_bytes: int | None


@dataclass(frozen=True)
class LiveFigures:
    """A moment of a running system. None is what has not been read yet.

    :param monotonic_s: CLOCK_MONOTONIC of the reading of the CPU counters.
    :param cpu_time_s: of the whole system at that reading, cumulative.
    :param cpu_percent: of the whole system, ended processes included.
    :param pss_bytes: of the whole system at the last walk of the page tables.
    :param footprint_bytes: of that walk; None where page frames are unreadable, too.
    :param memory_monotonic_s: when that walk was over.
    :param observer_cpu_percent: of the sampler itself.
    :param observer_rss_bytes: of the sampler itself.
    """

    monotonic_s: float
    cpu_time_s: float
    cpu_percent: float | None
    pss_bytes: int | None
    footprint_bytes: int | None
    memory_monotonic_s: float | None
    observer_cpu_percent: float | None
    observer_rss_bytes: int
    processes: tuple[LiveProcess, ...]


class Readings(Protocol):
    """The newest of what a running sampler has told; may be asked from any thread."""

    def latest_cpu(self) -> CpuSample | None:
        """Return the last reading of the CPU counters so far."""

    def latest_memory(self) -> MemorySample | None:
        """Return the last walk of the page tables so far."""


def live_figures(
    earlier: CpuSample | None,
    latest: CpuSample,
    memory: MemorySample | None,
    labels: Mapping[int, str],
) -> LiveFigures:
    """Work out the figures of the moment.

    :param earlier: a reading before ``latest``; CPU is the mean since then.
    :param labels: root pid → label.
    """
    samples = (latest,) if earlier is None else (earlier, latest)
    windows = [(samples[0].monotonic_s, latest.monotonic_s)]
    cpu = process_cpu(samples)

    def percent(counter: CumulativeCounter) -> float | None:
        return counter.percent(windows) if duration_s(windows) > 0.0 else None

    pss = {} if memory is None else {one.key: one.pss_bytes for one in memory.processes}
    return LiveFigures(
        monotonic_s=latest.monotonic_s,
        cpu_time_s=latest.cpu_time_s,
        cpu_percent=percent(system_cpu(samples)),
        # without the unreadable ones a sum would be too small
        pss_bytes=None if memory is None or memory.unreadable else memory.total().pss_bytes,
        footprint_bytes=None if memory is None else memory.footprint_bytes,
        memory_monotonic_s=None if memory is None else memory.end_monotonic_s,
        observer_cpu_percent=percent(sampler_cpu(samples)),
        observer_rss_bytes=latest.observer.rss_bytes,
        processes=tuple(
            LiveProcess(
                labels.get(one.pid, one.name), one.pid, percent(cpu[one.key]), pss.get(one.key)
            )
            for one in latest.processes
        ),
    )


class LiveWatch:
    """Makes figures of a running sampler whenever asked.

    Only the newest lines are decoded, and only when a picture is due: the sampler, and the thread
    that collects its lines, do nothing for it.
    """

    def __init__(self, readings: Readings, labels: Mapping[int, str]) -> None:
        self._readings = readings
        self._labels = dict(labels)
        self._earlier: CpuSample | None = None
        self._latest: CpuSample | None = None

    def figures(self) -> LiveFigures | None:
        """Return the figures since the reading before; None before the first reading."""
        found = self._readings.latest_cpu()
        if found is None:
            return None
        if self._latest is None or found.monotonic_s > self._latest.monotonic_s:
            self._earlier, self._latest = self._latest, found
        return live_figures(
            self._earlier, self._latest, self._readings.latest_memory(), self._labels
        )
