# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What several studies find together, and what a further one may."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from nav2_composition_bench.aggregate.describe import Interval, student_interval
from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.aggregate.random_effects import Overall, overall


def studies(values: Sequence[float], errors: Sequence[float]) -> list[Contrast]:
    return [Contrast(value, error, 5.0) for value, error in zip(values, errors)]


def ends(interval: Interval) -> tuple[float, float]:
    return interval.low, interval.high


def over(values: Sequence[float], errors: Sequence[float]) -> Overall:
    found = overall(studies(values, errors))
    assert found is not None
    return found


def test_studies_that_find_the_same_differ_by_their_own_errors_alone() -> None:
    found = over([0.5, 0.5, 0.5], [0.1, 0.1, 0.1])
    assert found.studies == 3
    assert found.value == pytest.approx(0.5)
    error = 0.1 / math.sqrt(3)
    assert ends(found.interval) == pytest.approx(ends(student_interval(0.5, error, 2)))
    assert ends(found.of_another) == pytest.approx(ends(student_interval(0.5, error, 1)))


def test_what_studies_differ_by_beyond_their_errors_is_between_them() -> None:
    # variance 0.09 of three values with an error of 0.1 each: 0.08 is between the studies
    found = over([0.0, 0.3, 0.6], [0.1, 0.1, 0.1])
    assert found.value == pytest.approx(0.3)
    assert ends(found.interval) == pytest.approx(ends(student_interval(0.3, 0.03**0.5, 2)))
    another = student_interval(0.3, (0.03 + 0.08) ** 0.5, 1)
    assert ends(found.of_another) == pytest.approx(ends(another))


def test_the_surer_study_weighs_more() -> None:
    assert over([0.50, 0.52, 0.51], [0.1, 0.2, 0.2]).value == pytest.approx(0.505)


def test_two_studies_say_nothing_of_a_third() -> None:
    two = studies([0.4, 0.5], [0.1, 0.1])
    assert overall(two) is None
    assert overall([*two, Contrast(0.5, None, None)]) is None


@pytest.mark.parametrize("between", [0.0, 0.1])
@pytest.mark.parametrize("count", [3, 8])
def test_both_intervals_cover(count: int, between: float) -> None:
    """They may cover more: with few studies the spread between them is hardly known."""
    random, rounds = np.random.default_rng(12), 1000
    held = np.zeros(2)
    for _ in range(rounds):
        errors = random.uniform(0.03, 0.12, count)
        *truths, another = random.normal(0.0, between, count + 1).tolist()
        found = over(random.normal(truths, errors).tolist(), errors.tolist())
        held += (found.interval.contains(0.0), found.of_another.contains(another))
    assert (held / rounds >= 0.92 - 0.02).all(), held / rounds
