# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A genetic search for the loops that the model says are best; seeded, and gone on with.

Losing no message comes before the objective. Each generation keeps the best two of the last one;
the rest are children of winners of tournaments, by DEAP's uniform crossover and mutation.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from deap import tools

from nav2_composition_bench.placing.prediction import Objective, Prediction
from nav2_composition_bench.placing.space import Row, Space
from nav2_composition_bench.study.placement import Loop

_KEPT = 2
_TOURNAMENT = 3
_CROSSED = 0.7
"""Share of pairs of children that are crossed."""
_SWAPPED = 0.3
"""Share of places that a crossing swaps."""
REMEMBERED = 16
"""Best rows that a state holds."""

Score = tuple[int, float]
"""Messages lost, then the objective; less is better."""
Predict = Callable[[tuple[Loop, ...]], Prediction]


@dataclass(frozen=True)
class SearchOptions:
    """How long and for what is searched.

    :param population: placements in a generation.
    """

    objective: Objective
    generations: int
    population: int
    seed: int


@dataclass(frozen=True)
class SearchState:
    """All that the next generation follows from.

    :param generation: how many are done.
    :param best: of all generations, best first.
    :param random_state: as ``random.getstate`` returns it.
    """

    generation: int
    population: tuple[Row, ...]
    best: tuple[tuple[Score, Row], ...]
    random_state: tuple[Any, ...]


class _Individual(list[int]):
    """What DEAP's operators work on."""

    fitness: Score

    def __init__(self, row: Row, fitness: Score) -> None:
        super().__init__(row)
        self.fitness = (-fitness[0], -fitness[1])  # DEAP takes the highest for the fittest


def search(
    space: Space,
    predict: Predict,
    options: SearchOptions,
    begun: SearchState | None = None,
    done: Callable[[SearchState], None] = lambda state: None,
) -> SearchState:
    """Search until all generations are done, and return the last state.

    :param predict: what the model says of loops; equal for equal ones.
    :param begun: where an earlier search with the same arguments stopped.
    :param done: called after each generation.
    """
    known: dict[Row, Score] = {} if begun is None else {row: score for score, row in begun.best}

    def score(row: Row) -> Score:
        if row not in known:
            prediction = predict(space.loops_of(row))
            known[row] = (prediction.lost, prediction.value(options.objective))
        return known[row]

    state = begun or _first(space, score, options)
    if begun is None:
        done(state)
    while state.generation < options.generations:
        state = _next(space, score, state)
        done(state)
    return state


def _first(space: Space, score: Callable[[Row], Score], options: SearchOptions) -> SearchState:
    source = random.Random(options.seed)
    usual = space.usual()[: options.population]
    others = (space.random(source) for _ in range(options.population - len(usual)))
    population = (*usual, *others)
    return SearchState(0, population, _best((), population, score), source.getstate())


def _next(space: Space, score: Callable[[Row], Score], state: SearchState) -> SearchState:
    with _random_from(state.random_state) as left:
        parents = [_Individual(row, score(row)) for row in state.population]
        children: list[Row] = []
        while len(children) < len(parents) - _KEPT:
            pair = [_Individual(tuple(each), (0, 0.0)) for each in _chosen(parents)]
            if random.random() < _CROSSED:
                tools.cxUniform(*pair, _SWAPPED)
            for child in pair:
                tools.mutUniformInt(child, 0, space.highest, 1.0 / len(child))
                children.append(space.canonical(child))
        kept = sorted(dict.fromkeys(state.population), key=lambda row: (score(row), row))
        population = (*kept[:_KEPT], *children)[: len(parents)]
        left.append(random.getstate())
    best = _best(state.best, population, score)
    return SearchState(state.generation + 1, population, best, left[0])


def _chosen(parents: list[_Individual]) -> list[_Individual]:
    found: list[_Individual] = tools.selTournament(parents, 2, _TOURNAMENT)
    return found


def _best(
    earlier: tuple[tuple[Score, Row], ...],
    population: tuple[Row, ...],
    score: Callable[[Row], Score],
) -> tuple[tuple[Score, Row], ...]:
    together = {row: known for known, row in earlier}
    together |= {row: score(row) for row in population}
    ordered = sorted((known, row) for row, known in together.items())
    return tuple(ordered[:REMEMBERED])


@contextlib.contextmanager
def _random_from(state: tuple[Any, ...]) -> Iterator[list[tuple[Any, ...]]]:
    """Have Python's shared source, which DEAP draws from, begin there; give it back as it was."""
    others = random.getstate()
    left: list[tuple[Any, ...]] = []
    random.setstate(state)
    try:
        yield left
    finally:
        random.setstate(others)
