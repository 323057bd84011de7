# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The studies whose trials calibrate the model and put placements side by side."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping, Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.space import ONE_LOOP, Row, Space, one_per_unit
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.placement import Loop, Placement
from nav2_composition_bench.study.study import Limits, Study
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import inside

CALIBRATED_ON = "one_per_node"
"""Name of the placement whose trial calibrates the model: its threads tell nodes apart."""
BEST = "best_1"
_ATTEMPTS = 3
_LIMITS = Limits(bring_up_s=120.0)


def placement_study(
    name: str,
    topology: Topology,
    executor: Executor,
    placements: Sequence[Placement],
    *,
    rmw: str,
    trials: int,
    seed: int,
    window_s: float,
) -> Study:
    """Return a study with an arm for each placement, called as it is.

    :param rmw: middleware of all arms.
    :param trials: blocks.
    """
    common = {"executor": executor.value, "topology": topology.name, "rmw": rmw}
    design = ArmDesign(
        {},
        tuple(ListedArm(each.name, {**common, "composition": each.name}) for each in placements),
        tuple(placements),
        CALIBRATED_ON,
        topologies=(topology.name,),
    )
    return study_of_arms(name, topology, design, trials=trials, seed=seed, window_s=window_s)


def study_of_arms(
    name: str, topology: Topology, design: ArmDesign, *, trials: int, seed: int, window_s: float
) -> Study:
    """Return a study of one topology in several arms.

    :param trials: blocks.
    """
    return Study(
        name=name,
        system="topology",
        design=design,
        trials=trials,
        seed=seed,
        workload=Exchange({topology.name: topology}, window_s=window_s),
        max_attempts=_ATTEMPTS,
        limits=_LIMITS,
    )


def compared_placements(
    space: Space, found: Sequence[Row], asked: Sequence[Placement] = (), *, others: int, seed: int
) -> tuple[Placement, ...]:
    """Return one loop, one for each unit, random placements, those that were found, and others.

    The first two are bound to no core. There may be fewer random ones where there are no more.

    :param found: the best first.
    :param asked: the others, left out where they come to the same as one of these.
    :param others: how many random ones.
    """
    chance: list[Row] = []
    source = random.Random(seed)
    for _ in range(100 * others):
        row = space.random(source)
        if len(chance) < others and row not in (*found, *chance):
            chance.append(row)
    named = [(f"random_{n}", row) for n, row in enumerate(chance, 1)]
    named += [(f"best_{n}", row) for n, row in enumerate(found, 1)]
    usual = (
        ONE_LOOP,
        one_per_unit(space.units, CALIBRATED_ON),
        *(Placement(name, (space.loops_of(row),)) for name, row in named),
    )
    names = tuple(node for unit in space.units for node in unit)
    running = {each.what_runs(names) for each in usual}
    return (*usual, *(each for each in asked if each.what_runs(names) not in running))


def loops_in(placement: Placement, topology: Topology) -> tuple[Loop, ...]:
    """Return the loops of a placement in one process, with all nodes by name.

    :raises UserError: for one in which some node has another process.
    """
    names = inside(topology)
    processes = placement.shared(names)
    if len(placement.partition(names)) > 1 or not processes:
        raise UserError(
            f"placement '{placement}' has nodes in several processes, and a search is for one; part"
            " nodes by , and |, and name all, or * for the others"
        )
    return processes[0].loops


def on_cores(placement: Placement, numbers: Mapping[int, int]) -> Placement:
    """Return a placement with other numbers of cores.

    :param numbers: of each core of the placement → the other one.
    """
    processes = tuple(
        tuple(
            loop if loop.core is None else dataclasses.replace(loop, core=numbers[loop.core])
            for loop in process
        )
        for process in placement.processes
    )
    return dataclasses.replace(placement, processes=processes)
