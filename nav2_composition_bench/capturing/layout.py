# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Placements of a captured system's nodes in processes; pure.

Nodes that cannot be parted stay together, see :mod:`nav2_composition_bench.topology.units`.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import COMPOSITION
from nav2_composition_bench.study.placement import (
    ALL,
    EACH,
    ISOLATED,
    MULTI_PROCESS,
    Loop,
    Placement,
    is_per_node,
    one_each,
    refuse_named_twice,
    refuse_other_nodes,
)
from nav2_composition_bench.study.topology_table import topology_table
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import Partition, grouped, inside, units

Pair = frozenset[str]


def composition_of(name: str, partition: Partition) -> Placement:
    """Return the composition with these processes, whose nodes have an executor each.

    :param name: of one that is not among the stock ones.
    """
    placement = one_each(name, partition)
    if not placement.processes:
        return MULTI_PROCESS
    return ISOLATED if len(partition) == 1 else placement


def keeps_apart(arm: Arm, names: Sequence[str], pairs: Collection[Pair]) -> bool:
    """Tell whether an arm has no process with both nodes of a pair."""
    partition = arm[COMPOSITION].partition(names)
    return not any(pair <= set(part) for part in partition for pair in pairs)


def read_pairs(texts: Iterable[str], topology: Topology) -> frozenset[Pair]:
    """Read ``a,b`` each; of several nodes every two are a pair.

    :raises UserError: for a node that is not there, or two that one program makes.
    """
    names, pairs = inside(topology), set[Pair]()
    for text in texts:
        words = [word.strip().lstrip("/") for word in text.split(",")]
        for word in words:
            refuse_unknown("--keep-apart", word, names)
        if len(set(words)) < 2:
            raise UserError(f"--keep-apart: '{text}' names no two nodes; write NODE,NODE")
        pairs |= {frozenset((one, other)) for one in words for other in words if one != other}
    for unit in units(topology):
        for pair in pairs:
            if pair <= set(unit):
                raise UserError(
                    f"--keep-apart: {' and '.join(sorted(pair))} are made by one program, and"
                    " cannot be apart"
                )
    return frozenset(pairs)


def with_units(placement: Placement, topology: Topology) -> Placement:
    """Return a placement with the nodes that cannot be parted from those it names.

    They have an executor each where the nodes of their process have, else that of the node named.

    :raises UserError: for a node that is not there, or whose unit is in two executors.
    """
    where = f"placement '{placement}'"
    refuse_other_nodes(placement, inside(topology), where, topology_table(topology))
    home = {name: unit for unit in units(topology) for name in unit}

    def whole(nodes: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for node in nodes for name in home.get(node, (node,))))

    processes = tuple(
        tuple(Loop((name,)) for name in whole(node for loop in process for node in loop.nodes))
        if is_per_node(process)
        else tuple(replace(loop, nodes=whole(loop.nodes)) for loop in process)
        for process in placement.processes
    )
    found = replace(placement, processes=processes)
    refuse_named_twice(found, where)
    if ALL in found.named or EACH in found.named:
        return found
    others = one_each("others", [each for each in units(topology) if each[0] not in found.named])
    return replace(found, processes=(*processes, *others.processes))


def merged_by_traffic(
    topology: Topology, processes: int, apart: Collection[Pair] = ()
) -> Partition:
    """Join units that send each other most, for their number, until so few processes are left.

    :param apart: pairs that no process may have both of, however many processes are left then.
    """
    parts = [set(unit) for unit in units(topology)]
    flows = _flows(topology)

    def closeness(both: tuple[set[str], set[str]]) -> tuple[float, int]:
        one, other = both
        return _between(one, other, flows) / (len(one) * len(other)), -len(one) - len(other)

    while len(parts) > processes:
        pairs = [
            (one, other)
            for one, other in itertools.combinations(parts, 2)
            if not any(pair <= one | other for pair in apart)
        ]
        if not pairs:
            break
        one, other = max(reversed(pairs), key=closeness)
        parts = [part for part in parts if part is not one and part is not other] + [one | other]
    return grouped(topology, parts)


def by_namespace(topology: Topology) -> Partition:
    """Join the units of each namespace's first part, such as a robot's.

    Libraries make nodes in the root namespace inside those of a robot, as tf2 its listeners.
    """
    found: dict[str, set[str]] = {}
    for unit in units(topology):
        spaces = (name.partition("/")[0] for name in unit if "/" in name)
        found.setdefault(min(spaces, default=""), set()).update(unit)
    return grouped(topology, found.values())


def refuse_unknown(where: str, name: str, names: Collection[str]) -> None:
    """:raises UserError: for a node that is not among those that are compared."""
    if name not in names:
        raise UserError(
            f"{where}: there is no node '{name}'; {suggestion(name, names)}known:"
            f" {', '.join(names)}"
        )


def _flows(topology: Topology) -> dict[Pair, float]:
    """Return messages per second between every two nodes."""
    senders: dict[str, list[tuple[str, float]]] = {}
    for node in topology.nodes:
        for publisher in node.publishers:
            rate_hz = publisher.rate_hz or 0.0
            senders.setdefault(publisher.topic, []).append((node.full_name.lstrip("/"), rate_hz))
    found: dict[Pair, float] = {}
    for node in topology.nodes:
        for subscription in node.subscriptions:
            for sender, rate_hz in senders.get(subscription.topic, ()):
                pair = frozenset((sender, node.full_name.lstrip("/")))
                found[pair] = found.get(pair, 0.0) + rate_hz
    return found


def _between(one: Collection[str], other: Collection[str], flows: Mapping[Pair, float]) -> float:
    return sum(flows.get(frozenset((a, b)), 0.0) for a in one for b in other)
