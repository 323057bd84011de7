# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Small loads whose queues can be worked out by hand."""

from __future__ import annotations

from nav2_composition_bench.placing.load import Load, Outlet, Sink, Source
from nav2_composition_bench.study.placement import Loop
from nav2_composition_bench.topology.entities import NO_WORK, Work
from nav2_composition_bench.topology.units import Partition


def fan(*work_us: int, period_us: float = 10_000.0, depth: int = 10) -> Load:
    """A publisher, and a node for each work that one of its messages causes."""
    nodes = ("talker", *(f"listener_{number}" for number, _ in enumerate(work_us)))
    sinks = tuple(
        Sink(number, depth, Work(work_us=its), (), (number - 1,))
        for number, its in enumerate(work_us, 1)
    )
    outlet = tuple(range(len(work_us)))
    source = Source(0, period_us, NO_WORK, (0,))
    return Load(nodes, (source,), sinks, (Outlet(outlet),), tuple(f"path_{n}" for n in outlet))


def chain(*work_us: int, period_us: float = 10_000.0) -> Load:
    """A publisher, and nodes that hand its messages on; the path ends in the last one."""
    last = len(work_us)
    sinks = tuple(
        Sink(
            number,
            10,
            Work(work_us=its),
            () if number == last else (number,),
            (0,) if number == last else (),
        )
        for number, its in enumerate(work_us, 1)
    )
    nodes = ("talker", *(f"stage_{number}" for number in range(1, last + 1)))
    outlets = tuple(Outlet((number,)) for number in range(last))
    return Load(nodes, (Source(0, period_us, NO_WORK, (0,)),), sinks, outlets, ("chain",))


def alone(load: Load) -> Partition:
    """Each node as one that can be parted from all others."""
    return tuple((node,) for node in load.nodes)


def one_loop(load: Load) -> tuple[Loop, ...]:
    """One loop for all nodes."""
    return (Loop(load.nodes),)


def one_each(load: Load) -> tuple[Loop, ...]:
    """A loop for each node."""
    return tuple(map(Loop, alone(load)))


def loops(load: Load, *of_nodes: int, cores: tuple[int | None, ...] = ()) -> tuple[Loop, ...]:
    """These loops for the nodes, in order."""
    return tuple(
        Loop(
            tuple(name for name, its in zip(load.nodes, of_nodes) if its == loop),
            cores[loop] if cores else None,
        )
        for loop in range(max(of_nodes) + 1)
    )
