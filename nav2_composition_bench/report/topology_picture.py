# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The picture of a topology: nodes from left to right, with the rate of all they send."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path as Curve
from matplotlib.textpath import TextPath

from nav2_composition_bench.report.graph_layout import Item, Layout, Line, lay_out
from nav2_composition_bench.report.themed_svg import (
    FAINT,
    INK,
    figure,
    series_colour,
    standing_alone,
    to_svg,
)
from nav2_composition_bench.report.topology_outlets import Outlet, outlets_of
from nav2_composition_bench.topology.graph import Topology

_POINTS = 72.0
_HEADER_PT = 9.0
_ROW_PT = 7.5
_ROW_IN = 0.16
_HEADER_IN = 0.24
_PAD_IN = 0.08
_BETWEEN_LAYERS_IN = 0.9
_GAP_IN = 0.22
_LINE_GAP_IN = 0.12
_MARGIN_IN = 0.25
_FOOT_IN = 0.04
_SLACK_IN = 0.1
"""Fonts of browsers differ from the one that was measured."""


def topology_svg_file(topology: Topology) -> str:
    """Return the picture as the text of an SVG file."""
    drawn = draw_topology(topology)
    width_in, height_in = drawn.get_size_inches()
    return standing_alone(to_svg(drawn, f"Graph of {topology.name}"), width_in, height_in)


def draw_topology(topology: Topology) -> Figure:
    """Draw the nodes, what they send with rates and sizes, and bold the named paths."""
    outlets = outlets_of(topology)
    texts = {
        node.full_name: [each.text(node.namespace) for each in outlets[node.full_name]]
        for node in topology.nodes
    }
    lines = [
        Line(name, index, outlet.targets, is_flow=not outlet.is_call)
        for name, rows in outlets.items()
        for index, outlet in enumerate(rows)
        if outlet.targets
    ]
    heights = {name: _HEADER_IN + _ROW_IN * len(rows) + _FOOT_IN for name, rows in texts.items()}
    layout = lay_out(heights, lines, _GAP_IN, _LINE_GAP_IN)
    widths = [
        max((_width(item, texts[item]) for item in layer if isinstance(item, str)), default=0.0)
        for layer in layout.layers
    ]
    lefts = [_BETWEEN_LAYERS_IN / 2]
    for width in widths:
        lefts.append(lefts[-1] + width + _BETWEEN_LAYERS_IN)
    across = lefts[-1] - _BETWEEN_LAYERS_IN / 2  # for lines that turn round there
    down = max(
        layout.middle[item] + (heights[item] / 2 if isinstance(item, str) else 0.0)
        for item in layout.middle
    )
    with figure(across, down + 2 * _MARGIN_IN, lays_out=False) as drawn:
        axes = drawn.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_axis_off()
        axes.set_xlim(0, across)
        axes.set_ylim(down + _MARGIN_IN, -_MARGIN_IN)
        colours = {key: series_colour(number) for number, key in enumerate(_keys(outlets))}
        picture = _Picture(axes, layout, heights, lefts, widths, colours)
        for line, one, other in layout.stretches:
            picture.stretch(line, one, other, outlets[line.source][line.outlet])
        for name, rows in outlets.items():
            picture.box(name, rows, texts[name])
    return drawn


@dataclass(frozen=True)
class _Picture:
    """Puts boxes and lines on the axes; all lengths in inches.

    :param lefts: left edge of each layer.
    :param colours: topic, service or action → colour.
    """

    _axes: Axes
    _layout: Layout
    _heights: Mapping[str, float]
    _lefts: Sequence[float]
    _widths: Sequence[float]
    _colours: Mapping[str, str]

    def box(self, name: str, outlets: Sequence[Outlet], texts: Sequence[str]) -> None:
        """Draw a node: its name, and below it a row for each outlet."""
        left, top = self._corner(name)
        width = self._widths[self._layout.layer_of[name]]
        rounded = "round,pad=0,rounding_size=0.06"
        frame: Any = {"facecolor": "none", "edgecolor": INK, "linewidth": 0.8}
        written: Any = {"verticalalignment": "center", "color": INK}
        self._axes.add_patch(
            FancyBboxPatch((left, top), width, self._heights[name], boxstyle=rounded, **frame)
        )
        at = left + _PAD_IN
        title = name.lstrip("/")
        self._axes.text(at, top + _HEADER_IN / 2, title, size=_HEADER_PT, weight="bold", **written)
        for index, (outlet, text) in enumerate(zip(outlets, texts)):
            height = self._outlet_height(name, index)
            self._axes.text(at, height, text, size=_ROW_PT, **written)
            colour = self._colours[outlet.name] if outlet.targets else FAINT
            self._axes.plot([left + width], [height], "o", color=colour, markersize=3.5)

    def stretch(self, line: Line, one: Item, other: Item, outlet: Outlet) -> None:
        """Draw a line from an item to the next."""
        begin = self._end(one, line, entering=False)
        end = self._end(other, line, entering=True)
        bend = 0.5 * _BETWEEN_LAYERS_IN
        # it leaves a box, and what passes rightwards, to the right; and so it arrives
        out = -bend if _is_leftwards(one) else bend
        into = bend if _is_leftwards(other) else -bend
        points = [begin, (begin[0] + out, begin[1]), (end[0] + into, end[1]), end]
        codes = [Curve.MOVETO, Curve.CURVE4, Curve.CURVE4, Curve.CURVE4]
        if not isinstance(other, str):  # and straight through the layer
            points.append(self._end(other, line, entering=False))
            codes.append(Curve.LINETO)
        colour = self._colours[outlet.name]
        self._axes.add_patch(
            PathPatch(
                Curve(points, codes),
                facecolor="none",
                edgecolor=colour,
                linewidth=2.6 if self._leads_to_any(other, outlet.path_targets) else 1.0,
                linestyle="--" if outlet.is_call else "-",
            )
        )
        if isinstance(other, str):
            self._axes.plot([end[0]], [end[1]], ">", color=colour, markersize=4)

    def _leads_to_any(self, item: Item, boxes: Collection[str]) -> bool:
        """Whether a line that has come to an item goes on to one of these boxes."""
        if isinstance(item, str):
            return item in boxes
        here = self._layout.layer_of[item]
        layers = [self._layout.layer_of[box] for box in boxes]
        return any(layer <= here if _is_leftwards(item) else layer > here for layer in layers)

    def _end(self, item: Item, line: Line, *, entering: bool) -> tuple[float, float]:
        """Return the point at which a line enters or leaves an item."""
        layer = self._layout.layer_of[item]
        at_left = entering is not _is_leftwards(item)
        across = self._lefts[layer] + (0 if at_left else self._widths[layer])
        if not isinstance(item, str):
            return across, self._layout.middle[item]
        if entering:
            return across - 0.03, self._corner(item)[1] + _HEADER_IN / 2
        return across, self._outlet_height(item, line.outlet)

    def _corner(self, name: str) -> tuple[float, float]:
        left = self._lefts[self._layout.layer_of[name]]
        return left, self._layout.middle[name] - self._heights[name] / 2

    def _outlet_height(self, name: str, index: int) -> float:
        return self._corner(name)[1] + _HEADER_IN + (index + 0.5) * _ROW_IN


def _is_leftwards(item: Item) -> bool:
    return not isinstance(item, str) and item[3]


def _keys(outlets: Mapping[str, Sequence[Outlet]]) -> list[str]:
    """Return what lines are told apart by, each once."""
    return list(dict.fromkeys(each.name for rows in outlets.values() for each in rows))


def _width(name: str, texts: Sequence[str]) -> float:
    """Return the width of a box that holds its texts."""
    bold = FontProperties(weight="bold")  # type: ignore[no-untyped-call]
    header = TextPath((0, 0), name.lstrip("/"), size=_HEADER_PT, prop=bold)
    rows = [TextPath((0, 0), text, size=_ROW_PT) for text in texts]
    # Curves stay within their control points, which are looked through at once.
    widest = max(np.max(np.asarray(path.vertices)[:, 0], initial=0.0) for path in [header, *rows])
    return float(widest) / _POINTS + 2 * _PAD_IN + _SLACK_IN
