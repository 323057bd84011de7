# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import itertools
import random

import pytest

from nav2_composition_bench.report.graph_layout import Item, Layout, Line, lay_out, nearest_in_order

GAP, LINE_GAP = 0.3, 0.1


def laid_out(heights: dict[str, float], *lines: Line) -> Layout:
    return lay_out(heights, lines, GAP, LINE_GAP)


def test_boxes_stand_in_their_layers_from_the_left() -> None:
    layout = laid_out({"a": 1, "b": 1, "c": 1}, Line("a", 0, ("b",)), Line("b", 0, ("c",)))
    assert layout.layers == (("a",), ("b",), ("c",))
    assert layout.middle["a"] == layout.middle["b"] == layout.middle["c"]


def test_a_line_over_several_layers_has_a_place_in_each() -> None:
    layout = laid_out({"a": 1, "b": 1, "c": 1}, Line("a", 0, ("b", "c")), Line("b", 0, ("c",)))
    passing = ("a", 0, 1, False)
    assert set(layout.layers[1]) == {"b", passing}
    ways = [(one, other) for line, one, other in layout.stretches if line.source == "a"]
    assert set(ways) == {("a", "b"), ("a", passing), (passing, "c")}


def test_a_line_back_turns_round_and_passes_its_own_layer() -> None:
    layout = laid_out({"a": 1, "b": 1}, Line("a", 0, ("b",)), Line("b", 0, ("a",)))
    back = [(one, other) for line, one, other in layout.stretches if line.source == "b"]
    there, here = ("b", 0, 1, True), ("b", 0, 0, True)
    assert back == [("b", there), (there, here), (here, "a")]


def test_a_line_that_is_no_flow_moves_no_box() -> None:
    layout = laid_out({"a": 1, "b": 1}, Line("b", 0, ("a",), is_flow=False), Line("a", 0, ("b",)))
    assert layout.layer_of["a"] == 0 and layout.layer_of["b"] == 1


def test_boxes_that_no_line_touches_are_spread_over_the_layers() -> None:
    layout = laid_out({f"n{number}": 1.0 for number in range(70)})
    assert [len(layer) for layer in layout.layers] == [9, 9, 9, 9, 9, 9, 8, 8]


def test_lines_do_not_cross_where_they_need_not() -> None:
    heights = dict.fromkeys(("a", "b", "c", "x", "y", "z"), 1.0)
    lines = (Line("a", 0, ("z",)), Line("b", 0, ("y",)), Line("c", 0, ("x",)))
    left, right = laid_out(heights, *lines).layers
    partner = dict(zip("abc", "zyx"))
    assert [partner[str(item)] for item in left] == list(right)


def size(item: Item, heights: dict[str, float]) -> float:
    return heights[item] if isinstance(item, str) else 0.0


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overlaps_in_any_graph(seed: int) -> None:
    dice = random.Random(seed)
    names = [f"n{number}" for number in range(dice.randint(1, 20))]
    heights = {name: dice.uniform(0.2, 2) for name in names}
    lines = [
        Line(name, outlet, tuple(dice.sample(names, dice.randint(1, min(4, len(names))))))
        for name in names
        for outlet in range(dice.randint(0, 3))
    ]
    layout = laid_out(heights, *lines)
    assert {item for layer in layout.layers for item in layer} == set(layout.middle)
    for layer in layout.layers:
        for above, below in itertools.pairwise(layer):
            apart = layout.middle[below] - layout.middle[above]
            assert apart >= (size(above, heights) + size(below, heights)) / 2 + LINE_GAP - 1e-9
    for line in lines:  # every target is reached from its source
        reached: set[Item] = set()
        waiting: list[Item] = [line.source]
        ways = [(one, other) for each, one, other in layout.stretches if each == line]
        while waiting:
            at = waiting.pop()
            waiting += [other for one, other in ways if one == at and other not in reached]
            reached |= {other for one, other in ways if one == at}
        assert set(line.targets) <= reached


def test_heights_are_those_wished_for_where_there_is_room() -> None:
    assert nearest_in_order([1, 5, 9], [0, 1, 1]) == [1, 5, 9]
    assert nearest_in_order([5, 5], [0, 2]) == [4, 6]
    assert nearest_in_order([], []) == []
