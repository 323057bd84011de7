# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How many endpoints each machine of a fleet is to find."""

from __future__ import annotations

from collections import Counter, defaultdict

from nav2_composition_bench.study.fleet import Discovery, machine_of
from nav2_composition_bench.topology.generated_fleet import OPERATOR
from nav2_composition_bench.topology.graph import Topology

_Ends = dict[str, Counter[str]]


def wanted_pairs(graph: Topology, discovery: Discovery) -> dict[str, int]:
    """Return machine → matches that it has when it has found all that it is to find.

    Those of robots are without the operator, who is not there most of the time.
    """
    publishers, subscriptions = _ends(graph)
    wanted: dict[str, int] = {}
    for machine in dict.fromkeys(machine_of(node.full_name) for node in graph.nodes):
        wanted[machine] = sum(
            publishers[topic][machine] * _others(subscriptions[topic], machine, discovery)
            + subscriptions[topic][machine] * _others(publishers[topic], machine, discovery)
            for topic in publishers.keys() | subscriptions.keys()
        )
    return wanted


def _ends(graph: Topology) -> tuple[_Ends, _Ends]:
    """Topic → how many publishers, and subscriptions, each machine has."""
    publishers: _Ends = defaultdict(Counter)
    subscriptions: _Ends = defaultdict(Counter)
    for node in graph.nodes:
        machine = machine_of(node.full_name)
        for publisher in node.publishers:
            publishers[publisher.topic][machine] += 1
        for subscription in node.subscriptions:
            subscriptions[subscription.topic][machine] += 1
    return publishers, subscriptions


def _others(ends: Counter[str], machine: str, discovery: Discovery) -> int:
    """Count the other ends that a machine is to find."""
    if machine != OPERATOR and not discovery.joins_robots:
        return ends[machine]
    return sum(number for name, number in ends.items() if name != OPERATOR)
