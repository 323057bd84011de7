# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Mappings as rows of small numbers, which a genetic search can cross and change."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.study.loop_mapping import Loop, LoopMapping
from nav2_composition_bench.topology.units import Partition

Genome = tuple[int, ...]
"""A loop for each unit, then a core for each loop."""


@dataclass(frozen=True)
class Space:
    """All mappings that are searched.

    :param units: nodes that share a loop in every mapping, as the node table calls them.
    :param loops: how many there may be at most.
    :param cores: how many there are; each loop is bound to one.
    """

    units: Partition
    loops: int
    cores: int

    @property
    def highest(self) -> list[int]:
        """The highest number at each place of a genome."""
        return [self.loops - 1] * len(self.units) + [self.cores - 1] * self.loops

    def canonical(self, genome: Sequence[int]) -> Genome:
        """Return the same for all genomes of one mapping.

        Loops are numbered as they come, those without units are on core 0. Cores are alike, so
        they are numbered as they come, too.
        """
        numbers: dict[int, int] = {}
        loops = [numbers.setdefault(loop, len(numbers)) for loop in genome[: len(self.units)]]
        of_loops = genome[len(self.units) :]
        places: dict[int, int] = {}
        cores = [places.setdefault(of_loops[old], len(places)) for old in numbers]
        return (*loops, *cores, *[0] * (self.loops - len(cores)))

    def mapping(self, genome: Sequence[int], name: str) -> LoopMapping:
        """Return the mapping that a genome stands for."""
        same = self.canonical(genome)
        loops = same[: len(self.units)]
        return LoopMapping(
            name,
            tuple(
                Loop(
                    tuple(
                        node for unit, its in zip(self.units, loops) if its == loop for node in unit
                    ),
                    same[len(self.units) + loop],
                )
                for loop in range(max(loops) + 1)
            ),
        )

    def random(self, source: random.Random) -> Genome:
        """Return any mapping."""
        return self.canonical([source.randint(0, most) for most in self.highest])

    def usual(self) -> tuple[Genome, ...]:
        """Return the mappings that need no search: one loop, and units dealt out round-robin."""
        one = [0] * (len(self.units) + self.loops)
        dealt = [index % self.loops for index, _ in enumerate(self.units)]
        spread = [loop % self.cores for loop in range(self.loops)]
        return self.canonical(one), self.canonical([*dealt, *spread])


def one_loop(units: Partition) -> LoopMapping:
    """Return the mapping of one loop, on any core."""
    return LoopMapping("one_loop", (Loop(tuple(node for unit in units for node in unit)),))


def one_per_node(units: Partition, name: str = "one_per_node") -> LoopMapping:
    """Return the mapping of a loop for each unit, on any core."""
    return LoopMapping(name, tuple(Loop(unit) for unit in units))
