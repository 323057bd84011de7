# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest
from mapping_graphs import alone, chain, loops
from record_factory import make_record

from nav2_composition_bench.mapping.costs import Costs
from nav2_composition_bench.mapping.genome import Space, one_loop, one_per_node
from nav2_composition_bench.mapping.outcome import judge, model_error_percent, outcome_document
from nav2_composition_bench.mapping.prediction import Objective, Prediction
from nav2_composition_bench.mapping.search import SearchState
from nav2_composition_bench.mapping.simulation import predict
from nav2_composition_bench.mapping.trials import BEST, CALIBRATED_ON, compared_mappings, on_cores
from nav2_composition_bench.study.loop_mapping import LoopMapping

LOAD = chain(1000, 1000)
ONE, EACH = one_loop(alone(LOAD)), one_per_node(alone(LOAD))
FOUND = LoopMapping(BEST, loops(LOAD, 0, 0, 1, cores=(0, 1)).loops)
MAPPINGS = (ONE, EACH, FOUND)


def predictions() -> list[Prediction]:
    return [
        predict(LOAD, Costs(far_us=10, near_us=10), each, 2, simulated_s=1) for each in MAPPINGS
    ]


def test_without_trials_there_is_the_model_alone() -> None:
    judged = judge(MAPPINGS, predictions(), (), Objective.CPU)
    assert all(one.measured is None and one.best_to_this is None for one in judged)
    assert model_error_percent(judged) == {}
    document = outcome_document(judged, {"seed": 1})
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_ratios_are_taken_inside_blocks_and_errors_of_mappings_that_the_model_did_not_know() -> (
    None
):
    cpu_percent = {"one_loop": 40.0, CALIBRATED_ON: 80.0, BEST: 20.0}
    records = [
        make_record(arm, block, cpu_percent=percent * (1 + block))
        for block in range(3)
        for arm, percent in cpu_percent.items()
    ]
    records.append(make_record(BEST, 4, valid=False, cpu_percent=1e9))
    one, each, best = judge(MAPPINGS, predictions(), records, Objective.CPU)
    assert one.best_to_this is not None and one.best_to_this.ratio == pytest.approx(0.5)
    assert one.best_to_this.interval is not None and one.best_to_this.interval.contains(0.5)
    assert each.best_to_this is not None and each.best_to_this.ratio == pytest.approx(0.25)
    assert best.best_to_this is None
    assert one.measured is not None and one.measured.cpu_percent == pytest.approx(80)
    error = 100 * (one.predicted.cpu_percent / 80 - 1)
    assert one.error_percent["cpu_percent"] == pytest.approx(error)
    known = [one.error_percent["cpu_percent"], best.error_percent["cpu_percent"]]
    found = model_error_percent([one, each, best])["cpu_percent"]
    assert found["mean"] == pytest.approx(sum(map(abs, known)) / 2)
    assert found["largest"] == pytest.approx(max(map(abs, known)))


def test_what_is_compared_are_mappings_that_differ() -> None:
    space = Space((("a",), ("b",)), 2, 2)
    state = SearchState(0, (), tuple(((0, 1.0), genome) for genome in space.usual()), ())
    mappings = compared_mappings(space, state, best=2, others=5, seed=1)
    # Two nodes in two loops on two cores can be mapped in three ways.
    assert [each.name for each in mappings] == [
        "one_loop",
        CALIBRATED_ON,
        "random_1",
        "best_1",
        "best_2",
    ]
    assert len({each.what_runs for each in mappings}) == len(mappings)
    moved = on_cores(mappings[-1], (4, 7))
    assert [loop.core for loop in moved.loops] == [4, 7]


def test_every_field_of_the_file_is_described() -> None:
    page = (Path(__file__).parents[3] / "docs" / "mapping.md").read_text()
    described = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    document = outcome_document(judge(MAPPINGS, predictions(), (), Objective.CPU), {})
    assert document.keys() <= described
