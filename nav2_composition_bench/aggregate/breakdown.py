# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cost per process, and per node inside each process."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from nav2_composition_bench.trial.record import ProcessRecord, TrialRecord

UNNAMED = "(other threads)"
"""CPU of a process's threads that carry no node's name: middleware, garbage, the main thread."""


def node_cpu_percent(process: ProcessRecord) -> dict[str, float]:
    """Return the CPU of the threads that carry a node's name, by node."""
    costs: dict[str, float] = {}
    for thread in process.threads:
        if thread.node is not None:
            costs[thread.node] = costs.get(thread.node, 0.0) + thread.cpu_percent
    return costs


@dataclass(frozen=True)
class ProcessCost:
    """CPU of the processes of one label, means over valid trials.

    :param nodes: names of the nodes it holds.
    :param node_cpu_percent: node → CPU of the threads that carry its name, the costliest first;
        what is left stands last under :data:`UNNAMED`.
    """

    label: str
    nodes: tuple[str, ...]
    cpu_percent: float
    node_cpu_percent: Mapping[str, float]

    @property
    def is_told_apart(self) -> bool:
        """Whether threads that carry a node's name do at least half of the work.

        They do not where nodes share an executor's threads, or where nobody names threads.
        """
        unnamed = self.node_cpu_percent.get(UNNAMED, 0.0)
        return len(self.nodes) == 1 or unnamed <= self.cpu_percent / 2


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
    nodes: dict[str, None] = field(default_factory=dict)
    per_node: dict[str, float] = field(default_factory=dict)

    def add(self, process: ProcessRecord) -> None:
        self.readings += 1
        cpu_percent = process.metrics["cpu_percent"]
        self.cpu_percent += cpu_percent
        self.nodes.update(dict.fromkeys(process.nodes))
        named = node_cpu_percent(process)
        for node, its_percent in named.items():
            self.per_node[node] = self.per_node.get(node, 0.0) + its_percent
        # threads that exited inside the window are in the process's figure alone
        unnamed = max(0.0, cpu_percent - sum(named.values()))
        self.per_node[UNNAMED] = self.per_node.get(UNNAMED, 0.0) + unnamed

    def mean(self, label: str) -> ProcessCost:
        ordered = sorted(self.per_node, key=lambda node: (node == UNNAMED, -self.per_node[node]))
        return ProcessCost(
            label,
            tuple(self.nodes),
            self.cpu_percent / self.readings,
            {node: self.per_node[node] / self.readings for node in ordered},
        )


def process_costs(records: Iterable[TrialRecord], arm: str) -> tuple[ProcessCost, ...]:
    """Return the processes of an arm's valid trials, the costliest first."""
    ledger = CostLedger()
    for record in records:
        if record.arm == arm:
            ledger.add(record)
    return ledger.costs(arm)


def cpu_percent_by_node(processes: Iterable[ProcessCost]) -> dict[str, float]:
    """Return CPU per node of an arm.

    A process of one node is that node's, with all its threads; in a process of several, only
    threads that carry a node's name are counted, the rest stands under :data:`UNNAMED`.
    """
    costs: dict[str, float] = {}
    for process in processes:
        is_alone = len(process.nodes) == 1
        of_nodes = {process.nodes[0]: process.cpu_percent} if is_alone else process.node_cpu_percent
        for node, cpu_percent in of_nodes.items():
            costs[node] = costs.get(node, 0.0) + cpu_percent
    return costs


@dataclass(frozen=True)
class NodeChange:
    """CPU of one node in two studies, means over valid trials; None where it does not exist."""

    node: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float:
        """After less before, a missing node being free."""
        return (self.after or 0.0) - (self.before or 0.0)


def node_changes(
    baseline: Iterable[ProcessCost], candidate: Iterable[ProcessCost]
) -> tuple[NodeChange, ...]:
    """Return the nodes of an arm's processes, the one whose CPU changed most first."""
    before, after = cpu_percent_by_node(baseline), cpu_percent_by_node(candidate)
    changes = [
        NodeChange(node, before.get(node), after.get(node)) for node in before.keys() | after.keys()
    ]
    return tuple(sorted(changes, key=lambda one: (-abs(one.difference), one.node)))
