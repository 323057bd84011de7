# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree

import pytest
from matplotlib.patches import FancyBboxPatch
from topology_factory import chain, graph, node, pub

from nav2_composition_bench.report.themed_svg import to_svg
from nav2_composition_bench.report.topology_picture import (
    draw_topology,
    topology_svg_file,
)
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies

CHAIN = graph(*chain("a", "b", "c"), node("far", pub("alone")))


def test_nodes_and_rates_are_written_as_text() -> None:
    svg = to_svg(draw_topology(CHAIN), "Graph of test")
    for text in (">a<", ">far<", ">alone: 10 Hz, 100 B<"):
        assert text in svg
    assert 'aria-label="Graph of test"' in svg and "var(--ink)" in svg


def test_a_file_stands_alone_in_colours_of_its_own() -> None:
    text = topology_svg_file(CHAIN)
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg") and root.get("width", "").endswith("in")
    assert "var(--" not in text and "#0a66c2" in text


@pytest.mark.parametrize("name", sorted(packaged_topologies()))
def test_no_box_overlaps_another_or_leaves_the_picture(name: str) -> None:
    topology = load_topology([packaged_topologies()[name]])
    drawn = draw_topology(topology)
    (axes,) = drawn.axes
    boxes = [patch.get_bbox() for patch in axes.patches if isinstance(patch, FancyBboxPatch)]
    assert len(boxes) == len(topology.nodes)
    for one, other in itertools.combinations(boxes, 2):
        beside = one.x1 <= other.x0 or other.x1 <= one.x0
        below = max(one.y0, one.y1) <= min(other.y0, other.y1) or (
            max(other.y0, other.y1) <= min(one.y0, one.y1)
        )
        assert beside or below
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    for each in boxes:
        assert left <= each.x0 and each.x1 <= right
        assert top <= min(each.y0, each.y1) and max(each.y0, each.y1) <= bottom


def test_every_text_fits_into_its_box() -> None:
    drawn = draw_topology(load_topology([packaged_topologies()["create3"]]))
    (axes,) = drawn.axes
    boxes = [patch.get_bbox() for patch in axes.patches if isinstance(patch, FancyBboxPatch)]
    inverse = axes.transData.inverted()
    for text in axes.texts:
        extent = inverse.transform_bbox(text.get_window_extent())
        x, y = text.get_position()
        (box,) = (
            each for each in boxes
            if each.x0 <= x <= each.x1 and min(each.y0, each.y1) <= y <= max(each.y0, each.y1)
        )  # fmt: skip
        assert extent.x1 <= box.x1, text.get_text()
