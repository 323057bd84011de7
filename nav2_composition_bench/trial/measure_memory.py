# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Memory figures: means over the walks of the page tables that lie inside windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.sampling.sample import MemorySample, ProcessMemory
from nav2_composition_bench.trial.measure_cpu import ProcessKey, Window
from nav2_composition_bench.trial.record import MemoryPoint


@dataclass(frozen=True)
class Memory:
    """Mean memory of one process or of the whole system, bytes; field names as in the record."""

    pss_bytes: int
    uss_bytes: int
    rss_bytes: int
    pss_anon_bytes: int
    pss_file_bytes: int
    pss_shmem_bytes: int
    swap_pss_bytes: int
    footprint_bytes: int | None


_SUMMABLE = (
    "pss_bytes",
    "uss_bytes",
    "rss_bytes",
    "pss_anon_bytes",
    "pss_file_bytes",
    "pss_shmem_bytes",
    "swap_pss_bytes",
)


def walks_inside(
    walks: Sequence[MemorySample], windows: Sequence[Window]
) -> tuple[MemorySample, ...]:
    """Return the walks that began and ended inside one window."""
    return tuple(
        walk
        for walk in walks
        if any(b <= walk.begin_monotonic_s and walk.end_monotonic_s <= e for b, e in windows)
    )


def system_memory(walks: Sequence[MemorySample]) -> Memory | None:
    """Mean over walks of the sum over processes; None without a walk.

    The footprint is not a sum: processes share page frames, and the sampler counts each once.
    The swapped share is the largest of any walk, since it must be zero in all of them.
    """
    if not walks:
        return None
    totals = {
        name: [sum(getattr(process, name) for process in walk.processes) for walk in walks]
        for name in _SUMMABLE
    }
    return _averaged(totals, [walk.footprint_bytes for walk in walks])


def process_memory(walks: Sequence[MemorySample]) -> dict[ProcessKey, Memory]:
    """Mean of each process over the walks that found it."""
    found: dict[ProcessKey, list[ProcessMemory]] = {}
    for walk in walks:
        for process in walk.processes:
            found.setdefault((process.pid, process.start_time_ticks), []).append(process)
    return {
        key: _averaged(
            {name: [getattr(reading, name) for reading in readings] for name in _SUMMABLE},
            [reading.footprint_bytes for reading in readings],
        )
        for key, readings in found.items()
    }


def memory_series(walks: Sequence[MemorySample]) -> tuple[MemoryPoint, ...]:
    """Totals of every walk at the middle of it."""
    return tuple(
        MemoryPoint(
            (walk.begin_monotonic_s + walk.end_monotonic_s) / 2,
            sum(process.pss_bytes for process in walk.processes),
            walk.footprint_bytes,
        )
        for walk in walks
    )


def _averaged(values: dict[str, list[int]], footprints: Sequence[int | None]) -> Memory:
    known = [footprint for footprint in footprints if footprint is not None]
    means = {name: _mean(figures) for name, figures in values.items()}
    means["swap_pss_bytes"] = max(values["swap_pss_bytes"])
    footprint = _mean(known) if len(known) == len(footprints) else None
    return Memory(**means, footprint_bytes=footprint)


def _mean(figures: Sequence[int]) -> int:
    return round(sum(figures) / len(figures))
