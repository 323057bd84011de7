# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate and its error rates under repeated looks."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from nav2_composition_bench.aggregate.gate import (
    GateOutcome,
    GateVerdict,
    confidence_of_each,
    gate,
    incomparable,
)
from nav2_composition_bench.aggregate.verdict import LASTING, compare_independent, judge_change

LOOKS = range(2, 11)


def judged(
    baseline: Sequence[float], candidate: Sequence[float], threshold: float, looks: int = 1
) -> GateVerdict:
    confidence = confidence_of_each(looks)
    return gate(compare_independent(baseline, candidate, margin=threshold, confidence=confidence))


def sequential(
    generator: np.random.Generator, rise: float, noise: float, kind: str = "normal"
) -> tuple[GateOutcome, int]:
    """Judge a growing candidate after each trial as the gate does; return answer and trials."""

    def trials(mean: float, count: int) -> list[float]:
        if kind == "skewed":
            draws = (generator.gamma(4.0, 1.0, count) - 4.0) / 2.0
        else:
            draws = generator.normal(0.0, 1.0, count)
        return list(mean * np.exp(noise * draws))

    baseline, candidate = trials(50.0, 10), trials(50.0 * (1 + rise), 10)
    outcome = GateOutcome.NOT_ENOUGH_TRIALS
    for count in LOOKS:
        outcome = judged(baseline, candidate[:count], threshold=0.1, looks=len(LOOKS)).outcome
        if outcome is not GateOutcome.NOT_ENOUGH_TRIALS:
            return outcome, count
    return outcome, max(LOOKS)


def test_a_clear_rise_is_a_regression() -> None:
    verdict = judged([50.0, 50.5, 49.5], [60.0, 60.5, 59.5], threshold=0.1)
    assert verdict.outcome is GateOutcome.REGRESSION
    assert verdict.change == pytest.approx(0.2, abs=1e-3)


def test_a_regression_tells_whether_the_rise_reaches_the_threshold() -> None:
    clear = judged([50.0, 50.5, 49.5], [60.0, 60.5, 59.5], threshold=0.1)
    assert "] has risen, by +10.0% or more" in clear.reason
    close = judged([50.0, 50.5, 49.5], [55.0, 55.5, 54.5], threshold=0.1)
    assert close.outcome is GateOutcome.REGRESSION
    assert "] has risen, maybe by +10.0% or more" in close.reason


def test_a_certain_rise_below_the_threshold_is_fine() -> None:
    verdict = judged([50.0, 50.1, 49.9], [51.0, 51.1, 50.9], threshold=0.1)
    assert verdict.outcome is GateOutcome.FINE and verdict.change == pytest.approx(0.02, abs=1e-3)


def test_a_fall_is_fine() -> None:
    assert judged([50.0, 50.1], [40.0, 40.1], threshold=0.05).outcome is GateOutcome.FINE


def test_noise_that_hides_the_answer_asks_for_more_trials() -> None:
    verdict = judged([50.0, 70.0], [55.0, 75.0], threshold=0.05)
    assert verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS and verdict.interval is not None


def test_one_trial_each_is_not_enough() -> None:
    assert judged([50.0], [90.0], threshold=0.05).outcome is GateOutcome.NOT_ENOUGH_TRIALS


@pytest.mark.parametrize("threshold", [0.0, -0.1])
def test_a_threshold_of_nothing_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold"):
        judged([1.0, 2.0], [1.0, 2.0], threshold=threshold)


def test_fewer_than_one_look_is_refused() -> None:
    with pytest.raises(ValueError, match="looks 0"):
        confidence_of_each(0)


def test_more_looks_widen_the_interval() -> None:
    data = [50.0, 51.0, 49.0], [52.0, 53.0, 51.0]
    once, often = judged(*data, threshold=0.1), judged(*data, threshold=0.1, looks=9)
    assert once.interval is not None and often.interval is not None
    assert often.interval.low < once.interval.low and often.interval.high > once.interval.high


def test_a_refusal_names_the_field() -> None:
    verdict = incomparable("rmw: a and b", 0.1)
    assert verdict.outcome is GateOutcome.NOT_COMPARABLE and verdict.reason == "rmw: a and b"


def lasting(rise: float, looks: int, error: float = 0.045) -> GateVerdict:
    """Judge a rise of which no number of trials tells more than to 4.2 %."""
    confidence = confidence_of_each(looks)
    return gate(judge_change(math.log1p(rise), error, 40, 0.1, confidence, lasting_error=0.0424))


@pytest.mark.parametrize("rise", [0.0, 0.1])
def test_what_no_number_of_trials_would_tell_is_said_with_what_would(rise: float) -> None:
    verdict = lasting(rise, looks=9)
    assert verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS and not verdict.may_be_decided
    # student_quantile(1 - 0.05 / 18, inf) = 2.7729
    assert verdict.reason.endswith(f"{LASTING}, or set a threshold well above 12.5%")


def test_an_interval_that_trials_can_narrow_below_the_threshold_may_be_decided() -> None:
    verdict = lasting(0.03, looks=1)
    assert verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS and verdict.may_be_decided
    assert LASTING not in verdict.reason


@pytest.mark.parametrize("rise", [-0.05, 0.15])
def test_a_change_far_from_what_cannot_be_told_may_be_decided(rise: float) -> None:
    verdict = lasting(rise, looks=9, error=0.06)
    assert verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS and verdict.may_be_decided


@pytest.mark.parametrize(("rise", "outcome"), [(-0.1, "FINE"), (0.25, "REGRESSION")])
def test_an_answer_stands_however_little_trials_can_tell(rise: float, outcome: str) -> None:
    verdict = lasting(rise, looks=9)
    assert verdict.outcome.value == outcome and verdict.may_be_decided


@pytest.mark.parametrize("times", [2, 3])
@pytest.mark.parametrize("count", [3, 5])
def test_an_unchanged_candidate_that_scatters_more_is_a_regression_in_at_most_four_percent(
    count: int, times: int
) -> None:
    """By pooled variance it is one in 5 to 13 %."""
    generator = np.random.default_rng(24)
    answers = [
        judged(
            np.exp(generator.normal(0.0, 0.04, 10)).tolist(),
            np.exp(generator.normal(0.0, 0.04 * times, count)).tolist(),
            threshold=0.1,
        ).outcome
        for _ in range(2000)
    ]
    assert answers.count(GateOutcome.REGRESSION) / 2000 <= 0.04


@pytest.mark.parametrize("kind", ["normal", "skewed"])
@pytest.mark.parametrize("noise", [0.01, 0.03, 0.06])
def test_no_change_is_called_a_regression_in_at_most_five_percent_despite_peeking(
    noise: float, kind: str
) -> None:
    generator = np.random.default_rng(21)
    answers = [sequential(generator, 0.0, noise, kind)[0] for _ in range(400)]
    assert answers.count(GateOutcome.REGRESSION) / 400 <= 0.05


@pytest.mark.parametrize("kind", ["normal", "skewed"])
@pytest.mark.parametrize("noise", [0.01, 0.03, 0.06])
def test_a_ten_percent_rise_is_called_fine_in_at_most_five_percent_despite_peeking(
    noise: float, kind: str
) -> None:
    generator = np.random.default_rng(22)
    answers = [sequential(generator, 0.1, noise, kind)[0] for _ in range(400)]
    assert answers.count(GateOutcome.FINE) / 400 <= 0.05


def test_a_ten_percent_rise_is_decided_in_a_third_of_the_fixed_protocol() -> None:
    generator = np.random.default_rng(23)
    results = [sequential(generator, 0.1, 0.03) for _ in range(400)]
    assert np.mean([trials for _, trials in results]) <= 10 / 3
    assert [outcome for outcome, _ in results].count(GateOutcome.REGRESSION) / 400 >= 0.95
