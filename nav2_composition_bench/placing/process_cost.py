# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A model of what any placement of the nodes in processes costs, with an executor for each node.

It is made of two measured extremes, every node alone (multi_process) and all nodes together
(isolated or manual), and reproduces both. In between it assumes:

CPU.
    A node's own work is the CPU of its threads in the shared process. What its process costs
    beyond that when it is alone is the process's overhead: the middleware's threads, discovery,
    and handing messages to other processes. Where threads do not tell nodes apart, every node
    alone has the same overhead.
Overlap.
    Of the overheads, and likewise of the anonymous memory, of the nodes of one process, a share
    is common to them (interpreter, libraries, discovery, the same messages received) and counts
    once, as much as the largest has; the rest adds up. The share is such that the model hits the
    process that holds all nodes: one number for CPU and one for memory. With o what each node of
    a group costs alone and share s, the group costs s max(o) + (1 - s) sum(o).
Files.
    The pages of libraries are shared by k processes of the system and by a number x of
    processes outside it, the same for all pages: their PSS is F k / (k + x). F and x follow from
    the two extremes. Shared memory segments, and what the footprint holds beyond anonymous
    memory, are linear in k.

Messages between two given nodes are not told apart: two extremes do not identify a cost per pair.
What a node saves when its partners move into its process counts as its overhead, whoever they are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.placing.paired_costs import Array, PairedCosts
from nav2_composition_bench.topology.units import Partition


@dataclass(frozen=True)
class Overlap:
    """A cost of processes that is less for a group than the sum over its nodes.

    :param alone: node → the cost of its own process.
    :param common: share of it that the nodes of one process have in common.
    """

    alone: Mapping[str, float]
    common: float

    @staticmethod
    def fit(alone: Mapping[str, float], together: float) -> Overlap:
        """Find the share from the cost of each node's own process and of the shared one.

        :param alone: at least two nodes.
        """
        total, largest = sum(alone.values()), max(alone.values())
        spare = total - largest
        return Overlap(alone, (total - together) / spare if spare > 0.0 else 0.0)

    def of(self, group: Sequence[str]) -> float:
        """Return the cost of one process."""
        alone = [self.alone[name] for name in group]
        return self.common * max(alone) + (1.0 - self.common) * sum(alone)


@dataclass(frozen=True)
class PerProcess:
    """A total over all processes that depends on their number alone.

    :param one: the total of one process.
    :param most: the total of as many processes as there are nodes.
    :param nodes: how many these are.
    """

    one: float
    most: float
    nodes: int

    def linear(self, processes: int) -> float:
        """Return the total if each further process costs the same."""
        return self.one + (self.most - self.one) * (processes - 1) / (self.nodes - 1)

    def shared(self, processes: int) -> float:
        """Return the PSS of pages that processes outside the system share too.

        F k / (k + x) through both ends; linear where no x ≥ 0 does that.
        """
        ratio = self.most / self.one if self.one > 0.0 else 0.0
        if not 1.0 < ratio < self.nodes:
            return self.linear(processes)
        outside = self.nodes * (ratio - 1.0) / (self.nodes - ratio)
        return self.one * processes * (1.0 + outside) / (processes + outside)


@dataclass(frozen=True)
class Cost:
    """What a placement costs; ``footprint_bytes`` is None where it was not measured."""

    cpu_percent: float
    pss_bytes: float
    footprint_bytes: float | None

    def of(self, metric: str) -> float | None:
        """Return one of the three by the name of its metric."""
        value: float | None = getattr(self, metric)
        return value


@dataclass(frozen=True)
class CostModel:
    """See the module.

    :param work_cpu_percent: node → CPU of its own work.
    :param overhead_cpu_percent: what processes cost beyond the work of their nodes.
    :param anon_bytes: anonymous memory of processes.
    :param told_apart: False where threads do not carry the names of their nodes.
    """

    work_cpu_percent: Mapping[str, float]
    overhead_cpu_percent: Overlap
    anon_bytes: Overlap
    file_bytes: PerProcess
    shmem_bytes: PerProcess
    footprint_beyond_anon_bytes: PerProcess
    told_apart: bool

    def predict(self, partition: Partition) -> Cost:
        """Return what processes cost that hold each node once."""
        count = len(partition)
        cpu = sum(self.work_cpu_percent.values())
        cpu += sum(self.overhead_cpu_percent.of(group) for group in partition)
        anon = sum(self.anon_bytes.of(group) for group in partition)
        pss = anon + self.file_bytes.shared(count) + self.shmem_bytes.linear(count)
        footprint = anon + self.footprint_beyond_anon_bytes.linear(count)
        return Cost(cpu, pss, None if math.isnan(footprint) else footprint)


def fit(costs: PairedCosts) -> CostModel:
    """Make the model from the means over the blocks."""
    names = costs.names
    alone_cpu = costs.alone_cpu_percent.mean(axis=0)
    alone_anon = costs.alone_anon_bytes.mean(axis=0)
    together_cpu = float(costs.together_cpu_percent.mean())
    together_anon = float(costs.together_anon_bytes.mean())
    if costs.threads_cpu_percent is None:
        # every process saved saves the same, and the one that is left has as much
        overhead = (float(alone_cpu.sum()) - together_cpu) / (len(names) - 1)
        work: Array = alone_cpu - overhead
    else:
        work = costs.threads_cpu_percent.mean(axis=0)
    alone_file, alone_shmem, alone_footprint = map(float, costs.alone_totals.mean(axis=0))
    file, shmem, footprint = map(float, costs.together_totals.mean(axis=0))
    return CostModel(
        _by_name(names, work),
        Overlap.fit(_by_name(names, alone_cpu - work), together_cpu - float(work.sum())),
        Overlap.fit(_by_name(names, alone_anon), together_anon),
        PerProcess(file, alone_file, len(names)),
        PerProcess(shmem, alone_shmem, len(names)),
        PerProcess(
            footprint - together_anon, alone_footprint - float(alone_anon.sum()), len(names)
        ),
        costs.threads_cpu_percent is not None,
    )


def _by_name(names: Sequence[str], values: Array) -> dict[str, float]:
    return dict(zip(names, np.asarray(values, dtype=np.float64).tolist()))
