# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Readings of a sampler that never ran."""

from __future__ import annotations

from collections.abc import Mapping

from nav2_composition_bench.sampling.sample import (
    CpuSample,
    MemorySample,
    ProcessCpu,
    ProcessMemory,
    SamplerCost,
    UnreadableMemory,
)

OBSERVER = SamplerCost(0.0, 1_000_000)


def cpu(
    monotonic_s: float, cpu_time_s: Mapping[int, float], start_time_ticks: int = 1
) -> CpuSample:
    """Return a reading of processes, each with the CPU time given by its pid."""
    processes = tuple(
        ProcessCpu(pid, start_time_ticks, f"comm{pid}", time_s, 0.0, 1, 0, 0, ())
        for pid, time_s in cpu_time_s.items()
    )
    total_s = sum(cpu_time_s.values())
    return CpuSample(monotonic_s, monotonic_s, total_s, None, processes, OBSERVER)


def memory(
    end_monotonic_s: float, pss_bytes: Mapping[int, int], unreadable: tuple[int, ...] = ()
) -> MemorySample:
    """Return a walk of processes, each with the PSS given by its pid."""
    return MemorySample(
        begin_monotonic_s=end_monotonic_s - 0.1,
        end_monotonic_s=end_monotonic_s,
        wall_s=end_monotonic_s,
        footprint_bytes=None,
        processes=tuple(
            ProcessMemory(
                size,
                size,
                size,
                size,
                0,
                0,
                0,
                None,
                pid=pid,
                start_time_ticks=1,
                name=f"comm{pid}",
            )
            for pid, size in pss_bytes.items()
        ),
        observer=OBSERVER,
        unreadable=tuple(UnreadableMemory(pid, 1, f"comm{pid}") for pid in unreadable),
    )


class FakeReadings:
    """What a sampler would have told last.

    :ivar fault: raised instead of an answer.
    """

    def __init__(self) -> None:
        self.cpu: CpuSample | None = None
        self.memory: MemorySample | None = None
        self.fault: Exception | None = None

    def latest_cpu(self) -> CpuSample | None:
        """Return what was set, or raise."""
        if self.fault is not None:
            raise self.fault
        return self.cpu

    def latest_memory(self) -> MemorySample | None:
        """Return what was set."""
        return self.memory
