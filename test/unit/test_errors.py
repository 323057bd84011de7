# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import pytest

from nav2_composition_bench.errors import UserError, at_least


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.5, "--window is 0.5, must be at least 1"),
        (math.nan, "--window is nan, must be at least 1"),
        (-math.inf, "--window is -inf, must be at least 1"),
        (math.inf, "--window is inf, must be a finite number"),
    ],
)
def test_what_is_too_little_or_not_finite_is_refused(value: float, said: str) -> None:
    with pytest.raises(UserError, match=said):
        at_least("--window", value, 1.0)


def test_a_whole_number_is_told_in_full_however_large_it_is() -> None:
    with pytest.raises(UserError, match=f"^--trials is -1{'0' * 400}, must be at least 1$"):
        at_least("--trials", -(10**400), 1)


def test_the_least_value_is_taken_as_it_is() -> None:
    assert at_least("--trials", 1, 1) == 1
