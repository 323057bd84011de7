# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A metric over the axis of a study: means with intervals, values per block, and straight lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.axis import Axis, Line
from nav2_composition_bench.aggregate.describe import (
    Description,
    Estimate,
    describe,
    student_interval,
)
from nav2_composition_bench.aggregate.model import Columns, level
from nav2_composition_bench.aggregate.samples import blocks_of, unusable_of
from nav2_composition_bench.trial.record import TrialFigures

Array = NDArray[np.float64]
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

    Intervals are those of :func:`.model.level`, by the scatter at all places of the line. Where a
    value is zero, as shares may be, they are of the place's own trials. No metric is below zero.
    """
    columns = columns_along(records, line, metric)
    points = []
    for place, arm in line.arms.items():
        described = describe(values := blocks_of(records, arm, metric).values)
        if described is None:
            continue
        interval = described.interval
        if (found := level(columns, arm)) is not None and found.error is not None:
            interval = found.ratio().interval
        elif interval is not None:
            interval = replace(interval, low=max(0.0, interval.low))
        missing = unusable_of(records, arm, metric)
        points.append(Point(place, values, replace(described, interval=interval), missing))
    return tuple(points)


def columns_along(records: Sequence[TrialFigures], line: Line, metric: str) -> Columns:
    """Return the columns of a line's arms, as the model takes them."""
    return {arm: blocks_of(records, arm, metric).by_block() for arm in line.arms.values()}


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
    """Fit a metric of a line over the axis by least squares; None with fewer than two places."""
    points = [
        (place, value, block)
        for place, arm in line.arms.items()
        for block, value in blocks_of(records, arm, metric).by_block().items()
    ]
    if len({place for place, _, _ in points}) < 2:
        return None
    places, values, blocks = np.array(points, dtype=np.float64).T
    straight = least_squares([places], values, blocks)
    if straight is None:
        return None
    bent = least_squares([places**2, places], values, blocks)
    spread = float(np.square(_inside(values, blocks)).sum())
    return LineFit(
        straight.slope,
        None if bent is None else bent.slope.transformed(lambda coefficient: 2 * coefficient),
        1 - straight.left / spread if spread else None,
    )


@dataclass(frozen=True)
class Fitted:
    """What least squares found.

    :param slope: coefficient of the first column, with Student's 95 % interval; None without a
        degree of freedom.
    :param left: squares that are left.
    """

    slope: Estimate
    left: float
    freedom: int


def least_squares(columns: Sequence[Array], values: Array, blocks: Array) -> Fitted | None:
    """Fit values by columns, with a level for each block.

    What the trials of a block share goes into its level (Montgomery, Design and Analysis of
    Experiments, chapter 4).

    :returns: None where the columns cannot be distinguished inside blocks.
    """
    inside = [_inside(column, blocks) for column in columns]
    scales = [float(np.linalg.norm(column)) for column in inside]
    if not all(scales):
        return None
    matrix = np.column_stack([column / scale for column, scale in zip(inside, scales)])
    target = _inside(values, blocks)
    found, _, rank, _ = np.linalg.lstsq(matrix, target, rcond=1e-9)
    if rank < len(columns):
        return None
    left = float(np.square(target - matrix @ found).sum())
    freedom = values.size - np.unique(blocks).size - len(columns)
    middle = float(found[0]) / scales[0]
    if freedom < 1:
        return Fitted(Estimate(middle, None), left, freedom)
    variance = left / freedom * float(np.linalg.inv(matrix.T @ matrix)[0, 0])
    interval = student_interval(middle, variance**0.5 / scales[0], freedom)
    return Fitted(Estimate(middle, interval), left, freedom)


def _inside(values: Array, blocks: Array) -> Array:
    """Take the mean of its block off each value."""
    inside = values.astype(np.float64)
    for number in np.unique(blocks):
        inside[blocks == number] -= inside[blocks == number].mean()
    return inside
