# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where an arm's savings come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.samples import baseline_of, blocks_of
from nav2_composition_bench.trial.record import TrialFigures

PARTS = (
    "pss_anon_bytes",
    "pss_file_bytes",
    "pss_shmem_bytes",
    "kernel_cpu_percent",
    "thread_count",
    "voluntary_context_switches_hz",
    "involuntary_context_switches_hz",
    "dds_participants",
)
"""What PSS is made of, and what CPU is spent on."""


@dataclass(frozen=True)
class PartSaving:
    """Mean of one quantity in the baseline and in an arm; None where not measured."""

    metric: str
    baseline: float | None
    arm: float | None

    @property
    def saved(self) -> float | None:
        """The difference, in the record's unit."""
        if self.baseline is None or self.arm is None:
            return None
        return self.baseline - self.arm


@dataclass(frozen=True)
class ProcessOverhead:
    """What each further process costs, from the baseline and an arm of fewer processes.

    The differences in PSS and CPU shared out over the processes saved. It holds everything a
    process brings along: interpreter or libraries written to, a participant, its discovery.
    """

    processes_saved: float
    pss_bytes: float | None
    cpu_percent: float | None


def part_savings(records: Sequence[TrialFigures], arm: str) -> tuple[PartSaving, ...]:
    """Return what each part costs in the baseline and in the arm."""
    baseline = baseline_of(records)
    return tuple(
        PartSaving(part, _mean(records, baseline, part), _mean(records, arm, part))
        for part in PARTS
    )


def process_overhead(
    records: Sequence[TrialFigures], process_counts: Mapping[str, float], arm: str
) -> ProcessOverhead | None:
    """Return the cost of each process that the arm saves; None if it saves none.

    :param process_counts: arm → processes per trial, see ``aggregate.details``.
    """
    baseline = baseline_of(records)
    there = process_counts.keys() >= {baseline, arm}
    saved = process_counts[baseline] - process_counts[arm] if there else 0.0
    if saved <= 0:
        return None

    def per_process(metric: str) -> float | None:
        base = _mean(records, baseline, metric)
        ours = _mean(records, arm, metric)
        return None if base is None or ours is None else (base - ours) / saved

    return ProcessOverhead(saved, per_process("pss_bytes"), per_process("cpu_percent"))


def _mean(records: Sequence[TrialFigures], arm: str, metric: str) -> float | None:
    values = blocks_of(records, arm, metric).values
    return float(np.mean(values)) if values else None
