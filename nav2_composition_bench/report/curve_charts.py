# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Pictures of topologies: metrics over the axis of a study, and quantiles of latencies."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

from nav2_composition_bench.aggregate.axis import Axis
from nav2_composition_bench.aggregate.curves import Point, curve, spans_a_decade
from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.metrics import METRICS, Metric
from nav2_composition_bench.report.axis_words import axis_words, place_text
from nav2_composition_bench.report.quantities import short
from nav2_composition_bench.report.text_room import legend_shape, width_beside, with_room
from nav2_composition_bench.report.themed_svg import (
    FAINT,
    INK,
    WIDTH_IN,
    figure,
    series_colour,
    series_marker,
    to_svg,
)
from nav2_composition_bench.trial.record import TrialFigures

_QUANTILE_MARKERS = "|osDx"
"""One for each quantile."""
_LENGTH_IN = 5.6
"""Between the first place and the last of an axis."""
QUANTILES = {
    "p50": "latency_p50_us",
    "p90": "latency_p90_us",
    "p99": "latency_p99_us",
    "p99.9": "latency_p999_us",
    "max": "latency_max_us",
}
"""Name of a quantile → the figure of a trial that holds it."""


def curve_chart(records: Sequence[TrialFigures], axis: Axis, metric: str, heading: str) -> str:
    """Draw a metric over the axis: means joined by a line, 95 % intervals, each trial as a dot.

    An axis is logarithmic where its values span more than a decade, but not for costs over a count.
    Intervals that reach further than the trials do are cut off at the picture's edge.

    :param heading: what the lines differ by, with what the trials ran with.
    """
    shown, words = METRICS[metric], axis_words(axis.name)
    drawn_lines = [(line, curve(records, line, metric)) for line in axis.lines]
    values = [each for _, points in drawn_lines for point in points for each in point.values]
    counts_costs = bool(words.counted) and not shown.name.startswith(("latency", "path"))
    is_log = spans_a_decade(values) and not counts_costs
    columns, rows = legend_shape([line.name for line, points in drawn_lines if points])
    with figure(WIDTH_IN, 3.3 + 0.22 * rows) as drawn:
        axes = drawn.subplots()
        for number, (line, points) in enumerate(drawn_lines):
            if points:
                _draw_line(axes, points, shown, number, line.name)
        _scale_across(axes, axis, not words.counted and spans_a_decade(axis.values))
        _scale_up(axes, [each / shown.divisor for each in values], is_log)
        axes.set_xlabel(words.label)
        axes.set_ylabel(shown.heading)
        axes.legend(title=heading, loc="upper center", bbox_to_anchor=(0.5, -0.2), ncol=columns)
    return to_svg(drawn, f"{shown.label} over {words.label}, by {heading}")


def _draw_line(axes: Any, points: Sequence[Point], shown: Metric, number: int, name: str) -> None:
    colour = series_colour(number)
    marker = series_marker(number)
    places = [point.place for point in points]
    means = [point.described.mean / shown.divisor for point in points]
    axes.plot(places, means, color=colour, marker=marker, markersize=5, label=name)
    for point in points:
        trials = np.array(point.values) / shown.divisor
        axes.plot([point.place] * trials.size, trials, ".", color=colour, markersize=3, alpha=0.6)
        if point.described.interval is not None:
            ends = (point.described.interval.low, point.described.interval.high)
            axes.plot(
                [point.place] * 2,
                [max(end / shown.divisor, 1e-12) for end in ends],
                color=colour,
                linewidth=1.1,
                alpha=0.8,
            )


def _scale_across(axes: Any, axis: Axis, is_log: bool) -> None:
    if is_log:
        axes.set_xscale("log")
    places = [math.log(place) if is_log else place for place in axis.values]
    span = places[-1] - places[0] or 1.0
    texts = [place_text(axis.name, place) for place in axis.values]
    middles = [_LENGTH_IN * place / span for place in places]
    axes.set_xticks(axis.values, with_room(texts, middles))
    axes.xaxis.set_minor_locator(NullLocator())


def _scale_up(axes: Any, values: Sequence[float], is_log: bool) -> None:
    """Show all trials, with some room."""
    if not values:
        return
    least, most = min(values), max(values)
    if is_log:
        axes.set_yscale("log")
        axes.set_ylim(least / 1.6, 1.6 * most)
        _plain_decades(axes.yaxis)
    else:
        axes.set_ylim(0.0, 1.15 * most if most > 0 else 1.0)


def _plain_decades(axis: Any) -> None:
    """Write the powers of ten of a logarithmic axis as numbers."""
    axis.set_major_locator(LogLocator(base=10.0, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: short(value)))
    axis.set_minor_formatter(NullFormatter())


def quantile_chart(records: Sequence[TrialFigures], arms: Sequence[str], heading: str) -> str:
    """Draw the quantiles of the latencies of each arm, means over its trials.

    :param heading: what the arms differ by, with what the trials ran with.
    """
    with figure(width_beside(arms), 1.25 + 0.42 * len(arms)) as drawn:
        axes = drawn.subplots()
        for number, arm in enumerate(arms):
            cells = [blocks_of(records, arm, name).values for name in QUANTILES.values()]
            if not all(cells):
                continue
            means = [float(np.mean(cell)) for cell in cells]
            colour = series_colour(number)
            axes.plot(means[:-1], [number] * (len(means) - 1), color=colour, linewidth=3, alpha=0.5)
            axes.plot(means[-2:], [number] * 2, color=colour, linewidth=1, alpha=0.6)
            for mean, marker in zip(means, _QUANTILE_MARKERS):
                size = 13 if marker == "|" else 6
                axes.plot([mean], [number], marker, color=colour, markersize=size, mew=2)
        for name, marker in zip(QUANTILES, _QUANTILE_MARKERS):
            axes.plot([], [], marker, color=INK, label=name, markersize=6, mew=2)
        axes.set_xscale("log")
        _plain_decades(axes.xaxis)
        axes.grid(visible=True, axis="x", which="minor", color=FAINT, linewidth=0.3)
        axes.set_yticks(range(len(arms)), arms)
        axes.set_ylim(len(arms) - 0.5, -0.5)
        axes.set_xlabel("latency of messages [µs]")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=len(QUANTILES))
    return to_svg(drawn, f"Quantiles of the latency of messages, by {heading}")
