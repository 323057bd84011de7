# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The memory of one process or of a whole system; sums and means of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from nav2_composition_bench.metrics import measured


@dataclass(frozen=True)
class MemoryFigures:
    """Bytes by smaps_rollup, see proc_pid_smaps(5); the names are those of metrics.

    :param uss_bytes: what no other process maps.
    :param swap_pss_bytes: the swapped-out share, which must be 0.
    :param footprint_bytes: distinct page frames, shared or not; None where unreadable.
    """

    pss_bytes: int
    uss_bytes: int
    rss_bytes: int
    pss_anon_bytes: int
    pss_file_bytes: int
    pss_shmem_bytes: int
    swap_pss_bytes: int
    footprint_bytes: int | None

    def by_metric(self) -> dict[str, float]:
        """Return the figures that were readable, by metric."""
        return measured(**{name: getattr(self, name) for name in MEMORY_FIELDS})


MEMORY_FIELDS = tuple(field.name for field in fields(MemoryFigures))
SUMMABLE_FIELDS = tuple(name for name in MEMORY_FIELDS if name != "footprint_bytes")
"""What may be added up over processes; page frames that they share would count twice."""


def total(processes: Iterable[MemoryFigures], footprint_bytes: int | None) -> MemoryFigures:
    """Return the sum over processes.

    :param footprint_bytes: of all of them, since it is no sum.
    """
    processes = tuple(processes)
    sums = {name: sum(getattr(one, name) for one in processes) for name in SUMMABLE_FIELDS}
    return MemoryFigures(**sums, footprint_bytes=footprint_bytes)


def mean(walks: Sequence[MemoryFigures]) -> MemoryFigures:
    """Return the mean over walks of the page tables, of which there is at least one.

    The swapped share is the largest of any walk, since it must be zero in all of them; the
    footprint is None if it was unreadable in any.
    """
    means = {name: _rounded_mean([getattr(one, name) for one in walks]) for name in SUMMABLE_FIELDS}
    means["swap_pss_bytes"] = max(one.swap_pss_bytes for one in walks)
    footprints = [one.footprint_bytes for one in walks if one.footprint_bytes is not None]
    footprint = _rounded_mean(footprints) if len(footprints) == len(walks) else None
    return MemoryFigures(**means, footprint_bytes=footprint)


def _rounded_mean(figures: Sequence[int]) -> int:
    return round(sum(figures) / len(figures))
