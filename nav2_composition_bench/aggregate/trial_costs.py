# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that the costs of placements are worked out from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nav2_composition_bench.aggregate.breakdown import node_cpu_percent
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.record import TrialRecord

_NEEDED = {"cpu_percent", "pss_anon_bytes", "pss_file_bytes", "pss_shmem_bytes"}
"""Metrics without which a trial has no costs."""

Levels = tuple[tuple[str, str], ...]
"""Factor and level, for each factor but the composition."""


@dataclass(frozen=True, slots=True)
class ProcessFigures:
    """One process of a trial.

    :param node_cpu_percent: node → CPU of the threads that carry its name.
    """

    nodes: tuple[str, ...]
    cpu_percent: float
    pss_anon_bytes: float
    node_cpu_percent: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class TrialCosts:
    """The part of a valid trial's record that the cost of placements is worked out from.

    :param family: what the arm has in common with those it differs from by composition only.
    :param footprint_bytes: None where it was not measured.
    """

    arm: str
    composition: str
    family: Levels
    block: int
    cpu_percent: float
    pss_anon_bytes: float
    pss_file_bytes: float
    pss_shmem_bytes: float
    footprint_bytes: float | None
    processes: tuple[ProcessFigures, ...]

    @property
    def pss_bytes(self) -> float:
        """The sum of its parts."""
        return self.pss_anon_bytes + self.pss_file_bytes + self.pss_shmem_bytes

    @property
    def partition(self) -> Partition:
        """The nodes of each process that holds any."""
        return tuple(process.nodes for process in self.processes if process.nodes)


def trial_costs(record: TrialRecord) -> TrialCosts | None:
    """Copy the costs out of a record; None for a trial that does not count or has none."""
    its = record.metrics
    if not record.valid or not its.keys() >= _NEEDED:
        return None
    return TrialCosts(
        record.arm,
        record.composition,
        tuple(
            (factor, level) for factor, level in record.levels.items() if factor != "composition"
        ),
        record.block,
        its["cpu_percent"],
        its["pss_anon_bytes"],
        its["pss_file_bytes"],
        its["pss_shmem_bytes"],
        its.get("footprint_bytes"),
        tuple(
            ProcessFigures(
                process.nodes,
                process.metrics["cpu_percent"],
                process.metrics["pss_anon_bytes"],
                node_cpu_percent(process),
            )
            for process in record.processes
        ),
    )
