# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.cli.run import machine_name, study_directory
from nav2_composition_bench.errors import UserError


def finished(directory: Path) -> Path:
    directory.mkdir()
    (directory / "trials.jsonl").write_text("{}\n")
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


def test_resume_takes_the_last_study_of_the_name(tmp_path: Path) -> None:
    finished(tmp_path / "default")
    last = finished(tmp_path / "default-2")
    assert study_directory(tmp_path, "default", resume=True) == last


def test_nothing_to_resume_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="to resume; leave --resume out"):
        study_directory(tmp_path, "default", resume=True)


def test_a_machine_has_a_name_without_being_asked() -> None:
    assert machine_name(None)
    assert machine_name("my-board_2") == "my-board_2"


@pytest.mark.parametrize("name", ["", "a/b", "..", "-x"])
def test_a_machine_name_that_is_no_directory_name_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="--machine"):
        machine_name(name)
