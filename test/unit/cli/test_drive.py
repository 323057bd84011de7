# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command line of ``nav2-bench drive``."""

from __future__ import annotations

import argparse

import pytest

from nav2_composition_bench.cli import drive
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    drive.add_arguments(parser)
    return parser.parse_args(words)


def test_goals_keep_their_order_and_may_be_negative() -> None:
    goals = drive.goals_of(parse("--goal", "A:1.5,-2,0.5", "--goal", "dock:-3,0,-1e-1"))
    assert goals == (Goal("A", 1.5, -2.0, 0.5), Goal("dock", -3.0, 0.0, -0.1))


def test_a_study_without_goals_is_refused_by_its_system() -> None:
    with pytest.raises(
        UserError, match="--study consumer_robot is of system topology, which has no"
    ):
        drive.goals_of(parse("--study", "consumer_robot"))


def test_without_goals_those_of_the_default_study_are_driven() -> None:
    assert drive.goals_of(parse()) == load_study(default_study_file()).navigation.goals


def test_goals_are_driven_in_as_many_laps_as_a_study_has_that_says_the_same() -> None:
    options = StudyOptions(laps=3)
    study = override(load_study(default_study_file()), options)
    assert drive.goals_of(parse("--laps", "3")) == study.navigation.goals
    named = drive.goals_of(parse("--goal", "A:1,2,0", "--goal", "B:3,4,0", "--laps", "2"))
    assert [goal.name for goal in named] == ["A", "B", "A-2", "B-2"]
    with pytest.raises(UserError, match="--laps"):
        drive.goals_of(parse("--laps", "0"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--goal", "A:1,2,0", "--study", "default"), "--goal and --study both say where to drive"),
        (("--goal", "A:1,2,0", "--goal", "A:3,4,0"), "--goal A is given twice"),
        (("--goal", "A:1,2,0", "--goal", "B:1,2,3"), "--goal .A. is 0.00 m from goal B, which"),
        (
            ("--goal", "A:1,2,0", "--goal", "A-2:3,4,0", "--laps", "2"),
            "--laps 2: goal A is called A-2 in lap 2",
        ),
    ],
)
def test_goals_that_contradict_each_other_are_refused(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(UserError, match=said):
        drive.goals_of(parse(*words))


def test_a_single_goal_may_be_driven_to() -> None:
    assert drive.goals_of(parse("--goal", "A:1,2,0")) == (Goal("A", 1.0, 2.0, 0.0),)


@pytest.mark.parametrize("text", ["A", "A:1,2", "A:1,2,3,4", ":1,2,3", "A:1,two,3", "A:1,2,nan"])
def test_a_goal_that_makes_no_sense_is_named(text: str) -> None:
    with pytest.raises(UserError, match="must be NAME:X,Y,YAW") as caught:
        drive.goals_of(parse("--goal", text))
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rest", "-1"), "--rest is -1, must be at least 0"),
        (("--rest", "nan"), "--rest is nan, must be at least 0"),
        (("--rest", "inf"), "--rest is inf, must be a finite number"),
        (("--leg-timeout", "0"), "--leg-timeout is 0, must be a finite number above zero"),
        (("--leg-timeout", "nan"), "--leg-timeout is nan, must be a finite number above zero"),
        (("--leg-timeout", "inf"), "--leg-timeout is inf, must be a finite number above zero"),
    ],
)
def test_impossible_times_are_refused(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    def too_late() -> None:
        raise AssertionError("nothing refused them")

    monkeypatch.setattr(drive, "checked_domain_id", too_late)
    with pytest.raises(UserError, match=said):
        drive.run(parse(*words))


def test_a_single_goal_has_no_laps() -> None:
    with pytest.raises(UserError, match="--goal .A. is 0.00 m from goal A-2, which precedes it"):
        drive.goals_of(parse("--goal", "A:1,2,0", "--laps", "2"))
