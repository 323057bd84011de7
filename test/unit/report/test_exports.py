# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Markdown, CSV and LaTeX."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import crossed_arms
from curve_studies import stored_graph, stored_sizes
from record_factory import changed, invalid, make_record
from stored_studies import four_compositions

from nav2_composition_bench.aggregate.statements import packaged_statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.exports import study_to_markdown, to_csv, to_latex, to_markdown
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord


def stored(records: Sequence[TrialRecord], machine: str = "board") -> StoredStudy:
    figures = tuple(TrialFigures.of(record) for record in records)
    return StoredStudy(Path(machine) / "default", {}, {}, figures, ())


def test_the_markdown_table_holds_every_arm_with_its_saving() -> None:
    text = to_markdown(four_compositions(), "board/default")
    assert text.count("\n| ") == 6
    assert "| isolated | 5 of 5 | 182.0 ± " in text


def test_the_markdown_says_where_a_mean_is_not_of_all_valid_trials() -> None:
    assert "not measured" not in to_markdown(four_compositions(), "board/default")
    first, *others = four_compositions()
    text = to_markdown([changed(first, footprint_bytes=None), *others], "board/default")
    assert f"- Footprint of {first.arm} was not measured in 1 of 5 valid trials" in text


def test_the_markdown_of_a_study_over_an_axis_says_what_factors_change(tmp_path: Path) -> None:
    text = study_to_markdown(stored_sizes(tmp_path), packaged_statements())
    headings = [line for line in text.splitlines() if line.startswith("### Change of cost by ")]
    assert headings == [
        "### Change of cost by composition: isolated against multi_process (rcl)",
        "### Change of cost by intra-process communication: on against off (rcl)",
    ]


def test_the_markdown_says_whether_requirements_are_met(tmp_path: Path) -> None:
    graph, sizes = stored_graph(tmp_path), stored_sizes(tmp_path)
    for study in (graph, replace(sizes, requirements=graph.requirements)):
        text = study_to_markdown(study, packaged_statements())
        _, heading, requirements = text.partition("### What the topology requires (rcl)\n\n")
        assert heading and "| isolated | CPU | 20 % | 40" in requirements
        assert "above |" in requirements
    unsure = replace(graph.requirements[0], missing=1)
    text = study_to_markdown(replace(graph, requirements=(unsure,)), packaged_statements())
    assert "\n\n- where some valid trials do not tell a quantity" in text
    assert "What the topology requires" not in study_to_markdown(sizes, packaged_statements())


def test_the_csv_keeps_every_trial_in_the_units_of_the_records() -> None:
    records = [make_record(footprint_bytes=None), invalid(make_record(block=1), "goal A, ABORTED")]
    rows = list(csv.DictReader(io.StringIO(to_csv([stored(records)]))))
    assert rows[0]["pss_bytes"] == "100000000" and rows[0]["footprint_bytes"] == ""
    assert rows[1]["valid"] == "False" and rows[1]["invalid_reason"] == "goal A, ABORTED"
    assert set(METRICS) <= set(rows[0])


def test_the_csv_has_a_column_for_each_factor_that_a_record_tells_of() -> None:
    named = crossed_arms.arms(crossed_arms.BONDS)
    records = [make_record("manual"), *crossed_arms.crossed(named, {}, blocks=1)]
    text = to_csv([stored(records)])
    assert text.startswith("study,arm,composition,executor,rmw,intra_process,params,block,attempt,")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert (rows[0]["arm"], rows[0]["composition"], rows[0]["params"]) == ("manual", "manual", "")
    assert rows[2]["arm"] == "multi_process+no_bonds" and rows[2]["params"] == "no_bonds"


def test_the_csv_tells_studies_of_one_name_apart_by_their_machines() -> None:
    studies = [stored([make_record()]), stored([make_record()], machine="laptop")]
    rows = list(csv.DictReader(io.StringIO(to_csv(studies))))
    assert [row["study"] for row in rows] == ["board/default", "laptop/default"]


def test_latex_special_characters_are_escaped() -> None:
    text = to_latex(four_compositions())
    body = text.split("\\midrule")[1]
    assert "multi\\_process" in body and "$\\pm$" in body
    assert "%" not in body.replace("\\%", "") and "_" not in body.replace("\\_", "")
