# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import itertools
import random

import pytest
from loop_graphs import alone, fan

from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.prediction import Objective, Prediction
from nav2_composition_bench.placing.search import SearchOptions, SearchState, search
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.placing.space import Space
from nav2_composition_bench.study.placement import Loop

LOAD = fan(2000, 500, 1500)
SPACE = Space(alone(LOAD), 2, 2)
COSTS = Costs(publish_us=5, near_us=5, far_us=20, wake_us=10, wake_delay_us=30)
OPTIONS = SearchOptions(Objective.PATH_LATENCY, generations=6, population=12, seed=7)


def model(loops: tuple[Loop, ...]) -> Prediction:
    return predict(LOAD, COSTS, loops, SPACE.cores, simulated_s=0.5)


@pytest.mark.parametrize("objective", list(Objective))
def test_the_best_loops_of_a_tiny_graph_are_found(objective: Objective) -> None:
    options = SearchOptions(objective, generations=8, population=16, seed=1)
    everything = itertools.product(*(range(most + 1) for most in SPACE.highest))
    values = {
        row: model(SPACE.loops_of(row)).value(objective)
        for row in {SPACE.canonical(each) for each in everything}
    }
    (lost, value), row = search(SPACE, model, options).best[0]
    assert lost == 0 and value == min(values.values()) == values[row]


def test_losing_nothing_comes_before_the_objective() -> None:
    load = fan(900, 900, period_us=1000.0, depth=1)
    space = Space(alone(load), 3, 3)

    def told(loops: tuple[Loop, ...]) -> Prediction:
        return predict(load, COSTS, loops, 3, simulated_s=0.3)

    best = search(space, told, SearchOptions(Objective.CPU, 6, 12, 1)).best[0]
    assert best[0][0] == 0
    one = told(space.loops_of(space.usual()[0]))
    assert one.lost > 0 and one.cpu_percent < best[0][1]


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been() -> None:
    states: list[SearchState] = []
    whole = search(SPACE, model, OPTIONS, done=states.append)
    assert [state.generation for state in states] == list(range(OPTIONS.generations + 1))
    random.seed(99)  # what others draw changes nothing
    for begun in states:
        assert search(SPACE, model, OPTIONS, begun) == whole


def test_a_search_leaves_the_shared_source_of_random_numbers_as_it_was() -> None:
    random.seed(5)
    before = random.getstate()
    search(SPACE, model, OPTIONS)
    assert random.getstate() == before


def test_rows_of_one_placement_are_one() -> None:
    space = Space((("a",), ("b",), ("c",)), 3, 2)
    assert space.canonical((2, 0, 2, 1, 0, 1)) == space.canonical((0, 1, 0, 1, 1, 0))
    assert list(map(str, space.loops_of((2, 0, 2, 1, 0, 1)))) == ["a,c@0", "b@0"]
    assert list(map(str, space.loops_of(space.usual()[1]))) == ["a@0", "b@1", "c@0"]
