# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of one topology in different middlewares."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from nav2_composition_bench.settling.commands import ProcessPlan
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import COMPOSITION, RMW
from nav2_composition_bench.study.placement import MULTI_PROCESS
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import inside


def with_middlewares(processes: Sequence[ProcessPlan], graph: Topology) -> tuple[ProcessPlan, ...]:
    """Give each process the middleware that its nodes ask for, if they do."""
    asked = {node.full_name.lstrip("/"): node.rmw for node in graph.nodes if node.rmw}
    return tuple(
        dataclasses.replace(process, environment={"RMW_IMPLEMENTATION": asked[name]})
        if (name := next(filter(asked.__contains__, process.nodes), None)) is not None
        else process
        for process in processes
    )


def middlewares_of(arm: Arm, graph: Topology) -> tuple[str, ...]:
    """Return every middleware of an arm: that of the processes beside the system's, too."""
    return tuple(dict.fromkeys((arm[RMW], *(node.rmw for node in graph.nodes if node.rmw))))


def middleware_lacks(arm: Arm, graph: Topology) -> Iterator[str]:
    """Yield a clause if nodes that share a process ask for different middlewares."""
    rmw = {node.full_name.lstrip("/"): node.rmw or arm[RMW] for node in graph.nodes}
    for process in arm[COMPOSITION].shared(inside(graph)):
        held = process.nodes
        for name in held[1:]:
            if rmw[name] != rmw[held[0]]:
                yield (
                    f"{arm[COMPOSITION]} has {held[0]} of {rmw[held[0]]} and {name} of {rmw[name]}"
                    f" in one process, which can load one middleware; take"
                    f" {MULTI_PROCESS}"
                )
                return
