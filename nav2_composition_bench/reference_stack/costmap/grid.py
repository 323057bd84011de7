# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Grids in a world frame: where the cells are, and a snapshot of their costs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nav2_composition_bench.reference_stack.costmap.costs import NO_INFORMATION


@dataclass(frozen=True)
class Window:
    """The cells of a grid: an axis-aligned rectangle of its frame.

    :param origin_x_m: of the outer corner of cell (row 0, column 0), the lowest x and y.
    :param rows: along y.
    :param columns: along x.
    """

    resolution_m: float
    origin_x_m: float
    origin_y_m: float
    rows: int
    columns: int

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of an array that covers the window."""
        return self.rows, self.columns

    def cells(
        self, x_m: ArrayLike, y_m: ArrayLike
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.bool_]]:
        """Rows, columns, and whether they lie inside, of points of any shape."""
        columns = np.floor((np.asarray(x_m) - self.origin_x_m) / self.resolution_m).astype(np.intp)
        rows = np.floor((np.asarray(y_m) - self.origin_y_m) / self.resolution_m).astype(np.intp)
        inside = (rows >= 0) & (rows < self.rows) & (columns >= 0) & (columns < self.columns)
        return rows, columns, inside

    def centres(self, rows: ArrayLike, columns: ArrayLike) -> NDArray[np.float64]:
        """Centres of cells, (..., 2), in metres."""
        x_m = self.origin_x_m + (np.asarray(columns) + 0.5) * self.resolution_m
        y_m = self.origin_y_m + (np.asarray(rows) + 0.5) * self.resolution_m
        return np.stack([x_m, y_m], axis=-1)

    def centred_at(self, x_m: float, y_m: float) -> Window:
        """The window of the same size around a point, moved by whole cells."""
        wanted_x_m = x_m - 0.5 * self.columns * self.resolution_m
        wanted_y_m = y_m - 0.5 * self.rows * self.resolution_m
        return Window(
            self.resolution_m,
            self.origin_x_m + self._whole_cells(wanted_x_m - self.origin_x_m),
            self.origin_y_m + self._whole_cells(wanted_y_m - self.origin_y_m),
            self.rows,
            self.columns,
        )

    def _whole_cells(self, distance_m: float) -> float:
        return round(distance_m / self.resolution_m) * self.resolution_m

    def overlap(self, other: Window) -> tuple[tuple[slice, slice], tuple[slice, slice]]:
        """Slices of the cells that both have: into an array of this window, and of the other."""
        row = round((other.origin_y_m - self.origin_y_m) / self.resolution_m)
        column = round((other.origin_x_m - self.origin_x_m) / self.resolution_m)
        own_rows, other_rows = _common(row, self.rows, other.rows)
        own_columns, other_columns = _common(column, self.columns, other.columns)
        return (own_rows, own_columns), (other_rows, other_columns)


def _common(offset: int, own: int, other: int) -> tuple[slice, slice]:
    begin = max(0, offset)
    end = max(begin, min(own, offset + other))
    return slice(begin, end), slice(begin - offset, end - offset)


@dataclass(frozen=True)
class CostGrid:
    """An immutable snapshot of a costmap.

    :param frame_id: the frame the window lies in.
    :param stamp_s: time at which it was made, seconds of the node's clock.
    :param costs: (rows, columns) uint8, read-only; values of costs.py.
    """

    window: Window
    costs: NDArray[np.uint8]
    frame_id: str = "map"
    stamp_s: float = 0.0

    def __post_init__(self) -> None:
        """Forbid writing: several threads read the same snapshot."""
        if self.costs.shape != self.window.shape:
            raise ValueError(f"costs are {self.costs.shape}, the window is {self.window.shape}")
        self.costs.flags.writeable = False

    @property
    def resolution_m(self) -> float:
        """Edge of a cell."""
        return self.window.resolution_m

    @property
    def origin_x_m(self) -> float:
        """Lowest x of the grid."""
        return self.window.origin_x_m

    @property
    def origin_y_m(self) -> float:
        """Lowest y of the grid."""
        return self.window.origin_y_m

    def cost_at(
        self, x_m: ArrayLike, y_m: ArrayLike, outside: int = NO_INFORMATION
    ) -> NDArray[np.uint8]:
        """Costs under points of any shape; ``outside`` where the grid does not reach."""
        rows, columns, inside = self.window.cells(x_m, y_m)
        found = self.costs[
            np.clip(rows, 0, self.window.rows - 1), np.clip(columns, 0, self.window.columns - 1)
        ]
        return np.where(inside, found, np.uint8(outside))
