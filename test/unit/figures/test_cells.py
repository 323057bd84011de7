# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from figures.cells import listed, points


def test_items_are_listed_as_in_a_sentence() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a"]) == "a"


def test_no_items_make_no_text() -> None:
    assert listed([]) == ""


def test_a_difference_of_points_has_its_sign_and_zero_is_not_negative() -> None:
    assert [points(each) for each in (0.056, -0.056, -0.004, 0.004)] == ["+6", "-6", "+0", "+0"]
