# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How much room texts get."""

from __future__ import annotations

from nav2_composition_bench.report.text_room import legend_shape, width_beside, with_room
from nav2_composition_bench.report.themed_svg import WIDTH_IN


def test_a_picture_is_wider_for_labels_that_would_leave_its_axes_no_room() -> None:
    assert width_beside([]) == width_beside(["isolated"]) == WIDTH_IN
    assert width_beside(["isolated", "x" * 90]) > WIDTH_IN + 4


def test_a_legend_has_fewer_columns_and_more_rows_for_longer_names() -> None:
    shapes = [legend_shape(["x" * letters] * 6) for letters in (13, 30, 42, 120)]
    assert shapes == [(3, 2), (2, 3), (1, 6), (1, 6)]


def test_a_legend_has_no_more_columns_than_names() -> None:
    assert legend_shape(["on", "off"]) == (2, 1)
    assert legend_shape([]) == (1, 0)


def test_of_texts_that_would_touch_those_before_the_last_are_left_out() -> None:
    assert with_room(["1", "10", "100"], [0.0, 2.0, 4.0]) == ["1", "10", "100"]
    assert with_room(["2048", "6144", "8192"], [0.0, 3.7, 4.0]) == ["2048", "", "8192"]
    assert with_room(["1", "2", "3", "200"], [0.0, 0.05, 0.1, 4.0]) == ["", "", "3", "200"]
