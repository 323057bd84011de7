# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Verdicts on what changed."""

from __future__ import annotations

import numpy as np
import pytest

from nav2_composition_bench.aggregate.verdict import (
    LASTING,
    Outcome,
    compare_independent,
    compare_paired,
    judge_change,
)


def test_a_clear_rise_is_worse_and_a_clear_fall_is_better() -> None:
    low, high = [50.0, 50.5, 49.5, 50.2], [60.0, 60.4, 59.7, 60.1]
    assert compare_independent(low, high, margin=0.05).outcome is Outcome.WORSE
    assert compare_independent(high, low, margin=0.05).outcome is Outcome.BETTER


def test_a_small_certain_change_inside_the_margin_is_no_difference() -> None:
    verdict = compare_independent([50.0, 50.01, 49.99], [50.5, 50.51, 50.49], margin=0.05)
    assert verdict.outcome is Outcome.NO_DIFFERENCE
    assert verdict.change == pytest.approx(0.01, abs=1e-4)


def test_wide_intervals_ask_for_more_trials() -> None:
    verdict = compare_independent([50.0, 60.0], [52.0, 61.0], margin=0.05)
    assert verdict.outcome is Outcome.NOT_ENOUGH_TRIALS
    assert verdict.interval is not None


@pytest.mark.parametrize(("old", "new"), [([], [1.0]), ([1.0], [1.0]), ([1.0, 2.0], [])])
def test_too_few_trials_are_said_to_be_too_few(old: list[float], new: list[float]) -> None:
    verdict = compare_independent(old, new, margin=0.05)
    assert verdict.outcome is Outcome.NOT_ENOUGH_TRIALS and verdict.change is None


def test_zero_variance_in_both_gives_a_verdict_not_an_error() -> None:
    assert compare_independent([5.0] * 3, [5.0] * 3, margin=0.02).outcome is Outcome.NO_DIFFERENCE
    assert compare_independent([5.0] * 3, [6.0] * 3, margin=0.02).outcome is Outcome.WORSE


def test_nan_trials_do_not_decide() -> None:
    verdict = compare_independent([5.0, 5.0, float("nan")], [5.0, 5.0], margin=0.02)
    assert verdict.outcome is Outcome.NO_DIFFERENCE


def test_what_is_said_of_too_few_trials_is_how_many_it_takes() -> None:
    assert compare_independent([1.0], [1.0, 1.1], margin=0.05).interval is not None
    said = compare_independent([1.0], [1.0], margin=0.05).reason
    assert said == "1 and 1 trials; one of each and three in all are needed"
    assert compare_paired([0.1], margin=0.05).reason == "blocks that hold both: 1; 2 are needed"


def test_a_value_of_zero_is_said_to_have_no_ratio() -> None:
    verdict = compare_independent([0.0, 0.1, 0.0], [0.1, 0.1, 0.1], margin=0.05)
    assert verdict.outcome is Outcome.NOT_ENOUGH_TRIALS and verdict.change is None
    assert verdict.reason == "zero in 2 of 6 trials, and zero has no ratio"


@pytest.mark.parametrize(("margin", "is_said"), [(0.05, True), (0.1, False)])
def test_what_no_number_of_trials_would_tell_is_said_of_a_change(
    margin: float, is_said: bool
) -> None:
    # the quantile 1.96 times the error that lasts is 8.3 %
    verdict = judge_change(0.04, 0.05, 40, margin, 0.95, lasting_error=0.0424)
    assert verdict.outcome is Outcome.NOT_ENOUGH_TRIALS
    assert verdict.unresolved == pytest.approx(0.0867, abs=1e-4)
    assert verdict.reason.endswith(LASTING) is is_said


def test_paired_ratios_need_two_blocks() -> None:
    assert compare_paired([0.1], margin=0.02).outcome is Outcome.NOT_ENOUGH_TRIALS
    assert compare_paired([0.1, 0.11, 0.09], margin=0.02).outcome is Outcome.WORSE


@pytest.mark.parametrize("kind", ["normal", "skewed"])
@pytest.mark.parametrize("count", [3, 10, 30])
def test_equal_studies_are_called_different_in_at_most_five_percent(kind: str, count: int) -> None:
    generator = np.random.default_rng(11)
    rounds, alarms = 2000, 0
    for _ in range(rounds):
        if kind == "normal":
            old, new = generator.normal(50, 1.5, (2, count))
        else:
            old, new = 44 + generator.gamma(6.0, 1.0, (2, count))
        outcome = compare_independent(old.tolist(), new.tolist(), margin=0.02).outcome
        alarms += outcome in (Outcome.WORSE, Outcome.BETTER)
    assert alarms / rounds <= 0.05 + 0.015


def test_a_ten_percent_rise_is_found_by_ten_trials_of_three_percent_noise() -> None:
    generator = np.random.default_rng(5)
    found = sum(
        compare_independent(
            generator.normal(50, 1.5, 10).tolist(),
            generator.normal(55, 1.65, 10).tolist(),
            margin=0.05,
        ).outcome
        is Outcome.WORSE
        for _ in range(500)
    )
    assert found / 500 >= 0.99


@pytest.mark.parametrize(("old", "new"), [(10, 3), (3, 10), (10, 10), (7, 4)])
def test_equal_counts_are_no_difference_where_none_is_allowed(old: int, new: int) -> None:
    for count in (3.0, 7.0, 19.0):
        verdict = compare_independent([count] * old, [count] * new, margin=0.0)
        assert verdict.outcome is Outcome.NO_DIFFERENCE, str(verdict)
