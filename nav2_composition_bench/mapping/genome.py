# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Mappings as rows of small numbers, which a genetic search can cross and change."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.study.loop_mapping import Loop, LoopMapping

Genome = tuple[int, ...]
"""A loop for each node, then a core for each loop."""


@dataclass(frozen=True)
class Space:
    """All mappings that are searched.

    :param nodes: as the node table calls them.
    :param loops: how many there may be at most.
    :param cores: how many there are; each loop is bound to one.
    """

    nodes: tuple[str, ...]
    loops: int
    cores: int

    @property
    def highest(self) -> list[int]:
        """The highest number at each place of a genome."""
        return [self.loops - 1] * len(self.nodes) + [self.cores - 1] * self.loops

    def canonical(self, genome: Sequence[int]) -> Genome:
        """Return the same for all genomes of one mapping.

        Loops are numbered as they come, those without nodes are on core 0. Cores are alike, so
        they are numbered as they come, too.
        """
        numbers: dict[int, int] = {}
        loops = [numbers.setdefault(loop, len(numbers)) for loop in genome[: len(self.nodes)]]
        of_loops = genome[len(self.nodes) :]
        places: dict[int, int] = {}
        cores = [places.setdefault(of_loops[old], len(places)) for old in numbers]
        return (*loops, *cores, *[0] * (self.loops - len(cores)))

    def mapping(self, genome: Sequence[int], name: str) -> LoopMapping:
        """Return the mapping that a genome stands for."""
        same = self.canonical(genome)
        loops = same[: len(self.nodes)]
        return LoopMapping(
            name,
            tuple(
                Loop(
                    tuple(node for node, its in zip(self.nodes, loops) if its == loop),
                    same[len(self.nodes) + loop],
                )
                for loop in range(max(loops) + 1)
            ),
        )

    def random(self, source: random.Random) -> Genome:
        """Return any mapping."""
        return self.canonical([source.randint(0, most) for most in self.highest])

    def usual(self) -> tuple[Genome, ...]:
        """Return the mappings that need no search: one loop, and nodes dealt out round-robin."""
        one = [0] * (len(self.nodes) + self.loops)
        dealt = [index % self.loops for index, _ in enumerate(self.nodes)]
        spread = [loop % self.cores for loop in range(self.loops)]
        return self.canonical(one), self.canonical([*dealt, *spread])


def one_loop(nodes: tuple[str, ...]) -> LoopMapping:
    """Return the mapping of one loop, on any core."""
    return LoopMapping("one_loop", (Loop(nodes),))


def one_per_node(nodes: tuple[str, ...], name: str = "one_per_node") -> LoopMapping:
    """Return the mapping of a loop for each node, on any core."""
    return LoopMapping(name, tuple(Loop((node,)) for node in nodes))
