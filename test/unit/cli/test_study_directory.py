# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest
from arm_studies import packaged
from no_permission import without_permission
from record_factory import make_record

from nav2_composition_bench.cli.study_directory import seeded, study_directory
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.stamped_arms import SCHEMA
from nav2_composition_bench.trial.store import STUDY, TRIALS


def finished(directory: Path, started_wall_s: float = 0.0) -> Path:
    """A study with a trial that was started at that time."""
    directory.mkdir()
    record = make_record(started_wall_s=started_wall_s)
    (directory / TRIALS).write_text(f"{to_line(record)}\n")
    return directory


def stamp(started_wall_s: float) -> str:
    return json.dumps({"schema": SCHEMA, "started_wall_s": started_wall_s})


def begun(directory: Path, started_wall_s: float = 0.0) -> Path:
    """A study that was started at that time and has no trial."""
    directory.mkdir()
    (directory / STUDY).write_text(stamp(started_wall_s))
    (directory / TRIALS).touch()
    return directory


def test_a_first_study_has_the_plain_name(tmp_path: Path) -> None:
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default"


def test_a_further_study_gets_a_number_and_overwrites_nothing(tmp_path: Path) -> None:
    finished(tmp_path / "default")
    finished(tmp_path / "default-2")
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default-3"


def test_a_study_that_never_finished_a_trial_is_started_anew_in_place(tmp_path: Path) -> None:
    (tmp_path / "default").mkdir()
    (tmp_path / "default" / "study.json").write_text("{}")
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default"


def test_a_study_killed_before_its_first_record_is_gone_on_with_in_its_directory(
    tmp_path: Path,
) -> None:
    begun(tmp_path / "default")
    for resume in (True, False):
        assert study_directory(tmp_path, "default", resume) == tmp_path / "default"


def test_a_further_study_killed_before_its_first_record_keeps_its_directory(
    tmp_path: Path,
) -> None:
    finished(tmp_path / "default")
    begun(tmp_path / "default-2")
    for resume in (True, False):
        assert study_directory(tmp_path, "default", resume) == tmp_path / "default-2"


def test_resume_takes_the_last_study_of_the_name(tmp_path: Path) -> None:
    finished(tmp_path / "default")
    last = finished(tmp_path / "default-2")
    assert study_directory(tmp_path, "default", resume=True) == last


@pytest.mark.parametrize("latest", [0, 1, 2])
def test_resume_takes_the_study_in_which_a_trial_was_started_last(
    tmp_path: Path, latest: int
) -> None:
    names = ("default", "default-2", "default-3")
    made = [finished(tmp_path / name, 10.0 + (i == latest)) for i, name in enumerate(names)]
    assert study_directory(tmp_path, "default", resume=True) == made[latest]


def test_a_study_without_a_trial_counts_by_when_it_was_begun(tmp_path: Path) -> None:
    first, second = finished(tmp_path / "default", 20.0), begun(tmp_path / "default-2", 30.0)
    assert study_directory(tmp_path, "default", resume=True) == second
    (second / STUDY).write_text(stamp(10.0))
    assert study_directory(tmp_path, "default", resume=True) == first


def test_resume_takes_the_very_study_that_is_named(tmp_path: Path) -> None:
    first, second = finished(tmp_path / "default", 1.0), finished(tmp_path / "default-2", 2.0)
    assert study_directory(tmp_path, "default", resume=True, is_exact=True) == first
    assert study_directory(tmp_path, "default-2", resume=True, is_exact=True) == second
    assert study_directory(tmp_path, "default", resume=False, is_exact=True).name == "default-3"
    with pytest.raises(UserError, match="there is no .*/default-3 to resume"):
        study_directory(tmp_path, "default-3", resume=True, is_exact=True)


def test_a_study_has_its_own_seed_or_that_it_was_begun_with_or_one_of_its_own_drawing() -> None:
    stamp = {"study": {"seed": 7}}
    assert [seeded(packaged(seed=4), each).seed for each in ({}, stamp)] == [4, 4]
    assert seeded(packaged(), stamp).seed == 7
    drawn = {seeded(packaged(), {}).seed for _ in range(4)}
    assert len(drawn) == 4 and None not in drawn


def test_nothing_to_resume_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="to resume; leave --resume out"):
        study_directory(tmp_path, "default", resume=True)


@pytest.mark.parametrize("resume", [True, False])
def test_a_results_directory_without_permission_is_one_line(tmp_path: Path, resume: bool) -> None:
    with pytest.raises(UserError, match="^cannot read .*/default: Permission denied$"):
        with without_permission(tmp_path):
            study_directory(tmp_path, "default", resume)
