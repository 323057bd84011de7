# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a wake-up costs a real process more than its replay; pure.

A thread that is woken finds caches that others have used meanwhile, and a robot's programs need
more of them than the engine's. So each process takes more than the replay of its messages, in
proportion to how often it wakes, besides its own work. Arms differ most in how often they wake.

No process takes less than its messages and wake-ups cost, and some do nothing else. So the cost is
the least that processes show, but for the lowest quarter: nothing shows which messages a system
leaves untaken, and processes whose replay takes them seem to take less than they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from nav2_composition_bench.capturing.arms import CAPTURED
from nav2_composition_bench.capturing.node_costs import least_shown
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT
from nav2_composition_bench.trial.record import TrialRecord

_MIN_PROCESSES = 5
"""With fewer of them none may be without work of its own."""
TYPICAL_US = 3.0
"""What is taken then: 2.9 µs were found in a capture of Nav2 with a process for each node (rclcpp
28.1.6, Nav2 1.3.13, 2026-11-28)."""
NO_WAKE_COSTS: Mapping[int, float] = MappingProxyType({})


@dataclass(frozen=True)
class WakeCosts:
    """What a wake-up costs more than in the replay.

    :param us: by block; the blocks differ by what the replay took in them, and tell by that how
        well the cost is known.
    :param is_typical: too few processes were captured to tell it.
    """

    us: Mapping[int, float] = field(default_factory=dict)
    is_typical: bool = False

    @property
    def mean_us(self) -> float:
        """Mean over the blocks; 0 where nothing is known."""
        return sum(self.us.values()) / len(self.us) if self.us else 0.0


@dataclass(frozen=True)
class ReplayedProcess:
    """A captured process beside the one that replays it.

    :param nodes: full names.
    :param more_percent: CPU that the captured one took more than its messages took in the replay.
    """

    nodes: tuple[str, ...]
    more_percent: float
    wakes_hz: float


def replayed_processes(
    topology: Topology, record: TrialRecord, slower: float
) -> Iterator[ReplayedProcess]:
    """Yield the captured processes whose CPU is known, and that are processes of the replay.

    :param topology: what was replayed; the own work of its nodes is no part of their messages.
    :param record: a trial of the captured arrangement.
    :param slower: by what factor known work takes longer beside the trial than it took beside the
        captured system.
    """
    captured = topology.captured
    own = {node.full_name: node.own_cpu_percent for node in topology.nodes}
    replayed = {frozenset(process.nodes): process for process in record.processes}
    for process in () if captured is None else captured.processes:
        replay = replayed.get(frozenset(name.lstrip("/") for name in process.nodes))
        if process.cpu_percent is None or replay is None:
            continue
        own_percent = sum(own[name] for name in process.nodes)
        messages_percent = replay.metrics["cpu_percent"] - own_percent
        yield ReplayedProcess(
            process.nodes,
            process.cpu_percent * slower - messages_percent,
            replay.metrics.get("voluntary_context_switches_hz", 0.0),
        )


def wake_costs(topology: Topology, records: Sequence[TrialRecord], slower: float) -> WakeCosts:
    """Return how much CPU time a wake-up takes more than in the replay of the arrangement.

    :param records: trials of the same arrangement, and others.
    :param slower: by what factor known work takes longer beside the trials than it took beside the
        captured system.
    :returns: nothing where processes took no more than their replay on average. Of too few
        processes the typical cost, or what they took more than their replay if that is less.
    """
    found: dict[int, float] = {}
    are_told = []
    for record in records:
        if record.valid and record.arm == CAPTURED:
            costs = [
                process.more_percent * US_PER_S_AND_PERCENT / process.wakes_hz
                for process in replayed_processes(topology, record, slower)
                if process.wakes_hz
            ]
            if costs:
                shown_us = least_shown(costs)
                are_told.append(len(costs) >= _MIN_PROCESSES)
                found[record.block] = shown_us if are_told[-1] else min(TYPICAL_US, shown_us)
    return WakeCosts(found, not all(are_told)) if sum(found.values()) > 0 else WakeCosts()
