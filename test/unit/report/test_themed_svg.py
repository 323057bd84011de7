# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Colours, markers and sizes of pictures."""

from __future__ import annotations

import pytest

from nav2_composition_bench.report.themed_svg import (
    WIDTH_IN,
    figure,
    series_colour,
    series_marker,
    to_svg,
)


def test_five_series_differ_by_marker_and_thirty_by_marker_and_colour() -> None:
    markers = [series_marker(number) for number in range(30)]
    assert len(set(markers[:5])) == 5
    assert len({(series_colour(number), series_marker(number)) for number in range(30)}) == 30


@pytest.mark.parametrize("width_in, widths", [(3.0, "1.00"), (WIDTH_IN, "1.00"), (14.4, "2.00")])
def test_a_picture_tells_the_page_how_much_wider_than_usual_it_is(
    width_in: float, widths: str
) -> None:
    with figure(width_in) as drawn:
        assert f'style="--widths: {widths}"' in to_svg(drawn, "empty")
