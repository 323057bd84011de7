# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where a composition's savings come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.samples import BASELINE_COMPOSITION, blocks_of
from nav2_composition_bench.trial.record import TrialFigures

PARTS = (
    "pss_anon_bytes",
    "pss_file_bytes",
    "pss_shmem_bytes",
    "thread_count",
    "voluntary_context_switches_hz",
    "involuntary_context_switches_hz",
    "dds_participants",
)
"""What PSS is made of, and what CPU is spent on."""


@dataclass(frozen=True)
class PartSaving:
    """Mean of one quantity in multi_process and in a composition; None where not measured."""

    metric: str
    multi_process: float | None
    composition: float | None

    @property
    def saved(self) -> float | None:
        """The difference, in the record's unit."""
        if self.multi_process is None or self.composition is None:
            return None
        return self.multi_process - self.composition


@dataclass(frozen=True)
class ProcessOverhead:
    """What each further process costs, from multi_process and a composition of fewer processes.

    The differences in PSS and CPU shared out over the processes saved. It holds everything a
    process brings along: interpreter or libraries written to, a participant, its discovery.
    """

    processes_saved: float
    pss_bytes: float | None
    cpu_percent: float | None


def part_savings(records: Sequence[TrialFigures], composition: str) -> tuple[PartSaving, ...]:
    """Return what each part costs in multi_process and in the composition."""
    return tuple(
        PartSaving(
            part, _mean(records, BASELINE_COMPOSITION, part), _mean(records, composition, part)
        )
        for part in PARTS
    )


def process_overhead(
    records: Sequence[TrialFigures], process_counts: Mapping[str, float], composition: str
) -> ProcessOverhead | None:
    """Return the cost of each process that the composition saves; None if it saves none.

    :param process_counts: composition → processes per trial, see ``aggregate.details``.
    """
    there = process_counts.keys() >= {BASELINE_COMPOSITION, composition}
    saved = process_counts[BASELINE_COMPOSITION] - process_counts[composition] if there else 0.0
    if saved <= 0:
        return None

    def per_process(metric: str) -> float | None:
        base = _mean(records, BASELINE_COMPOSITION, metric)
        ours = _mean(records, composition, metric)
        return None if base is None or ours is None else (base - ours) / saved

    return ProcessOverhead(saved, per_process("pss_bytes"), per_process("cpu_percent"))


def _mean(records: Sequence[TrialFigures], composition: str, metric: str) -> float | None:
    values = blocks_of(records, composition, metric).values
    return float(np.mean(values)) if values else None
