# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Below, above or undecided, and how often that is wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from nav2_composition_bench.aggregate.describe import student_quantile
from nav2_composition_bench.aggregate.model import Contrast, independent
from nav2_composition_bench.aggregate.verdict import Outcome, exit_status, verdicts

FREEDOM = 1000.0


def of_p_value(p_value: float) -> Contrast:
    """Return a rise whose p-value against no change is this."""
    return Contrast(student_quantile(1 - p_value / 2, FREEDOM), 1.0, FREEDOM)


@pytest.mark.parametrize(
    ("p_values", "decided"),
    [
        ((0.04, 0.01, 0.02), (True, True, True)),  # each below 0.05 over how many are left
        ((0.02, 0.02, 0.02), (False, False, False)),
        ((0.04, 0.03, 0.01), (False, False, True)),  # what follows an undecided one is undecided
        ((0.04,), (True,)),
        ((), ()),
    ],
)
def test_a_family_is_decided_from_the_smallest_p_value_on_until_one_is_not(
    p_values: Sequence[float], decided: Sequence[bool]
) -> None:
    found = verdicts([(of_p_value(each), 0.0) for each in p_values])
    assert [one.outcome is Outcome.ABOVE for one in found] == list(decided)


@pytest.mark.parametrize(
    ("change", "threshold", "outcome"),
    [
        (0.02, 0.1, Outcome.BELOW),
        (0.25, 0.1, Outcome.ABOVE),
        (0.101, 0.1, Outcome.UNDECIDED),
        (-0.3, 0.0, Outcome.BELOW),
        (-0.05, -0.2, Outcome.ABOVE),
    ],
)
def test_a_change_lies_below_or_above_its_threshold(
    change: float, threshold: float, outcome: Outcome
) -> None:
    (found,) = verdicts([(Contrast(math.log1p(change), 0.01, 10.0), threshold)])
    assert (found.outcome, found.threshold) == (outcome, threshold)
    assert found.change is not None and found.change.value == pytest.approx(change)


def test_what_is_not_known_is_undecided_and_takes_part_in_the_family() -> None:
    lone, missing, known = verdicts(
        [(Contrast(0.3, None, None), 0.0), (None, 0.0), (of_p_value(0.02), 0.0)]
    )
    assert {lone.outcome, missing.outcome, known.outcome} == {Outcome.UNDECIDED}
    assert lone.change is not None and lone.change.interval is None
    assert missing.change is None and missing.reason


@pytest.mark.parametrize(("old", "new"), [(10, 3), (3, 10), (10, 10), (7, 4)])
def test_counts_that_never_change_are_no_change_and_certainly_below_a_rise(
    old: int, new: int
) -> None:
    for count in (3.0, 7.0, 19.0):
        same = independent([count] * old, [count] * new)
        assert [one.outcome for one in verdicts([(same, 0.0), (same, 0.05)])] == [
            Outcome.UNDECIDED,
            Outcome.BELOW,
        ]
    (more,) = verdicts([(independent([5.0] * old, [6.0] * new), 0.0)])
    assert more.outcome is Outcome.ABOVE


@pytest.mark.parametrize("changed", [0, 6])
@pytest.mark.parametrize("shared", [0.0, 0.9])
def test_in_five_percent_of_families_a_verdict_is_wrong_at_most(
    changed: int, shared: float
) -> None:
    """Four arms of three metrics.

    :param changed: how many of the twelve did change, and by how much is plain.
    :param shared: part of the variance that all twelve have in common.
    """
    random, rounds, size = np.random.default_rng(5), 1500, 12
    common = random.normal(0.0, shared**0.5, (rounds, 1))
    values = common + random.normal(0.0, (1 - shared) ** 0.5, (rounds, size))
    values[:, :changed] += 100.0
    errors = np.sqrt(random.chisquare(5, (rounds, size)) / 5)
    wrong = 0
    for row in zip(values.tolist(), errors.tolist()):
        found = verdicts([(Contrast(*one, 5.0), 0.0) for one in zip(*row)])
        wrong += any(one.outcome is not Outcome.UNDECIDED for one in found[changed:])
    assert wrong / rounds <= 0.05 + 0.017  # three standard errors


@pytest.mark.parametrize(
    ("outcomes", "status"),
    [
        ([], 0),
        ([Outcome.BELOW], 0),
        ([Outcome.BELOW, Outcome.UNDECIDED], 3),
        ([Outcome.UNDECIDED, Outcome.ABOVE, Outcome.BELOW], 1),
    ],
)
def test_the_exit_status_is_of_the_worst(outcomes: list[Outcome], status: int) -> None:
    assert exit_status(outcomes) == status
