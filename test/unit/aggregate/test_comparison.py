# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies side by side."""

from __future__ import annotations

from pathlib import Path

import crossed_arms
import pytest
from message_records import make_topology_record
from record_factory import make_record
from stored_studies import four_compositions, write_study

from nav2_composition_bench.aggregate.comparison import (
    ComparisonRow,
    common_baseline,
    compare,
    read_columns,
    refuse_unlike,
)
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict
from nav2_composition_bench.errors import UserError

PAPER = Path(__file__).parents[3] / "results" / "paper" / "x86.json"


def of_isolated(paths: list[Path]) -> dict[str, ComparisonRow]:
    """Return the rows of CPU and PSS."""
    rows = compare(read_columns(paths), ["cpu_percent", "pss_bytes"])
    return {row.metric: row for row in rows if row.arm == "isolated"}


def outcome(verdict: Verdict | None) -> Outcome | None:
    return None if verdict is None else verdict.outcome


def test_memory_and_savings_are_judged_beside_those_of_the_first_study(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    larger = write_study(tmp_path / "b" / "default", four_compositions(scale=1.5))
    rows = of_isolated([first, larger])
    assert all((row.cells[0].cost, row.cells[0].saving) == (None, None) for row in rows.values())
    assert {outcome(row.cells[1].saving) for row in rows.values()} == {Outcome.UNDECIDED}
    assert outcome(rows["pss_bytes"].cells[1].cost) is Outcome.ABOVE
    assert rows["cpu_percent"].cells[1].cost is None  # it goes with the machine's speed


def test_what_is_no_cost_gets_no_verdict(tmp_path: Path) -> None:
    first, second = (
        write_study(
            tmp_path / name / "default",
            [make_topology_record(block=block) for block in range(3)],
        )
        for name in "ab"
    )
    rows = compare(read_columns([first, second]), ["goodput_bytes_hz", "pss_bytes"])
    goodput, pss = (row.cells[1] for row in rows)
    assert goodput.mean is not None and goodput.cost is None
    assert pss.cost is not None


def test_a_saving_that_is_certainly_less_than_in_the_first_study_is_above(tmp_path: Path) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    others = [
        make_record(r.arm, r.block, cpu_percent=r.metrics["cpu_percent"] * factor)
        for r in four_compositions()
        for factor in [1.3 if r.arm == "isolated" else 1.0]
    ]
    second = write_study(tmp_path / "b" / "default", others)
    rows = compare(read_columns([first, second]), ["cpu_percent"])
    assert {row.arm: outcome(row.cells[1].saving) for row in rows} == {
        "multi_process": None,
        "manual": Outcome.UNDECIDED,
        "isolated": Outcome.ABOVE,
        "multi_threaded": Outcome.UNDECIDED,
    }


def test_of_published_figures_savings_alone_are_judged(tmp_path: Path) -> None:
    study = write_study(tmp_path / "a" / "default", four_compositions())
    rows = compare(read_columns([study, PAPER]), ["cpu_percent", "footprint_bytes"])
    isolated = next(row for row in rows if row.arm == "isolated")
    assert isolated.cells[1].mean == 36.09 and isolated.cells[1].cost is None
    assert isolated.cells[1].saving is not None
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
    assert first is not None and first == second and first.ratio().value > 1.3
    assert paper is not None and paper.ratio().value == pytest.approx(48.60 / 36.09)


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
    larger = write_study(tmp_path / "b" / "default", four_compositions(scale=1.5))
    cells = of_isolated([PAPER, first, larger])["pss_bytes"].cells
    assert [outcome(cell.cost) for cell in cells] == [None, None, Outcome.ABOVE]
    assert [cell.saving is None for cell in cells] == [False, True, False]


def test_three_studies_or_more_have_what_is_saved_over_all_and_published_figures_are_none(
    tmp_path: Path,
) -> None:
    studies = [write_study(tmp_path / name / "default", four_compositions()) for name in "abc"]
    assert of_isolated([*studies[:2], PAPER])["cpu_percent"].overall is None
    row = of_isolated([*studies, PAPER])["cpu_percent"]
    assert row.overall is not None and row.overall.studies == 3
    assert row.cells[0].saved is not None
    assert row.overall.value == pytest.approx(row.cells[0].saved.value)


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
