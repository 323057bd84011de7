# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from figures.cells import listed


def test_items_are_listed_as_in_a_sentence() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a"]) == "a"


def test_no_items_make_no_text() -> None:
    assert listed([]) == ""
