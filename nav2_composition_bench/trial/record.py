# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The record of one trial: immutable, lossless, the only thing later stages read.

Docstrings of its parts are the tables of docs/records.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple

from nav2_composition_bench.metrics import Values
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.yardstick_readings import UnitCost
from nav2_composition_bench.trial.discovery_record import FleetRecord
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord

SCHEMA = 10
"""Version of the record's form, the only one that is read."""


@dataclass(frozen=True)
class LegRecord:
    """One goal leg as seen on the action's status topic.

    :param goal: the goal's name.
    :param goal_id: its UUID in hexadecimal.
    :param accepted_monotonic_s: when its acceptance was seen.
    :param finished_monotonic_s: when its end was seen.
    :param status: ``SUCCEEDED``, ``ABORTED``, ``CANCELED`` or ``LOST`` (its end was never seen).
    :param steady_start_monotonic_s: when its steady window began; null where it has none.
    :param steady_end_monotonic_s: when that ended; likewise.
    :param not_steady_reason: why there is none.
    :param cpu_percent: of the system over the window; likewise.
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
    """The threads of one name in one process, over the steady windows.

    :param name: at most 15 characters.
    :param node: node whose threads carry that name.
    :param count: the most there were at a time.
    :param cpu_percent: of all of them together.
    """

    name: str
    node: str | None
    count: int
    cpu_percent: float


@dataclass(frozen=True)
class ProcessRecord:
    """One process of the system under test over the steady windows.

    Several may have one label: whatever a process starts belongs to the system. A process whose
    parent ends within a reading's interval of its start is found by the cgroup alone.

    :param label: a node's name, ``manual_composition``, ``nav2_container``, ``nav2_container_1``
        and so on of several, or the kernel's name for it.
    :param pid: process id.
    :param start_time_ticks: start time as in ``/proc/PID/stat``; with the pid it identifies the
        process.
    :param nodes: nodes that live in it.
    :param metrics: metric → what was measured of it; CPU and anonymous memory (PSS) always. Its
        footprint is its own, and the system's is not the sum of these.
    :param threads: by thread name.
    :param exit_status: negative for a signal.
    """

    label: str
    pid: int
    start_time_ticks: int
    nodes: tuple[str, ...]
    metrics: Values
    threads: tuple[ThreadRecord, ...]
    exit_status: int | None


OF_EVERY_PROCESS = ("cpu_percent", "pss_anon_bytes")
"""Metrics that each process has."""


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
    :param in_trial: over the steady windows.
    :param idle_before: the last 4 s for each lap before the system was started; of a topology a
        fifth of its window, 2 s at least.
    :param idle_after: as long after it had ended.
    :param system_calls_series: end of each second (monotonic) of the trial, microseconds of a
        unit's system calls in it; empty in records of the first versions.
    """

    cpu_percent: float | None
    in_trial: UnitCost | None
    idle_before: UnitCost | None
    idle_after: UnitCost | None
    system_calls_series: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Outsider:
    """A process that is not of the system under test but maps files that the system maps too.

    :param pid: process id.
    :param name: the kernel's name of the process.
    :param shared_file_bytes: what it maps of the system's files (address space, not pages).
    """

    pid: int
    name: str
    shared_file_bytes: int


class MemoryPoint(NamedTuple):
    """One walk of the page tables.

    :param monotonic_s: middle of the walk.
    :param pss_bytes: of the system.
    :param footprint_bytes: of the system.
    """

    monotonic_s: float
    pss_bytes: int
    footprint_bytes: int | None


class LoadPoint(NamedTuple):
    """Load of all processes over one sampling interval.

    :param monotonic_s: end of the interval.
    :param kernel_cpu_percent: CPU in the kernel, of one core, cut to clock ticks; null where a
        process does not tell.
    :param context_switches_hz: voluntary and involuntary ones; likewise.
    """

    monotonic_s: float
    kernel_cpu_percent: float | None
    context_switches_hz: float | None


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """The part of a trial's record that statistics read; a tenth of its size.

    :param schema: form of this line.
    :param study: name of the study; with ``study.json`` beside it there is full provenance.
    :param system: system under test.
    :param arm: name of the arm; the only key by which statistics tell trials apart.
    :param levels: factor → level of the arm, for every factor that the system has; a factor that
        few arms have is left out of the others, and the oldest records have ``composition`` alone.
    :param block: from 0; tables count from 1.
    :param order_in_block: place in the shuffled block, from 0.
    :param attempt: from 0; counts repetitions of an invalid trial.
    :param valid: whether the trial counts; of an arm in a block one does, and readers refuse a
        second.
    :param invalid_reason: all reasons why it does not, in one line.
    :param started_wall_s: seconds since 1970, UTC.
    :param duration_s: from the beginning of the trial until the system had ended; the reading of
        the machine's speed after that is not in it.
    :param metrics: metric → what was measured of it; absent where it was not measured, never zero.
    :param binding: client library that a topology's nodes are bound to, ``rcl`` or ``rclcpp``; null
        where no messages were counted.
    :param footprint_unavailable_reason: why there is no footprint.
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
    metrics: Values
    binding: str | None = None
    footprint_unavailable_reason: str | None = None

    def value(self, metric: str) -> float | None:
        """Return what was measured of a metric; None for what was not.

        :param metric: a name of ``metrics.REGISTRY``.
        """
        return self.metrics.get(metric)

    @property
    def composition(self) -> str:
        """The arm's composition: a stock one, or a placement by its name."""
        return self.levels["composition"]

    @staticmethod
    def of(record: TrialFigures) -> TrialFigures:
        """Copy the figures out of a full record, so that the rest of it can be forgotten."""
        return TrialFigures(*_all_figures(record))


_all_figures = attrgetter(*(each.name for each in fields(TrialFigures)))


@dataclass(frozen=True)
class TrialRecord(TrialFigures):
    """One trial, valid or not: the figures and what they were made from.

    :param active_monotonic_s: when every node was active.
    :param legs: in the order driven.
    :param processes: those alive in the steady windows.
    :param cpu_series: end of each sampling interval (monotonic), CPU of the system in it, percent.
    :param load_series: likewise: CPU in the kernel, context switches per second.
    :param memory_series: every walk of the page tables.
    :param observer: what measuring cost.
    :param yardstick: how fast the machine was.
    :param outsiders: who else mapped the system's files.
    :param foreign_nodes: nodes and processes on the domain that are not of the study.
    :param died: processes that ended early, and how; those that did before all nodes were active
        are in ``invalid_reason`` alone.
    :param leftovers_removed: ``/dev/shm`` segments that had to be removed after shutdown.
    :param exit_statuses: process label → exit status; negative for a signal.
    :param message_entities: the messages of a topology, entity by entity.
    :param transport: which way the messages of a topology went.
    :param fleet: the machines of a fleet.
    """

    active_monotonic_s: float | None = None
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
