# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a wake-up costs a real process more than its replay; pure.

A thread that is woken finds caches that others have used meanwhile, and a robot's programs need
more of them than the engine's. So each process takes more than the replay of its messages, in
proportion to how often it wakes, besides its own work. Arms differ most in how often they wake.

No process takes less than its messages and wake-ups cost, and some do nothing else. So the cost is
the least that processes show, but for the lowest tenth, as with costs of messages.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nav2_composition_bench.recording.arms import RECORDED
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.trial.record import TrialRecord

_LEAST_PROCESSES = 5
"""With fewer of them none may be without work of its own."""
PERCENT_OF_US_HZ = 1e-4


def wake_cost_us(topology: Topology, records: Sequence[TrialRecord], slower: float) -> float:
    """Return how much CPU time a wake-up takes more than in the replay of the same arrangement.

    :param records: trials of it, and others.
    :param slower: by what factor known work takes longer beside the trials than it took beside the
        recorded system.
    :returns: 0 where processes are too few, or took no more than their replay.
    """
    recorded = topology.recorded
    own = {node.full_name: node.own_cpu_percent for node in topology.nodes}
    valid = [each for each in records if each.valid and each.arm == RECORDED]
    costs = []
    for process in () if recorded is None else recorded.processes:
        replayed = _replayed([name.lstrip("/") for name in process.nodes], valid)
        if process.cpu_percent is None or replayed is None:
            continue
        cpu_percent, wakes_hz = replayed
        messages_percent = cpu_percent - sum(own[name] for name in process.nodes)
        more_percent = process.cpu_percent * slower - messages_percent
        costs.append(more_percent / (wakes_hz * PERCENT_OF_US_HZ))
    if len(costs) < _LEAST_PROCESSES:
        return 0.0
    return max(0.0, sorted(costs)[len(costs) // 10])


def _replayed(nodes: Sequence[str], valid: Sequence[TrialRecord]) -> tuple[float, float] | None:
    """Return mean CPU and wake-ups per second of the process of some nodes."""
    its = [
        process
        for record in valid
        for process in record.processes
        if set(process.nodes) == set(nodes) and process.voluntary_context_switches_hz
    ]
    if not its:
        return None
    return (
        float(np.mean([process.cpu_percent for process in its])),
        float(np.mean([process.voluntary_context_switches_hz for process in its])),
    )
