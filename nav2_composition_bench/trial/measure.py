# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From readings and legs to the figures of a trial record; pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.metrics import Values, measured
from nav2_composition_bench.sampling.cpu_counters import (
    cgroup_cpu,
    event_counter,
    involuntary_switches,
    kernel_cpu,
    process_cpu,
    sampler_cpu,
    system_cpu,
    thread_cpu_percent,
    voluntary_switches,
)
from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, Window, inside
from nav2_composition_bench.sampling.memory_figures import MemoryFigures
from nav2_composition_bench.sampling.sample import CpuSample, MemorySample, ProcessKey
from nav2_composition_bench.steady_state.detector import find_steady_window
from nav2_composition_bench.steady_state.window import NotSteady, SteadyWindow
from nav2_composition_bench.trial.goal_legs import LOST, Leg
from nav2_composition_bench.trial.measure_cpu import last_readings, peak_threads, second_series
from nav2_composition_bench.trial.measure_memory import (
    process_memory,
    system_memory,
    walks_inside,
)
from nav2_composition_bench.trial.record import (
    LegRecord,
    ObserverRecord,
    ProcessRecord,
    ThreadRecord,
    steady_windows,
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
    """What readings and legs say; without metrics where there is no steady window or no reading."""

    legs: tuple[LegRecord, ...]
    metrics: Values = field(default_factory=dict)
    processes: tuple[ProcessRecord, ...] = ()
    observer: ObserverRecord | None = None


def measure(
    cpu: Sequence[CpuSample],
    walks: Sequence[MemorySample],
    legs: Sequence[Leg],
    layout: SystemLayout,
    *,
    is_driven: bool,
) -> Measurements:
    """Work out everything that the readings of one trial hold.

    CPU is pooled over the windows of all legs by time; memory is the mean of the walks inside them.

    :param is_driven: a leg is the drive to a goal, and its window the whole of it. Else, what nodes
        take while they start is left out.
    """
    leg_records = tuple(_leg(leg, cpu, is_driven=is_driven) for leg in legs)
    windows = steady_windows(leg_records)
    if not windows or not cpu:
        return Measurements(leg_records)
    steady_walks = walks_inside(walks, windows)
    memory = system_memory(steady_walks)
    alive = last_readings(cpu, windows)
    cgroup = cgroup_cpu(cpu)
    kernel_cores = _sum_rate(kernel_cpu(cpu), alive, windows)
    counts = [
        sum(process.thread_count for process in sample.processes)
        for sample in cpu
        if inside(sample.monotonic_s, windows)
    ]
    return Measurements(
        legs=leg_records,
        metrics=measured(
            cpu_percent=system_cpu(cpu).percent(windows),
            cgroup_cpu_percent=(cgroup.percent(windows) or None) if cgroup else None,
            kernel_cpu_percent=None if kernel_cores is None else 100.0 * kernel_cores,
            thread_count=round(sum(counts) / len(counts)) if counts else None,
            voluntary_context_switches_hz=_sum_rate(voluntary_switches(cpu), alive, windows),
            involuntary_context_switches_hz=_sum_rate(involuntary_switches(cpu), alive, windows),
            instructions_hz=_event_rate_hz(cpu, "instructions", windows),
            cycles_hz=_event_rate_hz(cpu, "cycles", windows),
            **(memory.by_metric() if memory else {}),
        ),
        processes=_processes(cpu, process_memory(steady_walks), windows, layout),
        observer=_observer(cpu, walks, windows),
    )


def _leg(leg: Leg, cpu: Sequence[CpuSample], *, is_driven: bool) -> LegRecord:
    begin = leg.accepted_monotonic_s
    end = begin if leg.finished_monotonic_s is None else leg.finished_monotonic_s
    load = second_series(cpu, (begin, end))
    found = _whole(load, begin, end) if is_driven else find_steady_window(load, begin, end)
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
        cpu_percent=None if window is None else system_cpu(cpu).percent([window]),
    )


def _whole(load: Sequence[float], begin_s: float, end_s: float) -> SteadyWindow | NotSteady:
    gap = next((second for second, each in enumerate(load) if math.isnan(each)), None)
    if gap is not None:
        return NotSteady(f"no CPU figure for second {gap} of the leg")
    return SteadyWindow(begin_s, end_s) if load else NotSteady("the leg is shorter than 1 s")


def _processes(
    cpu: Sequence[CpuSample],
    memory: Mapping[ProcessKey, MemoryFigures],
    windows: Sequence[Window],
    layout: SystemLayout,
) -> tuple[ProcessRecord, ...]:
    """One record per process that the windows' readings and walks both found."""
    times = process_cpu(cpu)
    voluntary, involuntary = voluntary_switches(cpu), involuntary_switches(cpu)
    counts, percents = peak_threads(cpu, windows), thread_cpu_percent(cpu, windows)
    records = []
    for key, process in last_readings(cpu, windows).items():
        if key not in memory:
            continue
        label = layout.labels.get(process.pid, process.name)
        threads = tuple(
            ThreadRecord(name, layout.thread_nodes.get(name), count, percents[key].get(name, 0.0))
            for name, count in counts[key].items()
        )
        records.append(
            ProcessRecord(
                label=label,
                pid=process.pid,
                start_time_ticks=process.start_time_ticks,
                nodes=tuple(layout.nodes.get(label, ())),
                metrics=measured(
                    cpu_percent=times[key].percent(windows),
                    **memory[key].by_metric(),
                    thread_count=process.thread_count,
                    voluntary_context_switches_hz=_rate_hz(voluntary, key, windows),
                    involuntary_context_switches_hz=_rate_hz(involuntary, key, windows),
                ),
                threads=threads,
                exit_status=layout.exit_statuses.get(label),
            )
        )
    return tuple(sorted(records, key=lambda record: (record.label, record.pid)))


def _event_rate_hz(cpu: Sequence[CpuSample], event: str, windows: Sequence[Window]) -> float | None:
    counter = event_counter(cpu, event)
    return None if counter is None else counter.rate(windows)


def _rate_hz(
    counters: Mapping[ProcessKey, CumulativeCounter], key: ProcessKey, windows: Sequence[Window]
) -> float | None:
    return counters[key].rate(windows) if key in counters else None


def _sum_rate(
    counters: Mapping[ProcessKey, CumulativeCounter],
    alive: Iterable[ProcessKey],
    windows: Sequence[Window],
) -> float | None:
    rates = [_rate_hz(counters, key, windows) for key in alive]
    known = [rate for rate in rates if rate is not None]
    return sum(known) if known and len(known) == len(rates) else None


def _observer(
    cpu: Sequence[CpuSample], walks: Sequence[MemorySample], windows: Sequence[Window]
) -> ObserverRecord:
    lengths = [walk.end_monotonic_s - walk.begin_monotonic_s for walk in walks]
    costs = [sample.observer for sample in cpu] + [walk.observer for walk in walks]
    return ObserverRecord(
        cpu_percent=sampler_cpu(cpu).percent(windows),
        rss_bytes=max(cost.rss_bytes for cost in costs),
        memory_walks=len(walks),
        memory_walk_s=sum(lengths) / len(lengths) if lengths else None,
    )
