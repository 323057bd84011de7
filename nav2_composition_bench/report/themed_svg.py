# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Matplotlib figures as inline SVG that follows the page's light or dark theme.

Figures are drawn in placeholder colours, each of which becomes a CSS variable of the page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from markupsafe import Markup, escape
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

INK = "#010101"
"""Text and axes."""
FAINT = "#020202"
"""Grid lines and shading."""
SERIES = ("#0a0001", "#0a0002", "#0a0003", "#0a0004", "#0a0005", "#0a0006")
"""One colour per arm, in the order of the table."""
MARKERS = "os^Dv"
"""As many as share no divisor with the colours: colour and marker together differ for thirty."""
WIDTH_IN = 7.2
"""Usual width of a picture; the page shows wider ones wider, so that their texts stay legible."""

_VARIABLES = {INK: "var(--ink)", FAINT: "var(--faint)"} | {
    colour: f"var(--series-{number})" for number, colour in enumerate(SERIES)
}
LIGHT = {
    "ink": "#1b1f24",
    "faint": "#d0d7de",
    "series-0": "#6e7781",
    "series-1": "#0a66c2",
    "series-2": "#1a7f37",
    "series-3": "#b35900",
    "series-4": "#8250df",
    "series-5": "#bf3989",
}
"""Variable → its colour in the page's light theme, and in pictures that stand alone."""
_STYLE: Any = {
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "grid.color": FAINT,
    "legend.frameon": False,
    "lines.linewidth": 1.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "nav2_composition_bench",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


@dataclass(frozen=True)
class Chart:
    """A picture with its heading."""

    title: str
    svg: Markup


@contextmanager
def figure(
    width_in: float = WIDTH_IN, height_in: float = 3.0, *, lays_out: bool = True
) -> Iterator[Figure]:
    """Provide an empty figure in the page's style.

    :param lays_out: whether axes are placed such that all their texts have room.
    """
    with mpl.rc_context({**_STYLE, "figure.constrained_layout.use": lays_out}):
        yield Figure(figsize=(width_in, height_in))


def series_colour(number: int) -> str:
    """Return the placeholder colour of the n-th series; they repeat after the last."""
    return SERIES[number % len(SERIES)]


def series_marker(number: int) -> str:
    """Return the marker of the n-th series, for readers who cannot tell its colour."""
    return MARKERS[number % len(MARKERS)]


def to_svg(drawn: Figure, title: str) -> str:
    """Return the figure as an ``<svg>`` element that scales to its container.

    :param title: read out by screen readers.
    """
    stream = io.StringIO()
    with mpl.rc_context(_STYLE):
        FigureCanvasSVG(drawn).print_svg(  # type: ignore[no-untyped-call]
            stream, metadata={"Date": None, "Creator": None}
        )
    svg = stream.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    widths = max(1.0, drawn.get_figwidth() / WIDTH_IN)
    named = f'<svg role="img" aria-label="{escape(title)}" style="--widths: {widths:.2f}"'
    svg = svg.replace("<svg", named, 1)
    for colour, variable in _VARIABLES.items():
        svg = svg.replace(colour, variable)
    return svg


def standing_alone(svg: str, width_in: float, height_in: float) -> str:
    """Return the text of a file: the picture of ``to_svg`` in fixed colours on white.

    Most programs that show files know neither CSS variables nor the size of a page.
    """
    for name, colour in LIGHT.items():
        svg = svg.replace(f"var(--{name})", colour)
    svg = svg.replace("<svg", f'<svg width="{width_in:.2f}in" height="{height_in:.2f}in"', 1)
    paper = '<rect width="100%" height="100%" fill="#ffffff"/>'
    start = svg.index(">", svg.index("<svg")) + 1
    return '<?xml version="1.0" encoding="utf-8"?>\n' + svg[:start] + paper + svg[start:] + "\n"
