# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies side by side."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import crossed_arms
import numpy as np
import pytest
from message_records import make_topology_record
from record_factory import make_record
from stored_studies import four_compositions, write_observed, write_study

from nav2_composition_bench.aggregate.comparison import (
    common_baseline,
    common_headline,
    compare,
    read_columns,
    refuse_unlike,
)
from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.aggregate.verdict import Outcome
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU, HEADLINE
from nav2_composition_bench.report.figures import mean_and_deviation, spread

PAPER = Path(__file__).parents[3] / "results" / "paper" / "x86.json"


def test_absolute_figures_are_judged_and_savings_compared(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    slower = write_study(tmp_path / "b" / "default", four_compositions(scale=1.5))
    rows = compare(read_columns([first, slower]), ["cpu_percent"])
    isolated = next(row for row in rows if row.arm == "isolated")
    assert isolated.cells[0].verdict is None
    assert isolated.cells[1].verdict is not None
    assert isolated.cells[1].verdict.outcome is Outcome.WORSE
    assert isolated.savings_agree == (None, True)


def test_what_is_no_cost_gets_no_verdict(tmp_path: Path) -> None:
    first, second = (
        write_study(
            tmp_path / name / "default",
            [make_topology_record(block=block) for block in range(3)],
        )
        for name in "ab"
    )
    rows = compare(read_columns([first, second]), ["goodput_bytes_hz", "latency_p50_us"])
    goodput, latency = (row.cells[1] for row in rows)
    assert goodput.mean is not None and goodput.verdict is None
    assert latency.verdict is not None


def test_adjusted_cpu_has_the_deviation_that_a_study_alone_shows(tmp_path: Path) -> None:
    studies = [
        read_study(write_observed(tmp_path / "vm" / name, 150.0)) for name in ("one", "other")
    ]
    (row,) = compare(studies, [ADJUSTED_CPU])
    cell = row.cells[1]
    shown = mean_and_deviation(ADJUSTED_CPU, cell.mean, cell.standard_deviation)
    assert shown == spread(studies[1].records, "isolated", ADJUSTED_CPU)
    by_block = blocks_of(studies[1].records, "isolated", ADJUSTED_CPU)
    assert cell.standard_deviation != np.std(by_block.values, ddof=1)


def test_adjusted_cpu_is_not_judged_across_processors(tmp_path: Path) -> None:
    here, later, elsewhere = (
        read_study(write_observed(tmp_path / name / "default", 150.0)) for name in "abc"
    )
    stamp = {**elsewhere.stamp, "machine": {"cpu_model": "B", "cpu_cores": 2}}
    elsewhere = replace(elsewhere, stamp=stamp)
    (row,) = compare([here, later, elsewhere], [ADJUSTED_CPU])
    _, near, far = (cell.verdict for cell in row.cells)
    assert near is not None and near.interval is not None
    assert far is not None and far.outcome is Outcome.NOT_ENOUGH_TRIALS and far.interval is None
    assert "not comparable across processors" in far.reason
    assert ADJUSTED_CPU in common_headline([here, later])
    assert common_headline([here, later, elsewhere]) == HEADLINE


def test_savings_that_do_not_overlap_disagree(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    others = [
        make_record(r.arm, r.block, cpu_percent=(r.cpu_percent or 0) * factor)
        for r in four_compositions()
        for factor in [1.3 if r.arm == "isolated" else 1.0]
    ]
    second = write_study(tmp_path / "b" / "default", others)
    rows = compare(read_columns([first, second]), ["cpu_percent"])
    assert {row.arm: row.savings_agree for row in rows} == {
        "multi_process": (None, None),
        "manual": (None, True),
        "isolated": (None, False),
        "multi_threaded": (None, True),
    }


def test_published_figures_stand_beside_a_study_without_a_verdict(tmp_path: Path) -> None:
    study = write_study(tmp_path / "a" / "default", four_compositions())
    rows = compare(read_columns([study, PAPER]), ["cpu_percent", "footprint_bytes"])
    isolated = next(row for row in rows if row.arm == "isolated")
    assert isolated.cells[1].mean == 36.09 and isolated.cells[1].verdict is None
    footprint = next(row for row in rows if row.metric == "footprint_bytes")
    assert footprint.cells[1].mean is None


def test_an_arm_that_one_study_lacks_leaves_a_gap(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    fewer = [r for r in four_compositions() if r.arm != "manual"]
    second = write_study(tmp_path / "b" / "default", fewer)
    rows = compare(read_columns([first, second]), ["cpu_percent"])
    manual = next(row for row in rows if row.arm == "manual")
    assert manual.cells[1].mean is None and manual.cells[1].saved is None


def test_savings_of_all_columns_are_against_the_first_study_s_baseline(tmp_path: Path) -> None:
    named = {name: {"composition": name} for name in ("isolated", "multi_process")}
    stamps = [crossed_arms.stamp(named, name) for name in named]
    columns = read_columns(
        [
            *(
                write_study(tmp_path / stamp["study"]["baseline"] / "s", four_compositions(), stamp)
                for stamp in stamps
            ),
            PAPER,
        ]
    )
    assert common_baseline(columns) == "isolated"
    rows = {row.arm: row for row in compare(columns, ["cpu_percent"])}
    assert [cell.saved for cell in rows["isolated"].cells] == [None] * 3
    first, second, paper = (cell.saved for cell in rows["multi_process"].cells)
    assert first is not None and first == second and first < -0.3
    assert paper == pytest.approx(1 - 48.60 / 36.09)


def test_unlike_studies_are_refused_by_the_first_differing_field(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    second = write_study(
        tmp_path / "b" / "default", four_compositions(), {"machine": {"cpu_model": "B"}}
    )
    columns = read_columns([first, second])
    with pytest.raises(
        UserError, match=r"machine\.cpu_model is 'A' and 'B'; say --subject machine"
    ):
        refuse_unlike(columns, [])
    (allowed,) = refuse_unlike(columns, ["machine"])
    assert allowed.field == "machine.cpu_model"


def test_a_difference_that_no_subject_covers_is_refused_for_good(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    second = write_study(tmp_path / "b" / "default", four_compositions(), {"study": {"mystery": 1}})
    with pytest.raises(UserError, match=r"study\.mystery .* can be the subject"):
        refuse_unlike(read_columns([first, second]), ["machine"])


def test_one_study_has_nothing_to_be_compared_with(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nothing to compare"):
        read_columns([write_study(tmp_path / "a" / "default", four_compositions())])


def test_studies_are_judged_beside_the_first_study_wherever_it_stands(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    slower = write_study(tmp_path / "b" / "default", four_compositions(scale=1.5))
    rows = compare(read_columns([PAPER, first, slower]), ["cpu_percent"])
    isolated = next(row for row in rows if row.arm == "isolated")
    paper, own, other = (cell.verdict for cell in isolated.cells)
    assert (paper, own) == (None, None)
    assert other is not None and other.outcome is Outcome.WORSE
    assert isolated.savings_agree[1:] == (None, True)
    assert isolated.savings_agree[0] is not None


def test_what_is_no_cost_is_not_saved(tmp_path: Path) -> None:
    arms = ("multi_process", "isolated")
    records = [make_topology_record(arm, block) for block in range(3) for arm in arms]
    studies = [write_study(tmp_path / name / "default", records) for name in "ab"]
    rows = compare(read_columns(studies), ["goodput_bytes_hz", "cpu_percent"])
    saved = {(row.metric, row.arm): row.cells[0].saved is not None for row in rows}
    assert saved["cpu_percent", "isolated"]
    assert not saved["goodput_bytes_hz", "isolated"]


def test_each_study_s_difference_from_the_first_is_told(tmp_path: Path) -> None:
    columns = read_columns(
        [
            write_study(
                tmp_path / model / "s", four_compositions(), {"machine": {"cpu_model": model}}
            )
            for model in ("A", "B", "C", "B2")
        ]
    )
    allowed = refuse_unlike([*columns, columns[1]], ["machine"])
    assert [each.second for each in allowed] == ["B", "C", "B2"]
