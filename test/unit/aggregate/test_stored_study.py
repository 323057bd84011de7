# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from no_permission import without_permission
from record_factory import details_of, invalid, make_record
from stored_studies import STAMP

from nav2_composition_bench.aggregate.stored_study import find_studies, read_study
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialFigures
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.store import read_records


def write_study(directory: Path, lines: list[str], *, stamp: bool = True) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "trials.jsonl").write_text("".join(lines))
    if stamp:
        (directory / "study.json").write_text(json.dumps(STAMP))
    return directory


def line(block: int = 0) -> str:
    return to_line(make_record(block=block)) + "\n"


def test_a_study_is_read_with_its_stamp_and_machine(tmp_path: Path) -> None:
    directory = write_study(tmp_path / "board" / "default", [line(0), line(1)])
    (tmp_path / "board" / "machine.json").write_text('{"cores": 4}')
    study = read_study(directory)
    assert (study.name, len(study.records), study.notes) == ("board/default", 2, ())
    assert study.machine == {"cores": 4} and study.stamp == STAMP


@pytest.mark.parametrize("tail", ['{"schema": 1, "stu', '{"schema": 1, "stu\n', "\0\0\0\n"])
def test_a_broken_last_record_is_left_out_and_the_rest_used(tmp_path: Path, tail: str) -> None:
    study = read_study(write_study(tmp_path, [line(0), tail]))
    assert len(study.records) == 1
    assert bool(study.notes) is ("schema" in tail)


def test_a_broken_record_before_the_last_is_an_error_that_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="line 1"):
        read_study(write_study(tmp_path, ["nonsense\n", line()]))


def test_records_of_a_newer_schema_are_refused_even_in_the_last_line(tmp_path: Path) -> None:
    newer = json.dumps({**json.loads(line()), "schema": 99}) + "\n"
    with pytest.raises(UserError, match="schema"):
        read_study(write_study(tmp_path, [line(), newer]))


@pytest.mark.parametrize("rest", [[], [line(2)]], ids=["last", "followed"])
def test_a_figure_that_cannot_be_is_refused_wherever_it_stands(
    tmp_path: Path, rest: list[str]
) -> None:
    impossible = to_line(make_record(block=1, cpu_percent=12345.5)).replace("12345.5", "NaN")
    directory = write_study(tmp_path, [line(0), f"{impossible}\n", *rest])
    with pytest.raises(UserError, match=r"trials\.jsonl line 2\.metrics\.cpu_percent is NaN"):
        read_study(directory)


def test_a_second_valid_trial_of_an_arm_in_a_block_is_refused_with_both_lines(
    tmp_path: Path,
) -> None:
    repeated = [
        to_line(invalid(make_record(block=1))) + "\n",
        to_line(make_record(block=1, attempt=1)) + "\n",
    ]
    assert len(read_study(write_study(tmp_path, [line(0), *repeated])).records) == 3
    twice = write_study(tmp_path, [line(0), *repeated, line(1)])
    for read in (read_study, read_records):
        with pytest.raises(
            UserError, match=r"line 4 is a valid trial of arm isolated in block 2, as is .*line 3;"
        ):
            read(twice)


def test_a_missing_stamp_is_said(tmp_path: Path) -> None:
    study = read_study(write_study(tmp_path, [line()], stamp=False))
    assert "provenance is unknown" in study.notes[0]


def test_studies_are_found_below_a_results_directory(tmp_path: Path) -> None:
    first = write_study(tmp_path / "arm" / "default", [line()])
    second = write_study(tmp_path / "x86" / "default", [line()])
    assert find_studies([tmp_path, first]) == (first, second)


def test_a_directory_without_records_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"holds no trials\.jsonl"):
        find_studies([tmp_path])
    with pytest.raises(UserError, match="none: does not exist; name a study's directory"):
        find_studies([tmp_path / "none"])
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="is no directory"):
        find_studies([tmp_path / "file"])


@pytest.mark.parametrize("below", [".", "study"])
def test_a_directory_without_permission_is_one_line(tmp_path: Path, below: str) -> None:
    asked = tmp_path / below
    with pytest.raises(UserError, match="^cannot read .*: Permission denied$") as caught:
        with without_permission(tmp_path):
            find_studies([asked])
    assert str(asked) in str(caught.value)


def test_each_arms_typical_trial_is_kept_whole_and_the_figures_of_all(
    tmp_path: Path,
) -> None:
    records = [
        make_record(block=block, cpu_percent=cpu) for block, cpu in enumerate((9.0, 5.0, 6.0))
    ]
    lines = [to_line(record) + "\n" for record in records]
    study = read_study(write_study(tmp_path, [lines[0], "\n", *lines[1:]]))
    assert study.typical == {"isolated": records[2]}
    assert study.records == tuple(TrialFigures.of(record) for record in records)
    assert study.details == details_of(records)


def test_a_broken_last_record_is_no_matter_of_schema_whatever_the_directory_is_called(
    tmp_path: Path,
) -> None:
    study = read_study(write_study(tmp_path / "schema", [line(0), "[\n"]))
    assert len(study.records) == 1 and "left out" in study.notes[0]
