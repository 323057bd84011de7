# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cost per process, and per node inside each process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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
    def is_told_apart(self) -> bool:
        """Whether threads that carry a node's name do at least half of the work.

        They do not where nodes share an executor's threads, or where nobody names threads.
        """
        unnamed = sum(cost.cpu_percent for cost in self.node_costs if cost.node == UNNAMED)
        return len(self.nodes) == 1 or unnamed <= self.cpu_percent / 2

    @property
    def pss_bytes_per_node(self) -> float:
        """The process's PSS shared out evenly; memory cannot be told apart inside a process."""
        return self.pss_bytes / max(1, len(self.nodes))


class CostLedger:
    """Sums over the processes of valid trials, for studies whose records are not kept whole."""

    def __init__(self) -> None:
        self._trials: dict[str, int] = {}
        self._sums: dict[str, dict[str, _ProcessSum]] = {}

    def add(self, record: TrialRecord) -> None:
        """Take one trial in; an invalid one changes nothing."""
        if not record.valid:
            return
        self._trials[record.arm] = self._trials.get(record.arm, 0) + 1
        sums = self._sums.setdefault(record.arm, {})
        for process in record.processes:
            sums.setdefault(process.label, _ProcessSum()).add(process)

    def costs(self, arm: str) -> tuple[ProcessCost, ...]:
        """Return the processes of an arm, the costliest first."""
        sums = self._sums.get(arm, {})
        costs = [total.mean(label) for label, total in sums.items()]
        return tuple(sorted(costs, key=lambda cost: -cost.cpu_percent))

    def process_counts(self) -> dict[str, float]:
        """Return how many processes a trial of each arm has, on the mean."""
        return {
            name: sum(total.readings for total in self._sums[name].values()) / trials
            for name, trials in self._trials.items()
        }


@dataclass
class _ProcessSum:
    """Totals over the processes of one label; ``per_node`` is CPU percent."""

    readings: int = 0
    cpu_percent: float = 0.0
    pss_bytes: int = 0
    uss_bytes: int = 0
    thread_count: int = 0
    nodes: dict[str, None] = field(default_factory=dict)
    per_node: dict[str, float] = field(default_factory=dict)

    def add(self, process: ProcessRecord) -> None:
        self.readings += 1
        self.cpu_percent += process.cpu_percent
        self.pss_bytes += process.pss_bytes
        self.uss_bytes += process.uss_bytes
        self.thread_count += process.thread_count
        self.nodes.update(dict.fromkeys(process.nodes))
        named = 0.0
        for thread in process.threads:
            if thread.node is not None:
                self.per_node[thread.node] = (
                    self.per_node.get(thread.node, 0.0) + thread.cpu_percent
                )
                named += thread.cpu_percent
        # threads that exited inside the window are in the process's figure alone
        unnamed = max(0.0, process.cpu_percent - named)
        self.per_node[UNNAMED] = self.per_node.get(UNNAMED, 0.0) + unnamed

    def mean(self, label: str) -> ProcessCost:
        costs = [NodeCost(label, node, cpu / self.readings) for node, cpu in self.per_node.items()]
        return ProcessCost(
            label=label,
            nodes=tuple(self.nodes),
            cpu_percent=self.cpu_percent / self.readings,
            pss_bytes=self.pss_bytes / self.readings,
            uss_bytes=self.uss_bytes / self.readings,
            thread_count=self.thread_count / self.readings,
            node_costs=tuple(
                sorted(costs, key=lambda cost: (cost.node == UNNAMED, -cost.cpu_percent))
            ),
        )


def process_costs(records: Iterable[TrialRecord], arm: str) -> tuple[ProcessCost, ...]:
    """Return the processes of an arm's valid trials, the costliest first."""
    ledger = CostLedger()
    for record in records:
        if record.arm == arm:
            ledger.add(record)
    return ledger.costs(arm)


def node_cpu_percent(records: Sequence[TrialRecord], arm: str) -> dict[str, float]:
    """Return CPU per node of an arm.

    A process of one node is that node's, with all its threads; in a process of several, only
    threads that carry a node's name are counted, the rest stands under :data:`UNNAMED`.
    """
    return cpu_percent_by_node(process_costs(records, arm))


def cpu_percent_by_node(processes: Iterable[ProcessCost]) -> dict[str, float]:
    """Return the same of processes that were summed up already."""
    costs: dict[str, float] = {}
    for process in processes:
        if len(process.nodes) == 1:
            costs[process.nodes[0]] = costs.get(process.nodes[0], 0.0) + process.cpu_percent
            continue
        for cost in process.node_costs:
            costs[cost.node] = costs.get(cost.node, 0.0) + cost.cpu_percent
    return costs
