# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A metric over the axis of a study: means with intervals, values per block, and straight lines."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.adjustment import design_of_levels, residuals
from nav2_composition_bench.aggregate.axis import Axis, Line
from nav2_composition_bench.aggregate.describe import (
    Description,
    Estimate,
    describe,
    satterthwaite_freedom,
    student_interval,
)
from nav2_composition_bench.aggregate.samples import blocks_of, unusable_of
from nav2_composition_bench.trial.record import TrialFigures

_SHARES = ("late_percent", "lost_percent")
DECADE = 10.0
"""Positive values that span more than this are drawn over a logarithmic axis."""


@dataclass(frozen=True)
class Point:
    """What the trials of one arm of a line say.

    :param place: on the axis.
    :param values: of each trial, in the record's unit.
    :param missing: valid trials in which the metric was not measured.
    """

    place: float
    values: tuple[float, ...]
    described: Description
    missing: int = 0


@dataclass(frozen=True)
class LineFit:
    """A straight line through a metric over the axis, by least squares.

    Intervals are Student's, 95 %; None without a degree of freedom.

    :param slope: of the metric per unit of the axis, in the record's units.
    :param bend: change of the slope per unit of the axis: twice the coefficient of the square that
        is added to the line; None with fewer than three places.
    :param r_squared: the part of the spread inside blocks that the line tells; None without spread.
    """

    slope: Estimate
    bend: Estimate | None
    r_squared: float | None


def curve(records: Sequence[TrialFigures], line: Line, metric: str) -> tuple[Point, ...]:
    """Return the points of a line at which the metric was measured, ascending.

    Intervals are Student's with the relative spread of the trials taken as equal along the line;
    see :func:`spread_along`. Shares, which may be zero, have the spread of their own trials. No
    metric is below zero.
    """
    cells = {
        place: cell
        for place, arm in line.arms.items()
        if (cell := blocks_of(records, arm, metric)).values
    }
    means = {place: float(np.mean(cell.values)) for place, cell in cells.items()}
    variance, freedom = 0.0, 0.0
    if metric not in _SHARES and all(mean > 0 for mean in means.values()):
        variance, freedom = spread_along(
            [
                {block: value / means[place] for block, value in cell.by_block().items()}
                for place, cell in cells.items()
            ]
        )
    points = []
    for place, cell in cells.items():
        values = cell.values
        described = describe(values)
        assert described is not None
        interval = described.interval
        if freedom:
            error = means[place] * math.sqrt(variance / len(values))
            interval = student_interval(means[place], error, freedom)
        if interval is not None:
            interval = replace(interval, low=max(0.0, interval.low))
        missing = unusable_of(records, line.arms[place], metric)
        points.append(Point(place, values, replace(described, interval=interval), missing))
    return tuple(points)


def spread_along(places: Sequence[Mapping[int, float]]) -> tuple[float, float]:
    """Return the variance about the means of places, and its degrees of freedom.

    Two trials at each of five places tell it with five degrees of freedom, in place of one, if
    blocks have nothing in common. But the places of a block share the machine's state: squares
    between blocks have no more degrees of freedom than there are blocks, and those inside them have
    the others; of their sum see :func:`.describe.satterthwaite_freedom`.

    :param places: of a line; for each of them block → value.
    """
    found = [
        (place, block, value)
        for place, values in enumerate(places)
        for block, value in values.items()
    ]
    if len(found) == len(places):
        return 0.0, 0.0
    at, blocks, values = zip(*found)
    means, numbers = design_of_levels(at), np.array(blocks)
    about_places, _ = residuals(means, np.array(values))
    # in place of a column for each block, of which there may be many
    *columns, inside = (_inside_blocks(each, numbers) for each in (*means.T, np.array(values)))
    left, rank = residuals(np.column_stack(columns), inside)
    squares, of_trials = float(about_places @ about_places), float(left @ left)
    freedom, freedom_of_trials = len(found) - len(places), len(found) - len(set(blocks)) - rank
    parts = [(squares - of_trials, freedom - freedom_of_trials), (of_trials, freedom_of_trials)]
    return squares / freedom, satterthwaite_freedom(part for part in parts if part[1])


def is_measured(records: Sequence[TrialFigures], axis: Axis, metric: str) -> bool:
    """Tell whether any arm of the axis has the metric; a goodput of nothing at all is none."""
    values = [
        value
        for line in axis.lines
        for arm in line.arms.values()
        for value in blocks_of(records, arm, metric).values
    ]
    return any(values) if metric == "goodput_bytes_hz" else bool(values)


def spans_a_decade(values: Sequence[float]) -> bool:
    """Tell whether values belong over a logarithmic axis: all positive, the largest tenfold."""
    return bool(values) and min(values) > 0 and max(values) > DECADE * min(values)


def by_block(
    records: Sequence[TrialFigures], line: Line, metric: str, place: float
) -> dict[int, float]:
    """Return block → value at a place of the axis; empty where no block tells.

    Between two places of the line, each block's values are interpolated in a straight line.
    """
    below = [each for each in line.arms if each <= place]
    above = [each for each in line.arms if each >= place]
    if not below or not above:
        return {}
    first, second = max(below), min(above)
    ends = [blocks_of(records, line.arms[each], metric).by_block() for each in (first, second)]
    share = 0.0 if first == second else (place - first) / (second - first)
    return {
        block: (1 - share) * ends[0][block] + share * ends[1][block]
        for block in sorted(ends[0].keys() & ends[1].keys())
    }


def fit_line(records: Sequence[TrialFigures], line: Line, metric: str) -> LineFit | None:
    """Fit a metric of a line over the axis by ordinary least squares, a level for each block.

    What the trials of a block share goes into its level (Montgomery, Design and Analysis of
    Experiments, chapter 4), and what is left tells the interval. None with fewer than two places.
    """
    measured = [
        (block, place, value)
        for place, arm in line.arms.items()
        for block, value in blocks_of(records, arm, metric).by_block().items()
    ]
    places = np.array([place for _, place, _ in measured])
    values = np.array([value for _, _, value in measured])
    numbers = np.array([block for block, _, _ in measured])
    if len(set(places.tolist())) < 2:
        return None
    inside = [_inside_blocks(each, numbers) for each in (places, values, places**2)]
    straight = _least_squares(inside[:1], inside[1], numbers)
    if straight is None:
        return None
    slope, left = straight
    spread = float((inside[1] ** 2).sum())
    bent = None
    if len(set(places.tolist())) > 2:
        bent = _least_squares([inside[2], inside[0]], inside[1], numbers)
    return LineFit(
        slope,
        None if bent is None else bent[0].transformed(lambda coefficient: 2 * coefficient),
        1 - left / spread if spread else None,
    )


def _inside_blocks(values: NDArray[np.float64], numbers: NDArray[np.int_]) -> NDArray[np.float64]:
    """Take the mean of its block off each value."""
    inside = values.astype(np.float64)
    for number in set(numbers.tolist()):
        inside[numbers == number] -= inside[numbers == number].mean()
    return inside


def _least_squares(
    columns: Sequence[NDArray[np.float64]],
    values: NDArray[np.float64],
    numbers: NDArray[np.int_],
) -> tuple[Estimate, float] | None:
    """Return the first column's coefficient, and the squares that are left.

    None where the columns do not tell their coefficients apart.
    """
    scales = [float(np.sqrt((column**2).sum())) for column in columns]
    if not all(scales):
        return None
    matrix = np.column_stack([column / scale for column, scale in zip(columns, scales)])
    if np.linalg.matrix_rank(matrix) < len(columns):
        return None
    found = np.linalg.lstsq(matrix, values, rcond=None)[0]
    left = float(((values - matrix @ found) ** 2).sum())
    freedom = values.size - len(set(numbers.tolist())) - len(columns)
    middle = float(found[0]) / scales[0]
    if freedom < 1:
        return Estimate(middle, None), left
    variance = left / freedom * float(np.linalg.inv(matrix.T @ matrix)[0, 0])
    interval = student_interval(middle, math.sqrt(variance) / scales[0], freedom)
    return Estimate(middle, interval), left
