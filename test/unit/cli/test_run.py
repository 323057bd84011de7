# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from record_factory import make_record, make_study

from nav2_composition_bench.cli.run import (
    add_arguments,
    blocks_line,
    stopping_rule,
    study_directory,
)
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


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_a_study_without_a_target_never_has_enough() -> None:
    enough, blocks = stopping_rule(options("--trials", "4"))
    assert blocks == 4 and not enough([make_record()])


def test_a_study_with_a_target_ends_when_every_mean_is_known_well_enough() -> None:
    enough, blocks = stopping_rule(options("--until", "cpu ±2%"))
    assert blocks == 30 and not enough([])
    assert enough(make_study({"manual": [50.0] * 6}))
    assert not enough(make_study({"manual": [50.0] * 6, "isolated": [40.0, 60.0] * 3}))


@pytest.mark.parametrize(
    "words, said",
    [
        (["--max-trials", "4"], "--max-trials needs --until"),
        (["--trials", "4", "--until", "cpu ±2%"], "contradict each other"),
        (["--until", "heat ±2%"], "cannot read 'heat"),
    ],
)
def test_contradicting_limits_are_one_line(words: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        stopping_rule(options(*words))


def test_the_blocks_it_took_are_set_against_the_fixed_ten() -> None:
    line = blocks_line(make_study({"manual": [50.0] * 6}), True)
    assert line == "precise enough after 6 blocks, 4 fewer than the fixed 10"
    line = blocks_line(make_study({"manual": [50.0] * 12}), False)
    assert line == "not precise enough after 12 blocks, 2 more than the fixed 10"
