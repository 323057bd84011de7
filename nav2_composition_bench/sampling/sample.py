# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What one reading of a process tree yields. All counters are cumulative since process start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nav2_composition_bench.sampling.memory_figures import MemoryFigures, total

ProcessKey = tuple[int, int]
"""pid and start time in clock ticks, since Linux reuses pids."""


@dataclass(frozen=True)
class SamplerHeader:
    """First line of a stream: what the sampler can and will do.

    :param footprint_unavailable_reason: None when page frame numbers are readable.
    :param counters_unavailable_reason: None when the perf events asked for are counted.
    """

    schema: int
    page_size_bytes: int
    cpu_interval_s: float
    memory_interval_s: float
    footprint_unavailable_reason: str | None
    counters_unavailable_reason: str | None = None


@dataclass(frozen=True)
class ThreadCpu:
    """CPU of one live thread. ``name`` is the kernel's comm, at most 15 characters."""

    tid: int
    name: str
    cpu_time_s: float


@dataclass(frozen=True)
class ProcessCpu:
    """CPU counters of one process.

    :param cpu_time_s: utime + stime of all its threads, exited ones included, without children.
    :param reaped_children_cpu_time_s: cutime + cstime.
    :param voluntary_context_switches: summed over its threads, exited ones as last seen; None
        where unreadable.
    :param kernel_cpu_time_s: the part of ``cpu_time_s`` that is stime, cut to clock ticks; None in
        streams that do not tell.
    """

    pid: int
    start_time_ticks: int
    name: str
    cpu_time_s: float
    reaped_children_cpu_time_s: float
    thread_count: int
    voluntary_context_switches: int | None
    involuntary_context_switches: int | None
    threads: tuple[ThreadCpu, ...]
    kernel_cpu_time_s: float | None = None

    @property
    def key(self) -> ProcessKey:
        """What tells the process from all others."""
        return self.pid, self.start_time_ticks


@dataclass(frozen=True)
class SamplerCost:
    """What the sampler itself has cost so far."""

    cpu_time_s: float
    rss_bytes: int


@dataclass(frozen=True)
class CpuSample:
    """One cheap reading.

    :param monotonic_s: CLOCK_MONOTONIC of the reading.
    :param cpu_time_s: cumulative CPU of the whole tree, exited processes included; never falls.
    :param cgroup_cpu_time_s: what the cgroup that was named to the sampler has used since it was
        made (cpu.stat of version 2, cpuacct of version 1); None without a cgroup.
    :param counters: perf event → its count since the sampler began; None where it is unknown.
    """

    monotonic_s: float
    wall_s: float
    cpu_time_s: float
    cgroup_cpu_time_s: float | None
    processes: tuple[ProcessCpu, ...]
    observer: SamplerCost
    counters: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ProcessMemory(MemoryFigures):
    """Memory of one process."""

    pid: int
    start_time_ticks: int
    name: str

    @property
    def key(self) -> ProcessKey:
        """What tells the process from all others."""
        return self.pid, self.start_time_ticks


@dataclass(frozen=True)
class UnreadableMemory:
    """A process whose memory could not be read; the stream's warnings say why."""

    pid: int
    start_time_ticks: int
    name: str


@dataclass(frozen=True)
class MemorySample:
    """One walk of the page tables of the whole tree.

    :param begin_monotonic_s: when the first process was read; the walk is not a snapshot.
    :param unreadable: processes that are missing in ``processes``; sums over a walk with any of
        them are too small.
    :param requested: it was asked for, not due by the interval.
    :param footprint_bytes: distinct page frames mapped by any process of the tree, in bytes.
    """

    begin_monotonic_s: float
    end_monotonic_s: float
    wall_s: float
    footprint_bytes: int | None
    processes: tuple[ProcessMemory, ...]
    observer: SamplerCost
    unreadable: tuple[UnreadableMemory, ...] = ()
    requested: bool = False

    def total(self) -> MemoryFigures:
        """Return the memory of the processes together, unreadable ones left out."""
        return total(self.processes, self.footprint_bytes)


@dataclass(frozen=True)
class ProcessExit:
    """A process of the tree is gone; ``cpu_time_s`` is the last figure known of it.

    :param final: the figure was read after it had ended, so nothing that it did is missing.
    """

    monotonic_s: float
    pid: int
    start_time_ticks: int
    name: str
    cpu_time_s: float
    final: bool = False


@dataclass(frozen=True)
class ProcessStart:
    """First appearance of a process; it comes again when the process changes its name.

    :param command: its arguments; the sampler cuts them after 4096 bytes.
    :param root: it was named to the sampler, by pid or by cgroup.
    """

    monotonic_s: float
    pid: int
    start_time_ticks: int
    name: str
    parent_pid: int
    root: bool
    command: tuple[str, ...]


@dataclass(frozen=True)
class SamplerWarning:
    """Why figures of a process are missing; given once per process."""

    monotonic_s: float
    pid: int
    start_time_ticks: int
    name: str
    reason: str


@dataclass(frozen=True)
class StreamEnd:
    """Last line of a stream. A stream without it was cut off."""

    monotonic_s: float
    reason: str
    observer: SamplerCost


@dataclass(frozen=True)
class SamplerStream:
    """Everything one run of the sampler has told, each kind in order of time.

    :param memory_samples: walks that could read every process.
    :param partial_memory_samples: walks in which at least one process was unreadable.
    :param end: None when the stream was cut off: the sampler was killed or still runs.
    :param truncated_line: the start of a last line that was not finished; None without one.
    """

    header: SamplerHeader
    starts: tuple[ProcessStart, ...]
    cpu_samples: tuple[CpuSample, ...]
    memory_samples: tuple[MemorySample, ...]
    partial_memory_samples: tuple[MemorySample, ...]
    exits: tuple[ProcessExit, ...]
    warnings: tuple[SamplerWarning, ...]
    end: StreamEnd | None
    truncated_line: str | None
