# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU of nodes' own work, by a replay of the captured arrangement that does none; pure.

A capture takes messages to cost what they cost on another machine, by known work at most. A
replay of the messages alone tells what they cost here and now. What a captured process took beyond
that is what its wake-ups cost more than in the replay, see :mod:`.wake_cost`, and its own work.
"""

from __future__ import annotations

import dataclasses

from nav2_composition_bench.capturing.carry_over import slower_than_captured
from nav2_composition_bench.capturing.node_costs import MAX_OWN_PERCENT
from nav2_composition_bench.capturing.wake_cost import replayed_processes, wake_costs
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT, with_own_percent
from nav2_composition_bench.trial.record import TrialRecord


def messages_alone(topology: Topology) -> Topology:
    """Return a captured topology whose nodes do no work of their own, as far as it can be told."""
    return _with_own(topology, dict.fromkeys(own_percent(topology), 0.0))


def with_replayed_work(topology: Topology, record: TrialRecord) -> Topology:
    """Return a captured topology with the own work that a trial of its messages alone tells.

    Nodes of one process share what that took more as the capture says they do.

    :param topology: as it was captured.
    :param record: a valid trial of the captured arrangement of ``messages_alone``.
    """
    bare = messages_alone(topology)
    slower = slower_than_captured([record], topology.captured)
    wake_us = wake_costs(bare, [record], slower).mean_us
    before = own_percent(topology)
    after: dict[str, float] = {}
    for process in replayed_processes(bare, record, slower):
        its = {name: before[name] for name in process.nodes if name in before}
        wakes_percent = wake_us * process.wakes_hz / US_PER_S_AND_PERCENT
        work_percent = max(0.0, process.more_percent - wakes_percent)
        after |= {
            name: min(MAX_OWN_PERCENT, work_percent * percent / sum(its.values()))
            for name, percent in its.items()
        }
    return _with_own(topology, after)


def own_percent(topology: Topology) -> dict[str, float]:
    """Return full name → CPU of own work, of the nodes inside that do any."""
    return {
        node.full_name: node.own_cpu_percent
        for node in topology.nodes
        if node.own_cpu_percent and not node.outside
    }


def _with_own(topology: Topology, percent: dict[str, float]) -> Topology:
    return dataclasses.replace(topology, nodes=with_own_percent(topology.nodes, percent))
