# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest
from loop_graphs import alone, chain, loops
from record_factory import make_record

from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.outcome import judge, model_error_percent, outcome_document
from nav2_composition_bench.placing.prediction import Objective, Prediction
from nav2_composition_bench.placing.simulation import predict
from nav2_composition_bench.placing.space import ONE_LOOP, Space, one_per_unit
from nav2_composition_bench.placing.trials import (
    BEST,
    CALIBRATED_ON,
    compared_placements,
    on_cores,
)
from nav2_composition_bench.study.placement import Placement, parse_placement

LOAD = chain(1000, 1000)
FOUND = Placement(BEST, (loops(LOAD, 0, 0, 1, cores=(0, 1)),))
PLACEMENTS = (ONE_LOOP, one_per_unit(alone(LOAD), CALIBRATED_ON), FOUND)


def predictions() -> list[Prediction]:
    costs = Costs(far_us=10, near_us=10)
    shared = [each.shared(LOAD.nodes)[0].loops for each in PLACEMENTS]
    return [predict(LOAD, costs, each, 2, simulated_s=1) for each in shared]


def test_without_trials_there_is_the_model_alone() -> None:
    judged = judge(PLACEMENTS, predictions(), (), Objective.CPU)
    assert all(one.measured is None and one.best_to_this is None for one in judged)
    assert model_error_percent(judged) == {}
    document = outcome_document(judged, {"seed": 1})
    assert json.loads(json.dumps(document, allow_nan=False)) == document


def test_ratios_are_taken_inside_blocks_and_errors_of_placements_that_the_model_did_not_know() -> (
    None
):
    cpu_percent = {"one_loop": 40.0, CALIBRATED_ON: 80.0, BEST: 20.0}
    records = [
        make_record(arm, block, cpu_percent=percent * (1 + block))
        for block in range(3)
        for arm, percent in cpu_percent.items()
    ]
    records.append(make_record(BEST, 4, valid=False, cpu_percent=1e9))
    one, each, best = judge(PLACEMENTS, predictions(), records, Objective.CPU)
    assert one.best_to_this is not None and one.best_to_this.value == pytest.approx(0.5)
    assert one.best_to_this.interval is not None and one.best_to_this.interval.contains(0.5)
    assert each.best_to_this is not None and each.best_to_this.value == pytest.approx(0.25)
    assert best.best_to_this is None
    assert one.measured is not None and one.measured.cpu_percent == pytest.approx(80)
    error = 100 * (one.predicted.cpu_percent / 80 - 1)
    assert one.error_percent["cpu_percent"] == pytest.approx(error)
    known = [one.error_percent["cpu_percent"], best.error_percent["cpu_percent"]]
    found = model_error_percent([one, each, best])["cpu_percent"]
    assert found["mean"] == pytest.approx(sum(map(abs, known)) / 2)
    assert found["largest"] == pytest.approx(max(map(abs, known)))


def test_what_is_compared_are_placements_that_differ() -> None:
    space = Space((("a",), ("b",)), 2, 2)
    asked = [parse_placement("mine=a@1|b@0"), parse_placement("same=a,b")]
    placements = compared_placements(space, space.usual(), asked, others=5, seed=1)
    # Two nodes in two loops on two cores can be placed in three ways, as cores are alike.
    assert [each.name for each in placements] == [
        "one_loop",
        CALIBRATED_ON,
        "random_1",
        "best_1",
        "best_2",
        "mine",
    ]
    assert len({each.what_runs(("a", "b")) for each in placements}) == len(placements)
    moved = on_cores(placements[-2], {0: 4, 1: 7})
    assert [loop.core for loop in moved.processes[0]] == [4, 7]


def test_every_field_of_the_file_is_described() -> None:
    page = (Path(__file__).parents[3] / "docs" / "placing.md").read_text()
    described = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    document = outcome_document(judge(PLACEMENTS, predictions(), (), Objective.CPU), {})
    assert document.keys() <= described
