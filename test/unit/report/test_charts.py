# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the pictures show of the figures."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from record_factory import make_process, make_record
from svg_texts import text_places

from nav2_composition_bench.aggregate.breakdown import process_costs
from nav2_composition_bench.report.charts import (
    MAX_DOTS,
    distribution_chart,
    drawn_values,
    node_chart,
    savings_chart,
)
from nav2_composition_bench.trial.record import ThreadRecord


def test_every_trial_of_a_usual_study_is_drawn_in_its_order() -> None:
    values = np.array([3.0, 1.0, 2.0])
    assert drawn_values(values).tolist() == [3.0, 1.0, 2.0]


def test_of_too_many_trials_the_extremes_and_the_spread_are_drawn() -> None:
    values = np.random.default_rng(1).normal(50.0, 2.0, 30 * MAX_DOTS)
    drawn = drawn_values(values)
    assert drawn.size == MAX_DOTS
    assert (drawn.min(), drawn.max()) == (values.min(), values.max())
    assert abs(np.median(drawn) - np.median(values)) < 0.01


@pytest.mark.parametrize("letters", [8, 90])
def test_every_trial_has_room_beside_names_of_any_length(letters: int) -> None:
    arms = ["x" * letters, "y" * letters]
    records = [make_record(arm, cpu_percent=40.0) for arm in arms]
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        places = text_places(distribution_chart(records, arms, "cpu_percent"))
    assert places["40"] - places["0"] > 0.3
    assert places[arms[0]] == places[arms[1]] < places["0"]


@pytest.mark.parametrize("letters", [8, 90])
def test_savings_have_room_beside_names_of_any_length(letters: int) -> None:
    arms = ["multi_process", "x" * letters]
    records = [
        make_record(arm, block, cpu_percent=cpu + block)
        for arm, cpu in zip(arms, (40.0, 20.0))
        for block in range(3)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        places = text_places(savings_chart(records, arms, ["cpu_percent"]))
    assert places["40"] - places["0"] > 0.2
    assert f"CPU, {arms[1]}" in places


def test_threads_that_nodes_share_are_one_bar_and_own_threads_are_called_so() -> None:
    threads = (
        ThreadRecord("executor", None, 2, 30.0),
        ThreadRecord("amcl", "amcl", 1, 10.0),
    )
    shared = make_record("multi_threaded", processes=(make_process(threads=threads),))
    drawn = node_chart(process_costs([shared], "multi_threaded"), "multi_threaded", 0)
    assert "amcl, own threads" in drawn
    assert "threads that nodes share" in drawn
    drawn = node_chart(process_costs([make_record("isolated")], "isolated"), "isolated", 0)
    assert "own threads" not in drawn
    assert "(other threads)" in drawn
