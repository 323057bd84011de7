# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The record of one trial: immutable, lossless, the only thing later stages read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter

from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.yardstick_readings import UnitCost
from nav2_composition_bench.trial.discovery_record import DiscoveryFigures, FleetRecord
from nav2_composition_bench.trial.goal_figures import GoalFigures
from nav2_composition_bench.trial.message_record import (
    MessageEntities,
    MessageFigures,
    TransportRecord,
)

SCHEMA = 9
"""Version of the record's form.

1: first form.
2: the observer's record tells the cost of the process that runs the trial, too.
3: ``arm`` and ``levels`` in place of ``composition``.
4: ``messages``, ``message_entities`` and ``transport``, of topologies.
5: ``kernel_cpu_percent`` and ``load_series``.
6: timers with a callback, the mean of the slowest path.
7: the yardstick, and the processor's own counters.
8: ``yardstick_system_calls_us``.
9: ``idle_yardstick_system_calls_us`` in place of ``idle_yardstick_us``; a series of system calls.
"""


@dataclass(frozen=True)
class LegRecord:
    """One goal leg as seen on the action's status topic.

    :param status: SUCCEEDED, ABORTED, CANCELED or LOST.
    :param cpu_percent: over the steady window; None without one.
    :param not_steady_reason: None when there is a steady window.
    """

    goal: str
    goal_id: str
    accepted_monotonic_s: float
    finished_monotonic_s: float
    status: str
    steady_start_monotonic_s: float | None
    steady_end_monotonic_s: float | None
    not_steady_reason: str | None
    cpu_percent: float | None

    @property
    def steady_window(self) -> Window | None:
        """The part of the leg in which the load was steady; None without one."""
        begin_s, end_s = self.steady_start_monotonic_s, self.steady_end_monotonic_s
        return None if begin_s is None or end_s is None else (begin_s, end_s)


def steady_windows(legs: Iterable[LegRecord]) -> list[Window]:
    """Return the steady windows of the legs that have one."""
    return [window for leg in legs if (window := leg.steady_window) is not None]


@dataclass(frozen=True)
class ThreadRecord:
    """CPU of the threads of one name in one process, over the steady windows."""

    name: str
    node: str | None
    count: int
    cpu_percent: float


@dataclass(frozen=True)
class ProcessRecord:
    """One process of the system under test over the steady windows.

    :param label: what bringup calls it: a node's name, ``manual_composition``, ``nav2_container``.
    :param nodes: names of the nodes it holds.
    """

    label: str
    pid: int
    start_time_ticks: int
    nodes: tuple[str, ...]
    cpu_percent: float
    pss_bytes: int
    uss_bytes: int
    rss_bytes: int
    pss_anon_bytes: int
    pss_file_bytes: int
    pss_shmem_bytes: int
    swap_pss_bytes: int
    footprint_bytes: int | None
    thread_count: int
    voluntary_context_switches_hz: float | None
    involuntary_context_switches_hz: float | None
    threads: tuple[ThreadRecord, ...]
    exit_status: int | None


@dataclass(frozen=True)
class ObserverRecord:
    """What measuring cost.

    :param cpu_percent: of the sampler over the steady windows.
    :param rss_bytes: of the sampler, its largest.
    :param memory_walks: walks of the page tables in the whole trial.
    :param memory_walk_s: mean duration of one.
    :param runner_cpu_percent: of the process that runs the trial, from the first leg to the last.
    :param runner_rss_bytes: of that process at the end of the last leg.
    :param runner_uss_bytes: the part of it that no other process maps.
    """

    cpu_percent: float
    rss_bytes: int
    memory_walks: int
    memory_walk_s: float | None
    runner_cpu_percent: float | None = None
    runner_rss_bytes: int | None = None
    runner_uss_bytes: int | None = None


@dataclass(frozen=True)
class YardstickRecord:
    """What the known work beside the trial took: how fast the machine was.

    :param cpu_percent: what the yardstick itself cost from the first leg to the last.
    :param in_trial: over the steady windows; None without one.
    :param idle_before: the last seconds before the system was started.
    :param idle_after: some seconds after it had ended.
    :param system_calls_series: (end of the second, microseconds of a unit's system calls in it)
        over the trial.
    """

    cpu_percent: float | None
    in_trial: UnitCost | None
    idle_before: UnitCost | None
    idle_after: UnitCost | None
    system_calls_series: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Outsider:
    """A process that is not of the system under test but maps files that the system maps too.

    :param shared_file_bytes: file-backed bytes of the system's that it maps as well (virtual).
    """

    pid: int
    name: str
    shared_file_bytes: int


@dataclass(frozen=True)
class MemoryPoint:
    """Totals of one walk, for the report's time axis."""

    monotonic_s: float
    pss_bytes: int
    footprint_bytes: int | None


@dataclass(frozen=True)
class LoadPoint:
    """Load of all processes over one sampling interval, for the report's time axis.

    :param monotonic_s: end of the interval.
    :param kernel_cpu_percent: CPU in the kernel, of one core, cut to clock ticks; None where a
        process does not tell.
    :param context_switches_hz: voluntary and involuntary ones; likewise.
    """

    monotonic_s: float
    kernel_cpu_percent: float | None
    context_switches_hz: float | None


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """The part of a trial's record that statistics read; a tenth of its size.

    Percentages are of one core. Fields that could not be measured are None, never zero, and so are
    those that a system does not have.

    :param arm: name of the arm; the only key by which statistics tell trials apart.
    :param levels: factor → level of the arm; records older than arms know ``composition`` alone.
    :param study: the study's name; with ``study.json`` beside the records it gives full provenance.
    :param cgroup_cpu_percent: the cgroup's own figure over the same windows, as a check.
    :param kernel_cpu_percent: the part of ``cpu_percent`` in the kernel, of processes alive at the
        end.
    :param real_time_factor: lowest of the simulator's figures during the legs.
    :param control_loop_hz: rate of velocity commands of the controller during the legs.
    :param steal_percent: CPU time stolen by the hypervisor during the legs, of one core.
    :param yardstick_rate_hz: units of known work per second beside the trial.
    :param yardstick_us: CPU time of a unit of known work over the same windows, which the arm
        influences.
    :param yardstick_system_calls_us: the part of it that its system calls took.
    :param idle_yardstick_system_calls_us: the same before the system started and after it ended,
        the mean of both.
    :param instructions_hz: retired by the system's processes; None where the machine does not count
        them, as is ``cycles_hz``.
    :param messages: what a topology's nodes say of theirs; None for other systems.
    :param discovery: how a fleet found itself; None for other systems.
    :param goals: goals and delays of a study with a background load; None for others.
    """

    schema: int
    study: str
    system: str
    arm: str
    levels: dict[str, str]
    block: int
    order_in_block: int
    attempt: int
    valid: bool
    invalid_reason: str | None
    started_wall_s: float
    duration_s: float
    bring_up_s: float | None = None
    shutdown_s: float | None = None
    active_monotonic_s: float | None = None
    cpu_percent: float | None = None
    cgroup_cpu_percent: float | None = None
    kernel_cpu_percent: float | None = None
    pss_bytes: int | None = None
    uss_bytes: int | None = None
    rss_bytes: int | None = None
    pss_anon_bytes: int | None = None
    pss_file_bytes: int | None = None
    pss_shmem_bytes: int | None = None
    swap_pss_bytes: int | None = None
    footprint_bytes: int | None = None
    footprint_unavailable_reason: str | None = None
    thread_count: int | None = None
    voluntary_context_switches_hz: float | None = None
    involuntary_context_switches_hz: float | None = None
    dds_participants: int | None = None
    real_time_factor: float | None = None
    control_loop_hz: float | None = None
    steal_percent: float | None = None
    yardstick_rate_hz: float | None = None
    yardstick_us: float | None = None
    yardstick_system_calls_us: float | None = None
    idle_yardstick_system_calls_us: float | None = None
    instructions_hz: float | None = None
    cycles_hz: float | None = None
    messages: MessageFigures | None = None
    discovery: DiscoveryFigures | None = None
    goals: GoalFigures | None = None

    def value(self, metric: str) -> float | None:
        """Return what was measured of a metric; None for what was not.

        :param metric: a name of ``metrics.METRICS``.
        """
        for part in (self, self.messages, self.discovery):
            if hasattr(part, metric):
                value: float | None = getattr(part, metric)
                return value
        return None

    @property
    def composition(self) -> str:
        """The arm's composition, or its grouping's name."""
        return self.levels["composition"]

    @staticmethod
    def of(record: TrialFigures) -> TrialFigures:
        """Copy the figures out of a full record, so that the rest of it can be forgotten."""
        return TrialFigures(*_all_figures(record))


_all_figures = attrgetter(*(each.name for each in fields(TrialFigures)))


@dataclass(frozen=True)
class TrialRecord(TrialFigures):
    """One trial, valid or not: the figures and what they were made from.

    :param cpu_series: (monotonic_s, cpu_percent) of the whole system per sampling interval.
    :param leftovers_removed: names of /dev/shm segments that had to be removed after shutdown.
    """

    legs: tuple[LegRecord, ...] = ()
    processes: tuple[ProcessRecord, ...] = ()
    cpu_series: tuple[tuple[float, float], ...] = ()
    load_series: tuple[LoadPoint, ...] = ()
    memory_series: tuple[MemoryPoint, ...] = ()
    observer: ObserverRecord | None = None
    yardstick: YardstickRecord | None = None
    outsiders: tuple[Outsider, ...] = ()
    foreign_nodes: tuple[str, ...] = ()
    died: tuple[str, ...] = ()
    leftovers_removed: tuple[str, ...] = ()
    exit_statuses: dict[str, int | None] = field(default_factory=dict)
    message_entities: MessageEntities | None = None
    transport: TransportRecord | None = None
    fleet: FleetRecord | None = None
