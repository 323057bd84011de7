# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Memory figures: means over the walks of the page tables that lie inside windows."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.sampling.memory_figures import MemoryFigures, mean
from nav2_composition_bench.sampling.sample import MemorySample, ProcessKey
from nav2_composition_bench.trial.record import MemoryPoint


def walks_inside(
    walks: Sequence[MemorySample], windows: Sequence[Window]
) -> tuple[MemorySample, ...]:
    """Return the walks that began and ended inside one window."""
    return tuple(
        walk
        for walk in walks
        if any(b <= walk.begin_monotonic_s and walk.end_monotonic_s <= e for b, e in windows)
    )


def system_memory(walks: Sequence[MemorySample]) -> MemoryFigures | None:
    """Mean over walks of the sum over processes; None without a walk."""
    return mean([walk.total() for walk in walks]) if walks else None


def process_memory(walks: Sequence[MemorySample]) -> dict[ProcessKey, MemoryFigures]:
    """Mean of each process over the walks that found it."""
    found: dict[ProcessKey, list[MemoryFigures]] = {}
    for walk in walks:
        for process in walk.processes:
            found.setdefault(process.key, []).append(process)
    return {key: mean(readings) for key, readings in found.items()}


def memory_series(walks: Sequence[MemorySample]) -> tuple[MemoryPoint, ...]:
    """Totals of every walk at the middle of it."""
    return tuple(
        MemoryPoint(
            (walk.begin_monotonic_s + walk.end_monotonic_s) / 2,
            walk.total().pss_bytes,
            walk.footprint_bytes,
        )
        for walk in walks
    )
