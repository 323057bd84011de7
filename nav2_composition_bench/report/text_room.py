# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How much room the texts of a picture need, by their letters."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nav2_composition_bench.report.themed_svg import WIDTH_IN

_LETTER_IN = 0.085
_LABEL_LETTERS = 36
"""Labels up to this long leave more than half of the usual width to the axes."""
_LEGEND_COLUMNS = 3
_HANDLE_IN = 0.6
"""What a column of a legend has besides its text."""


def width_beside(labels: Sequence[str]) -> float:
    """Return the width of a picture with these labels left of its rows, in inches."""
    return WIDTH_IN + _LETTER_IN * max(0, _longest(labels) - _LABEL_LETTERS)


def legend_shape(names: Sequence[str]) -> tuple[int, int]:
    """Return columns and rows of a legend below axes of the usual width."""
    that_fit = int(WIDTH_IN / (_HANDLE_IN + _LETTER_IN * _longest(names)))
    columns = max(1, min(that_fit, _LEGEND_COLUMNS, len(names)))
    return columns, -(-len(names) // columns)


def with_room(texts: Sequence[str], places_in: Sequence[float]) -> list[str]:
    """Return the texts below an axis, empty where one would touch the next.

    :param places_in: their middles, ascending, in inches.
    """
    shown: list[str] = []
    left = math.inf
    for text, place in zip(reversed(texts), reversed(places_in)):
        half = _LETTER_IN * (len(text) + 1) / 2
        has_room = place + half <= left
        shown.insert(0, text if has_room else "")
        left = place - half if has_room else left
    return shown


def _longest(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)
