# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An arm of two studies at one speed of the machine: exact where nothing scatters, or simulated."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from nav2_composition_bench.aggregate.adjustment import Reading
from nav2_composition_bench.aggregate.between_studies import (
    AROUND_DEVIATION,
    COEFFICIENT,
    COEFFICIENT_DEVIATION,
    difference_of_studies,
)

ROUNDS = 700
"""With a true coverage of 95 % the observed one has a standard deviation of 0.8 %."""


@dataclass(frozen=True)
class Hours:
    """Two studies on one machine; standard deviations of logarithms.

    :param apart: of the machine from one study to the next.
    :param cost: of the second study's CPU in the first's.
    :param is_alike: whether nothing but parameters or code differs.
    :param influence: by how much more the arm of the second slows known work down.
    """

    apart: float = 0.09
    cost: float = 1.0
    is_alike: bool = True
    influence: float = 0.0

    def studies(self, blocks: int, random: np.random.Generator) -> list[Reading]:
        """Run both."""
        likeness = "the same processes" if self.is_alike else None
        coefficient = random.normal(COEFFICIENT, COEFFICIENT_DEVIATION)
        made = []
        for name in ("first", "second"):
            is_second = name == "second"
            level, around = random.normal(0.0, self.apart), random.normal(0.0, AROUND_DEVIATION)
            cost = self.cost if is_second else 1.0
            for block in range(blocks):
                slow = random.normal(0.0, 0.04)
                cpu = cost * math.exp(coefficient * level + slow + random.normal(0.0, 0.03))
                known = math.exp(level + slow + (self.influence if is_second else 0.0))
                idle = math.exp(level + slow + (around + random.normal(0.0, 0.06)) / COEFFICIENT)
                made.append(Reading(name, block, 40.0 * cpu, 20.0 * known, 20.0 * idle, likeness))
        return made

    def judged(self, blocks: int) -> tuple[float, float]:
        """Return how often the truth is covered, and how often a rise is certain."""
        random = np.random.default_rng(5)
        found = []
        for _ in range(ROUNDS):
            contrast = difference_of_studies(self.studies(blocks, random), "second", "first")
            assert contrast is not None
            span = contrast.interval()
            assert span is not None
            found.append((span.contains(math.log(self.cost)), span.low > 0.0))
        covered, rises = np.mean(found, axis=0).tolist()
        return covered, rises


@pytest.mark.parametrize("is_alike", [True, False])
@pytest.mark.parametrize("blocks", [3, 6])
def test_intervals_cover_where_the_machine_is_another_for_hours(
    blocks: int, is_alike: bool
) -> None:
    covered, rises = Hours(is_alike=is_alike).judged(blocks)
    assert 0.93 <= covered <= 0.975
    assert rises <= 0.04


def test_studies_that_are_not_alike_are_compared_by_readings_that_no_arm_influences() -> None:
    covered, rises = Hours(is_alike=False, influence=-0.2).judged(6)
    assert 0.93 <= covered <= 0.975
    assert rises <= 0.04


def test_a_rise_is_found_where_the_machine_was_as_fast() -> None:
    _, rises = Hours(apart=0.0, cost=1.10).judged(6)
    assert rises >= 0.9


def exact(is_alike: bool) -> list[Reading]:
    """Return two studies on a machine that was a fifth slower for the second, which costs half."""
    likeness = "alike" if is_alike else None
    cpu = 40.0 * 0.5 * 1.2**COEFFICIENT
    return [
        reading
        for block in range(3)
        for reading in (
            Reading("first", block, 40.0, 20.0, 20.0, likeness),
            Reading("second", block, cpu, 24.0, 24.0, likeness),
        )
    ]


@pytest.mark.parametrize("is_alike", [True, False])
def test_a_machine_that_was_slower_throughout_is_taken_out(is_alike: bool) -> None:
    found = difference_of_studies(exact(is_alike), "second", "first")
    assert found is not None and found.mean == pytest.approx(math.log(0.5))
    assert found.error is not None and found.freedom is not None and found.freedom > 1e9
    least = COEFFICIENT_DEVIATION * math.log(1.2)
    around = 0.0 if is_alike else math.sqrt(2) * AROUND_DEVIATION
    assert found.error == pytest.approx(math.hypot(least, around))
    assert found.lasting_error == found.error


@pytest.mark.parametrize("is_alike", [True, False])
def test_trials_narrow_all_but_the_error_that_lasts(is_alike: bool) -> None:
    random = np.random.default_rng(8)
    hours = Hours(apart=0.0, is_alike=is_alike)
    few, many = (
        difference_of_studies(hours.studies(blocks, random), "second", "first")
        for blocks in (3, 2000)
    )
    for found in (few, many):
        assert found is not None and found.error is not None
        sampled = math.sqrt(found.error**2 - found.lasting_error**2)
        assert (sampled < 0.004) is (found is many)
        assert is_alike or found.lasting_error >= math.sqrt(2) * AROUND_DEVIATION


def test_with_one_trial_of_each_there_is_a_mean_and_no_interval() -> None:
    found = difference_of_studies(exact(True)[:2], "second", "first")
    assert found is not None and found.interval() is None


def test_without_trials_of_both_there_is_nothing_to_compare() -> None:
    readings = [replace(each, cell="first") for each in exact(True)]
    assert difference_of_studies(readings, "second", "first") is None
