# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Loops of one process as rows of small numbers, which a genetic search can cross and change."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from nav2_composition_bench.study.placement import ALL, Loop, Placement
from nav2_composition_bench.topology.units import Partition

Row = tuple[int, ...]
"""A loop for each unit, then a core for each loop."""


@dataclass(frozen=True)
class Space:
    """All placements that are searched.

    :param units: nodes that share a loop in each of them, as the node table calls them.
    :param loops: how many there may be at most.
    :param cores: how many there are; each loop is bound to one.
    """

    units: Partition
    loops: int
    cores: int

    @property
    def highest(self) -> list[int]:
        """The highest number at each place of a row."""
        return [self.loops - 1] * len(self.units) + [self.cores - 1] * self.loops

    def canonical(self, row: Sequence[int]) -> Row:
        """Return the same for all rows of one placement.

        Loops are numbered as they come, those without units are on core 0. Cores are alike, so
        they are numbered as they come, too.
        """
        numbers: dict[int, int] = {}
        loops = [numbers.setdefault(loop, len(numbers)) for loop in row[: len(self.units)]]
        of_loops = row[len(self.units) :]
        places: dict[int, int] = {}
        cores = [places.setdefault(of_loops[old], len(places)) for old in numbers]
        return (*loops, *cores, *[0] * (self.loops - len(cores)))

    def loops_of(self, row: Sequence[int]) -> tuple[Loop, ...]:
        """Return the loops that a row stands for."""
        same = self.canonical(row)
        loops = same[: len(self.units)]
        return tuple(
            Loop(
                tuple(node for unit, its in zip(self.units, loops) if its == loop for node in unit),
                same[len(self.units) + loop],
            )
            for loop in range(max(loops) + 1)
        )

    def random(self, source: random.Random) -> Row:
        """Return any placement."""
        return self.canonical([source.randint(0, most) for most in self.highest])

    def usual(self) -> tuple[Row, ...]:
        """Return the placements that need no search: one loop, and units dealt out round-robin."""
        one = [0] * (len(self.units) + self.loops)
        dealt = [index % self.loops for index, _ in enumerate(self.units)]
        spread = [loop % self.cores for loop in range(self.loops)]
        return self.canonical(one), self.canonical([*dealt, *spread])


ONE_LOOP = Placement("one_loop", ((Loop((ALL,)),),))
"""One loop for all nodes, on any core."""


def one_per_unit(units: Partition, name: str) -> Placement:
    """Return the placement with a loop for each unit, on any core.

    The last one is of all others, so that its program is told the loops: their threads are
    called by their numbers then, and not as the threads that nodes have besides.
    """
    return Placement(name, ((*(Loop(unit) for unit in units[:-1]), Loop((ALL,))),))
