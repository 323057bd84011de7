# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where an arm's savings come from: the parts of its cost, and what a process costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
class ProcessOverhead:
    """What each further process costs, from the baseline and an arm of fewer processes.

    The differences in PSS and CPU shared out over the processes saved. It holds everything a
    process brings along: interpreter or libraries written to, a participant, its discovery.
    """

    pss_bytes: float | None
    cpu_percent: float | None


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
        base, ours = (blocks_of(records, each, metric).mean() for each in (baseline, arm))
        return None if base is None or ours is None else (base - ours) / saved

    return ProcessOverhead(per_process("pss_bytes"), per_process("cpu_percent"))
