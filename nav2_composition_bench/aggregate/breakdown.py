# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cost per process, and per node inside each process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.trial.record import ProcessRecord, TrialRecord

UNNAMED = "(other threads)"
"""CPU of a process's threads that carry no node's name: middleware, garbage, the main thread."""


@dataclass(frozen=True)
class NodeCost:
    """CPU of one node, mean over valid trials.

    :param process: label of the process it lives in.
    :param cpu_percent: of the threads that carry its name, of one core.
    """

    process: str
    node: str
    cpu_percent: float


@dataclass(frozen=True)
class ProcessCost:
    """Cost of the processes of one label, means over valid trials.

    :param nodes: names of the nodes it holds.
    """

    label: str
    nodes: tuple[str, ...]
    cpu_percent: float
    pss_bytes: float
    uss_bytes: float
    thread_count: float
    node_costs: tuple[NodeCost, ...]

    @property
    def cpu_percent_per_node(self) -> float:
        """The process's CPU shared out evenly, named threads or not."""
        return self.cpu_percent / max(1, len(self.nodes))

    @property
    def pss_bytes_per_node(self) -> float:
        """The process's PSS shared out evenly; memory cannot be told apart inside a process."""
        return self.pss_bytes / max(1, len(self.nodes))


def process_costs(records: Iterable[TrialRecord], composition: str) -> tuple[ProcessCost, ...]:
    """Return the processes of a composition's valid trials, the dearest first."""
    by_label: dict[str, list[ProcessRecord]] = {}
    for record in records:
        if record.valid and record.composition == composition:
            for process in record.processes:
                by_label.setdefault(process.label, []).append(process)
    costs = [_process_cost(label, processes) for label, processes in by_label.items()]
    return tuple(sorted(costs, key=lambda cost: -cost.cpu_percent))


def _process_cost(label: str, processes: Sequence[ProcessRecord]) -> ProcessCost:
    nodes = tuple(dict.fromkeys(node for process in processes for node in process.nodes))
    return ProcessCost(
        label=label,
        nodes=nodes,
        cpu_percent=float(np.mean([process.cpu_percent for process in processes])),
        pss_bytes=float(np.mean([process.pss_bytes for process in processes])),
        uss_bytes=float(np.mean([process.uss_bytes for process in processes])),
        thread_count=float(np.mean([process.thread_count for process in processes])),
        node_costs=_node_costs(label, processes),
    )


def _node_costs(label: str, processes: Sequence[ProcessRecord]) -> tuple[NodeCost, ...]:
    totals: dict[str, float] = {}
    for process in processes:
        named = 0.0
        for thread in process.threads:
            if thread.node is not None:
                totals[thread.node] = totals.get(thread.node, 0.0) + thread.cpu_percent
                named += thread.cpu_percent
        # threads that exited inside the window are in the process's figure alone
        totals[UNNAMED] = totals.get(UNNAMED, 0.0) + max(0.0, process.cpu_percent - named)
    costs = [NodeCost(label, node, total / len(processes)) for node, total in totals.items()]
    return tuple(sorted(costs, key=lambda cost: (cost.node == UNNAMED, -cost.cpu_percent)))


def node_cpu_percent(records: Sequence[TrialRecord], composition: str) -> dict[str, float]:
    """Return CPU per node of a composition.

    A process of one node is that node's, with all its threads; in a process of several, only
    threads that carry a node's name are counted, the rest stands under :data:`UNNAMED`.
    """
    costs: dict[str, float] = {}
    for process in process_costs(records, composition):
        if len(process.nodes) == 1:
            costs[process.nodes[0]] = costs.get(process.nodes[0], 0.0) + process.cpu_percent
            continue
        for cost in process.node_costs:
            costs[cost.node] = costs.get(cost.node, 0.0) + cost.cpu_percent
    return costs
