# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From readings and legs to the figures of a trial record; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.sampling.sample import CpuSample, MemorySample, ProcessCpu
from nav2_composition_bench.steady_state.detector import find_steady_window
from nav2_composition_bench.steady_state.window import SteadyWindow
from nav2_composition_bench.trial.goal_legs import LOST, Leg
from nav2_composition_bench.trial.measure_cpu import (
    ProcessKey,
    Window,
    by_key,
    cgroup_counter,
    inside,
    interval_series,
    observer_counter,
    process_counters,
    second_series,
    system_counter,
    thread_rates,
)
from nav2_composition_bench.trial.measure_memory import (
    Memory,
    memory_series,
    process_memory,
    system_memory,
    walks_inside,
)
from nav2_composition_bench.trial.record import (
    LegRecord,
    MemoryPoint,
    ObserverRecord,
    ProcessRecord,
    ThreadRecord,
)


@dataclass(frozen=True)
class SystemLayout:
    """What bringup knows about the processes.

    :param labels: root pid → label.
    :param nodes: label → names of the nodes in that process.
    :param thread_nodes: thread name → node whose threads carry it.
    :param exit_statuses: label → how it ended.
    """

    labels: Mapping[int, str] = field(default_factory=dict)
    nodes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    thread_nodes: Mapping[str, str] = field(default_factory=dict)
    exit_statuses: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Measurements:
    """The measured fields of a trial record; None where there is no steady window or no reading."""

    legs: tuple[LegRecord, ...]
    cpu_percent: float | None
    cgroup_cpu_percent: float | None
    memory: Memory | None
    thread_count: int | None
    voluntary_context_switches_hz: float | None
    involuntary_context_switches_hz: float | None
    processes: tuple[ProcessRecord, ...]
    cpu_series: tuple[tuple[float, float], ...]
    memory_series: tuple[MemoryPoint, ...]
    observer: ObserverRecord | None


def measure(
    cpu: Sequence[CpuSample],
    walks: Sequence[MemorySample],
    legs: Sequence[Leg],
    layout: SystemLayout,
) -> Measurements:
    """Work out everything that the readings of one trial say.

    CPU is pooled over the steady windows of all legs by time; memory is the mean of the walks
    inside them.
    """
    leg_records = tuple(_leg(leg, cpu) for leg in legs)
    windows = [window for leg in leg_records if (window := _window(leg)) is not None]
    if not windows or not cpu:
        return Measurements(
            leg_records, None, None, None, None, None, None, (), interval_series(cpu),
            memory_series(walks), None,
        )  # fmt: skip
    steady_walks = walks_inside(walks, windows)
    cgroup = cgroup_counter(cpu)
    counts = [
        sum(process.thread_count for process in sample.processes)
        for sample in cpu
        if inside(sample.monotonic_s, windows)
    ]
    return Measurements(
        legs=leg_records,
        cpu_percent=100.0 * system_counter(cpu).rate(windows),
        cgroup_cpu_percent=None if cgroup is None else 100.0 * cgroup.rate(windows),
        memory=system_memory(steady_walks),
        thread_count=round(sum(counts) / len(counts)) if counts else None,
        voluntary_context_switches_hz=_switches_hz(cpu, windows, "voluntary"),
        involuntary_context_switches_hz=_switches_hz(cpu, windows, "involuntary"),
        processes=_processes(cpu, process_memory(steady_walks), windows, layout),
        cpu_series=interval_series(cpu),
        memory_series=memory_series(walks),
        observer=_observer(cpu, walks, windows),
    )


def _leg(leg: Leg, cpu: Sequence[CpuSample]) -> LegRecord:
    begin = leg.accepted_monotonic_s
    end = begin if leg.finished_monotonic_s is None else leg.finished_monotonic_s
    found = find_steady_window(second_series(cpu, (begin, end)), begin, end)
    steady = found if isinstance(found, SteadyWindow) else None
    window = None if steady is None else (steady.start_monotonic_s, steady.end_monotonic_s)
    return LegRecord(
        goal=leg.goal,
        goal_id=leg.goal_id,
        accepted_monotonic_s=begin,
        finished_monotonic_s=end,
        status=leg.status or LOST,
        steady_start_monotonic_s=None if window is None else window[0],
        steady_end_monotonic_s=None if window is None else window[1],
        not_steady_reason=None if isinstance(found, SteadyWindow) else found.reason,
        cpu_percent=None if window is None else 100.0 * system_counter(cpu).rate([window]),
    )


def _window(leg: LegRecord) -> Window | None:
    begin, end = leg.steady_start_monotonic_s, leg.steady_end_monotonic_s
    return None if begin is None or end is None else (begin, end)


def _processes(
    cpu: Sequence[CpuSample],
    memory: Mapping[ProcessKey, Memory],
    windows: Sequence[Window],
    layout: SystemLayout,
) -> tuple[ProcessRecord, ...]:
    """One record per process that the windows' readings and walks both found."""
    times = process_counters(cpu, lambda process: process.cpu_time_s)
    voluntary = _process_switches_hz(cpu, windows, "voluntary")
    involuntary = _process_switches_hz(cpu, windows, "involuntary")
    records = []
    for key, process in by_key(cpu, windows).items():
        if key not in memory:
            continue
        label = layout.labels.get(process.pid, process.name)
        records.append(
            ProcessRecord(
                label=label,
                pid=process.pid,
                start_time_ticks=process.start_time_ticks,
                nodes=tuple(layout.nodes.get(label, ())),
                cpu_percent=100.0 * times[key].rate(windows),
                **vars(memory[key]),
                thread_count=process.thread_count,
                voluntary_context_switches_hz=voluntary.get(key),
                involuntary_context_switches_hz=involuntary.get(key),
                threads=_threads(cpu, key, windows, layout.thread_nodes),
                exit_status=layout.exit_statuses.get(label),
            )
        )
    return tuple(sorted(records, key=lambda record: (record.label, record.pid)))


def _threads(
    cpu: Sequence[CpuSample],
    key: ProcessKey,
    windows: Sequence[Window],
    nodes: Mapping[str, str],
) -> tuple[ThreadRecord, ...]:
    return tuple(
        ThreadRecord(name, nodes.get(name), count, percent)
        for name, (count, percent) in thread_rates(cpu, key, windows).items()
    )


def _process_switches_hz(
    cpu: Sequence[CpuSample], windows: Sequence[Window], kind: str
) -> dict[ProcessKey, float]:
    def switches(process: ProcessCpu) -> float | None:
        value: int | None = getattr(process, f"{kind}_context_switches")
        return value

    # Summed over live threads, so the counter falls when a thread ends: no negative rates.
    counters = process_counters(cpu, switches)
    return {key: max(0.0, counter.rate(windows)) for key, counter in counters.items()}


def _switches_hz(cpu: Sequence[CpuSample], windows: Sequence[Window], kind: str) -> float | None:
    rates = _process_switches_hz(cpu, windows, kind)
    alive = by_key(cpu, windows)
    return sum(rates[key] for key in alive) if alive and alive.keys() <= rates.keys() else None


def _observer(
    cpu: Sequence[CpuSample], walks: Sequence[MemorySample], windows: Sequence[Window]
) -> ObserverRecord:
    lengths = [walk.end_monotonic_s - walk.begin_monotonic_s for walk in walks]
    costs = [sample.observer for sample in cpu] + [walk.observer for walk in walks]
    return ObserverRecord(
        cpu_percent=100.0 * observer_counter(cpu).rate(windows),
        rss_bytes=max(cost.rss_bytes for cost in costs),
        memory_walks=len(walks),
        memory_walk_s=sum(lengths) / len(lengths) if lengths else None,
    )
