# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence

from placed_costs import SENSORS, SPLIT, placed_study
from placed_predictions import TOOK, trials

from nav2_composition_bench.aggregate.describe import Estimate, Interval
from nav2_composition_bench.aggregate.trial_costs import trial_costs
from nav2_composition_bench.capturing.prediction import predictions
from nav2_composition_bench.placing.advice import StudyAdvice, advise
from nav2_composition_bench.placing.outcome import Figures, Judged
from nav2_composition_bench.placing.prediction import Objective
from nav2_composition_bench.placing.trials import BEST
from nav2_composition_bench.report.what_if_table import (
    advice_rows,
    prediction_rows,
    search_rows,
)
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.topology.units import Partition


def cell(rows: Sequence[Sequence[str]], name: str, column: str) -> str:
    """Return what stands in a row under a heading."""
    (row,) = (row for row in rows if row[0] == name)
    return row[rows[0].index(column)]


def advice(**further: Partition) -> StudyAdvice:
    costs = [costs for r in placed_study(3, further=further) if (costs := trial_costs(r))]
    return advise(costs, "study")


def test_advice_has_a_row_for_each_placement_with_what_it_saves() -> None:
    rows = advice_rows(advice())
    assert rows[0][:2] == ["placement", "processes"]
    assert [row[0] for row in rows[1:]] == [
        "multi_process",
        "sensors",
        "localization_navigation",
        "isolated",
    ]
    assert cell(rows, "sensors", "processes") == "3"
    assert cell(rows, "multi_process", "CPU saved [95 %]") == "–"
    assert "%" in cell(rows, "isolated", "CPU saved [95 %]")
    assert not any("measured" in heading for heading in rows[0])


def test_what_was_measured_stands_beside_what_was_predicted_of_the_same_placement() -> None:
    rows = advice_rows(advice(sensors=SENSORS, mine=SPLIT))
    assert len(rows) == 6
    assert cell(rows, "sensors", "CPU [%] measured") != "–"
    assert cell(rows, "sensors", "CPU saved [95 %]") != "–"
    assert cell(rows, "mine", "CPU error [95 %]").startswith(("+0.0%", "-0.0%"))
    assert cell(rows, "mine", "CPU saved [95 %]") == "–"
    assert cell(rows, "isolated", "CPU [%] measured") == "–"


def test_a_measured_placement_of_the_same_name_and_other_processes_is_another_row() -> None:
    rows = advice_rows(advice(sensors=SPLIT))
    assert [row[:2] for row in rows if row[0] == "sensors"] == [["sensors", "3"], ["sensors", "2"]]


def test_the_replay_stands_beside_what_would_be_saved_of_the_recorded() -> None:
    found = predictions(trials(), (), TOOK)
    processes = {"captured": 3, "isolated": 1}
    rows = prediction_rows(found, TOOK, processes, "rclcpp 28.1.21")
    assert rows[0] == [
        "placement (rclcpp 28.1.21)", "processes", "CPU [%] predicted", "CPU [%] replayed",
        "CPU saved [95 %]", "PSS [MB] replayed", "PSS saved [95 %]",
    ]  # fmt: skip
    assert rows[1][:5] == ["captured", "3", "100.0", "51.0", "–"]
    assert rows[2][:4] == ["isolated", "1", "80.5", "31.5"]
    assert rows[2][4].startswith("19.5% [")


def test_what_was_found_stands_beside_what_it_is_compared_with() -> None:
    predicted, measured = Figures(10.0, 200.0, None), Figures(20.0, None, None)
    half = Estimate(0.5, Interval(0.4, 0.6, 0.95))
    judged = [
        Judged(parse_placement("x=a,b"), 1, predicted, 3, measured, half),
        Judged(parse_placement(f"{BEST}=a|b"), 2, predicted, 0),
    ]
    rows = search_rows(judged, Objective.CPU, "rclcpp 28.1.21")
    assert rows == [
        [
            "placement (rclcpp 28.1.21)", "loops", "CPU [%] predicted", "CPU [%] measured",
            "CPU error", "Latency, mean [µs] predicted", "best found / this, cpu",
        ],
        ["x (3 lost)", "1", "10.0", "20.0", "-50.0%", "200.0", "0.50 [0.40, 0.60]"],
        [BEST, "2", "10.0", "–", "–", "200.0", ""],
    ]  # fmt: skip
