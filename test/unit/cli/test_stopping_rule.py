# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from typing import Any

import pytest
from arm_studies import packaged
from record_factory import make_study

from nav2_composition_bench.cli.stopping_rule import (
    add_stopping_arguments,
    blocks_line,
    when_precise,
    with_stopping_rule,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.study import Study

ARMS = ("multi_process", "manual", "isolated")
FIXED = {"study": {"trials": 9}}
PRECISE = {"study": {"trials": 12, "until": "pss ±1%"}}


def ruled(*words: str, begun: dict[str, Any] | None = None, arms: tuple[str, ...] = ARMS) -> Study:
    """Return a study of two blocks by its file, under the rule of the command line."""
    parser = argparse.ArgumentParser()
    add_stopping_arguments(parser)
    return with_stopping_rule(packaged(arms=arms), parser.parse_args(words), begun or {})


def test_without_a_target_a_study_has_as_many_blocks_as_are_said() -> None:
    study = ruled("--trials", "4")
    assert (study.trials, study.until) == (4, None)
    assert not when_precise(study)(make_study({arm: [50.0] * 6 for arm in ARMS}))


def test_where_nothing_is_said_a_study_has_as_many_blocks_as_its_file_says() -> None:
    assert (ruled().trials, ruled().until) == (2, None)


def test_a_study_with_a_target_ends_when_every_mean_is_known_well_enough() -> None:
    study = ruled("--until", "cpu ±2%", arms=("manual", "isolated"))
    enough = when_precise(study)
    assert study.trials == 30 and not enough([])
    assert enough(make_study({"manual": [50.0] * 6}))
    assert not enough(make_study({"manual": [50.0] * 6, "isolated": [40.0, 60.0] * 3}))


def test_a_study_ends_when_what_its_arms_save_is_known_well_enough() -> None:
    enough = when_precise(ruled("--until", "cpu saved ±3%", arms=("multi_process", "isolated")))
    machine = [1.0, 1.5, 0.8, 1.2, 1.4, 0.9]
    base, half = [80.0 * each for each in machine], [40.0 * each for each in machine]
    assert enough(make_study({"multi_process": base, "isolated": half}))
    assert not enough(make_study({"multi_process": base, "isolated": half[::-1]}))


def test_savings_of_a_study_that_compares_nothing_are_refused() -> None:
    with pytest.raises(UserError, match="manual is the only arm; add another"):
        when_precise(ruled("--until", "pss saved ±1%", arms=("manual",)))


@pytest.mark.parametrize(
    ("words", "begun", "trials", "until"),
    [
        ([], FIXED, 9, None),
        ([], PRECISE, 12, "pss ±1%"),
        (["--max-trials", "20"], PRECISE, 20, "pss ±1%"),
        (["--trials", "4"], PRECISE, 4, None),
        (["--until", "cpu ±2%"], PRECISE, 30, "cpu ±2%"),
        (["--until", "cpu ±2%", "--max-trials", "8"], FIXED, 8, "cpu ±2%"),
        ([], {"study": {}}, 2, None),
    ],
)
def test_a_study_that_is_gone_on_with_keeps_its_rule_unless_another_is_said(
    words: list[str], begun: dict[str, Any], trials: int, until: str | None
) -> None:
    study = ruled(*words, begun=begun)
    assert (study.trials, study.until) == (trials, until)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--max-trials", "4"], "--max-trials needs --until"),
        (["--trials", "4", "--until", "cpu ±2%"], "contradict each other"),
        (["--trials", "4", "--max-trials", "4"], "--max-trials needs --until"),
        (["--trials", "0"], "--trials is 0, must be at least 1"),
        (["--until", "cpu ±2%", "--max-trials", "0"], "--max-trials is 0, must be at least 1"),
        (["--until", "heat ±2%"], "cannot read 'heat"),
    ],
)
@pytest.mark.parametrize("begun", [{}, FIXED])
def test_contradicting_limits_are_one_line(
    words: list[str], said: str, begun: dict[str, Any]
) -> None:
    with pytest.raises(UserError, match=said):
        ruled(*words, begun=begun)


def test_the_blocks_it_took_are_set_against_the_fixed_ten() -> None:
    line = blocks_line(make_study({"manual": [50.0] * 6}), True)
    assert line == "precise enough after 6 blocks, 4 fewer than the fixed 10"
    line = blocks_line(make_study({"manual": [50.0] * 12}), False)
    assert line == "not precise enough after 12 blocks, 2 more than the fixed 10"


def test_a_block_that_some_arms_lack_is_not_counted() -> None:
    line = blocks_line(make_study({"manual": [50.0] * 6, "isolated": [50.0] * 5}), True)
    assert line.startswith("precise enough after 5 blocks")
