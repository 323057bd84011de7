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
    """One segment of the drive.

    :param goal_id: hexadecimal.
    :param status: SUCCEEDED, ABORTED, CANCELED or LOST.
    :param steady_start_monotonic_s, steady_end_monotonic_s, cpu_percent: its steady window.
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
    """Threads of one name, over the steady windows.

    :param count: at a time.
    """

    name: str
    node: str | None
    count: int
    cpu_percent: float


@dataclass(frozen=True)
class ProcessRecord:
    """One process of the system, over the steady windows.

    :param label: name of node, container or executable; not unique.
    :param start_time_ticks: as in /proc/PID/stat.
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
    """What measuring cost; ``runner_`` is the process that runs the trial.

    :param memory_walks: memory samples.
    :param memory_walk_s: mean duration of one.
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
    """The reference load, which shows how fast the machine was.

    :param in_trial: over the steady windows.
    :param idle_before, idle_after: without the system.
    :param system_calls_series: end of each second, µs of a unit's system calls.
    """

    cpu_percent: float | None
    in_trial: UnitCost | None
    idle_before: UnitCost | None
    idle_after: UnitCost | None
    system_calls_series: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Outsider:
    """An external process that maps files of the system.

    :param shared_file_bytes: address space, not pages.
    """

    pid: int
    name: str
    shared_file_bytes: int


class MemoryPoint(NamedTuple):
    """One memory sample of the system."""

    monotonic_s: float
    pss_bytes: int
    footprint_bytes: int | None


class LoadPoint(NamedTuple):
    """Load of the system over a sampling interval, at its end."""

    monotonic_s: float
    kernel_cpu_percent: float | None
    context_switches_hz: float | None


@dataclass(frozen=True, slots=True)
class TrialFigures:
    """The part of a trial's record that statistics read; a tenth of its size.

    :param levels: factor → level.
    :param block, order_in_block, attempt: from 0; tables count from 1.
    :param started_wall_s: UTC.
    :param duration_s: until the system had ended.
    :param binding: rcl or rclcpp, of a topology.
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
    """One trial, valid or not.

    :param active_monotonic_s: when every node was active.
    :param cpu_series: end of each sampling interval, CPU in percent.
    :param foreign_nodes: on the domain.
    :param died: processes that ended early.
    :param leftovers_removed: from /dev/shm.
    :param exit_statuses: by label; negative for a signal.
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
