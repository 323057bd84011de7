# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Make a path smooth without bringing it nearer to obstacles than it may go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.costmap.costs import (
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid


@dataclass(frozen=True)
class SmoothingWeights:
    """Names as in nav2_smoother's simple smoother.

    :param tolerance: stop when the points together move less than this in a step, metres.
    :param w_data: pull towards the original path.
    :param w_smooth: pull towards the middle of the neighbours.
    """

    tolerance: float = 1e-4
    max_its: int = 500
    w_data: float = 0.2
    w_smooth: float = 0.3


_FREE, _UNKNOWN, _TOUCHING = range(3)
_OBSTRUCTION = np.full(256, _FREE, dtype=np.uint8)
"""Of each cost: how little a cell may be entered; a path may lead over unknown ones."""
_OBSTRUCTION[[INSCRIBED_INFLATED_OBSTACLE, LETHAL_OBSTACLE]] = _TOUCHING
_OBSTRUCTION[NO_INFORMATION] = _UNKNOWN


def _obstruction(grid: CostGrid, points: NDArray[np.float64]) -> NDArray[np.uint8]:
    return _OBSTRUCTION[grid.cost_at(points[:, 0], points[:, 1])]


def _segment_obstruction(grid: CostGrid, points: NDArray[np.float64]) -> NDArray[np.uint8]:
    """The same of the middle of each segment; points lie about a cell apart."""
    return _obstruction(grid, 0.5 * (points[1:] + points[:-1]))


@dataclass(frozen=True)
class SmoothedPath:
    """The result of smoothing.

    :param points: (n, 2), metres.
    :param completed: False when time was up first.
    """

    points: NDArray[np.float64]
    completed: bool


def first_collision(points: NDArray[np.float64], grid: CostGrid) -> int | None:
    """Index of the first point where the robot would touch something; None if there is none.

    Unknown cells do not count, as a path may lead over them.
    """
    costs = grid.cost_at(points[:, 0], points[:, 1])
    touching = (costs == INSCRIBED_INFLATED_OBSTACLE) | (costs == LETHAL_OBSTACLE)
    return int(np.argmax(touching)) if touching.any() else None


def smooth(
    points: NDArray[np.float64], grid: CostGrid, weights: SmoothingWeights
) -> NDArray[np.float64]:
    """Smooth without a limit of time; see :func:`smooth_within`."""
    return smooth_within(points, grid, weights, lambda: True).points


def smooth_within(
    points: NDArray[np.float64],
    grid: CostGrid,
    weights: SmoothingWeights,
    time_left: Callable[[], bool],
) -> SmoothedPath:
    """Smooth the positions of a path; its ends stay.

    Gradient descent on w_data · |p - original|² + w_smooth · |second difference|², all points at
    once. A point whose step would put it, or a segment beside it, from free cells onto unknown
    ones, or from either onto cells the robot's centre must not enter keeps its place, so a path
    free of collision stays so.

    :param points: (n, 2), frame of the grid, at most about a cell apart.
    :param time_left: asked before each step.
    """
    original = np.array(points[:, :2], dtype=np.float64)
    path = original.copy()
    if path.shape[0] < 3:
        return SmoothedPath(path, True)
    was = _obstruction(grid, original)
    segment_was = _segment_obstruction(grid, original)
    for _ in range(weights.max_its):
        if not time_left():
            return SmoothedPath(path, False)
        moved = path.copy()
        moved[1:-1] += weights.w_data * (original[1:-1] - path[1:-1])
        moved[1:-1] += weights.w_smooth * (path[2:] + path[:-2] - 2.0 * path[1:-1])
        _hold_at_obstacles(moved, path, grid, was, segment_was)
        change_m = float(np.abs(moved - path).sum())
        path = moved
        if change_m < weights.tolerance:
            break
    return SmoothedPath(path, True)


def _hold_at_obstacles(
    moved: NDArray[np.float64],
    path: NDArray[np.float64],
    grid: CostGrid,
    was: NDArray[np.uint8],
    segment_was: NDArray[np.uint8],
) -> None:
    """Take back, in place, the steps that lead into a worse cell than a point began in."""
    wrong = _obstruction(grid, moved) > was
    while True:
        moved[wrong] = path[wrong]
        # Taking back a point changes the segments beside it: look again until nothing is left.
        blocked = _segment_obstruction(grid, moved) > segment_was
        wrong = np.zeros_like(wrong)
        wrong[:-1] |= blocked
        wrong[1:] |= blocked
        wrong &= (moved != path).any(axis=1)
        if not wrong.any():
            return
