# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The studies whose trials calibrate the model and put mappings side by side."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence

from nav2_composition_bench.mapping.genome import Genome, Space, one_loop, one_per_node
from nav2_composition_bench.mapping.search import SearchState
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.loop_mapping import LoopMapping
from nav2_composition_bench.study.study import Limits, Study
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import outside

CALIBRATED_ON = "one_per_node"
"""Name of the mapping whose trial calibrates the model: its threads tell nodes apart."""
BEST = "best_1"
_ATTEMPTS = 3
_LIMITS = Limits(bring_up_s=120.0)


def mapping_study(
    name: str,
    topology: Topology,
    executor: Executor,
    mappings: Sequence[LoopMapping],
    *,
    rmw: str,
    trials: int,
    seed: int,
    window_s: float,
) -> Study:
    """Return a study with an arm for each mapping, called as it is.

    :param rmw: middleware of all arms.
    :param trials: blocks.
    """
    # A container where one process cannot have all nodes; with a mapping they are spun alike.
    composition = Composition.ISOLATED if outside(topology) else Composition.MANUAL
    common = {
        "composition": composition.value,
        "executor": executor.value,
        "topology": topology.name,
        "rmw": rmw,
    }
    design = ArmDesign(
        {},
        tuple(ListedArm(each.name, {**common, "mapping": each.name}) for each in mappings),
        baseline=CALIBRATED_ON,
        topologies=(topology.name,),
        mappings=tuple(mappings),
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


def compared_mappings(
    space: Space, state: SearchState, *, best: int, others: int, seed: int
) -> tuple[LoopMapping, ...]:
    """Return one loop, one for each node, random mappings, and the best that were found.

    The first two are bound to no core. There may be fewer random ones where there are no more.
    """
    found = [genome for _, genome in state.best[:best]]
    chance: list[Genome] = []
    source = random.Random(seed)
    for _ in range(100 * others):
        genome = space.random(source)
        if len(chance) < others and genome not in (*found, *chance):
            chance.append(genome)
    return (
        one_loop(space.units),
        one_per_node(space.units, CALIBRATED_ON),
        *(space.mapping(genome, f"random_{n}") for n, genome in enumerate(chance, 1)),
        *(space.mapping(genome, f"best_{n}") for n, genome in enumerate(found, 1)),
    )


def on_cores(mapping: LoopMapping, numbers: Sequence[int]) -> LoopMapping:
    """Return a mapping whose cores, counted from 0 on, have the numbers of a machine's."""
    loops = tuple(
        loop if loop.core is None else dataclasses.replace(loop, core=numbers[loop.core])
        for loop in mapping.loops
    )
    return dataclasses.replace(mapping, loops=loops)
