# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The layer of obstacles seen by a planar scanner: marked where beams end, cleared on the way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.costmap.costs import (
    FREE_SPACE,
    LETHAL_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import Window


@dataclass(frozen=True)
class Scan:
    """Geometry of a sensor_msgs/LaserScan, in metres and radians; ``ranges_m`` is (beams,)."""

    ranges_m: NDArray[np.floating]
    angle_min_rad: float
    angle_increment_rad: float
    range_min_m: float
    range_max_m: float


@dataclass(frozen=True)
class ScanLimits:
    """Which part of a scan counts; names as in nav2_costmap_2d's observation sources."""

    obstacle_min_range: float = 0.0
    obstacle_max_range: float = 2.5
    raytrace_max_range: float = 3.0
    inf_is_valid: bool = True


@dataclass(frozen=True)
class ScanObservation:
    """A scan in the frame of the costmap.

    :param hits: (n, 2) ends of the beams that met something near enough to mark.
    :param directions: (m, 2) unit vectors of the beams that clear.
    :param clear_lengths_m: (m,) how far each of them clears.
    """

    origin: tuple[float, float]
    hits: NDArray[np.float64]
    directions: NDArray[np.float64]
    clear_lengths_m: NDArray[np.float64]


def observe(scan: Scan, sensor: tuple[float, float, float], limits: ScanLimits) -> ScanObservation:
    """Place a scan into the frame of the costmap.

    :param sensor: x [m], y [m], yaw [rad] of the scanner in that frame.
    """
    x_m, y_m, yaw_rad = sensor
    ranges_m = np.asarray(scan.ranges_m, dtype=np.float64)
    angles = yaw_rad + scan.angle_min_rad + scan.angle_increment_rad * np.arange(ranges_m.size)
    directions = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    measured = (ranges_m >= scan.range_min_m) & (ranges_m < scan.range_max_m)
    marking = (
        measured & (ranges_m >= limits.obstacle_min_range) & (ranges_m <= limits.obstacle_max_range)
    )
    hits = np.array([x_m, y_m]) + directions[marking] * ranges_m[marking, np.newaxis]
    # A beam without an echo says that all is clear as far as it reaches.
    clearing = measured | (np.isposinf(ranges_m) & limits.inf_is_valid)
    lengths_m = np.minimum(ranges_m[clearing], limits.raytrace_max_range)
    return ScanObservation((x_m, y_m), hits, directions[clearing], lengths_m)


class ObstacleLayer:
    """Remembers marked and cleared cells while they are inside the window."""

    def __init__(self) -> None:
        self._window: Window | None = None
        self._costs: NDArray[np.uint8] = np.zeros((0, 0), dtype=np.uint8)

    def clear(self) -> None:
        """Forget everything."""
        self._costs[:] = NO_INFORMATION

    def move_to(self, window: Window) -> None:
        """Cover another window, keeping what both have."""
        if window == self._window:
            return
        costs = np.full(window.shape, NO_INFORMATION, dtype=np.uint8)
        if self._window is not None and window.resolution_m == self._window.resolution_m:
            target, source = window.overlap(self._window)
            costs[target] = self._costs[source]
        self._window, self._costs = window, costs

    def add(self, observation: ScanObservation) -> None:
        """Clear along the beams, then mark their ends; the layer must cover a window already."""
        if self._window is None:
            raise RuntimeError("move_to a window before adding observations")
        self._clear_beams(self._window, observation)
        rows, columns, inside = self._window.cells(observation.hits[:, 0], observation.hits[:, 1])
        self._costs[rows[inside], columns[inside]] = LETHAL_OBSTACLE

    def _clear_beams(self, window: Window, observation: ScanObservation) -> None:
        if observation.clear_lengths_m.size == 0:
            return
        # The cell of an echo is not cleared: it may have been marked from nearer by.
        lengths_m = observation.clear_lengths_m - window.resolution_m
        along_m = _middles_of_crossed_cells(window, observation, lengths_m)
        x_m = observation.origin[0] + observation.directions[:, :1] * along_m
        y_m = observation.origin[1] + observation.directions[:, 1:] * along_m
        rows, columns, inside = window.cells(x_m, y_m)
        swept = inside & (along_m < lengths_m[:, np.newaxis])
        self._costs[rows[swept], columns[swept]] = FREE_SPACE

    def apply(self, window: Window, costs: NDArray[np.uint8]) -> None:
        """Raise costs to this layer's where it knows more; unknown cells become known."""
        self.move_to(window)
        known = self._costs != NO_INFORMATION
        replace = known & ((costs == NO_INFORMATION) | (self._costs > costs))
        np.copyto(costs, self._costs, where=replace)


def _middles_of_crossed_cells(
    window: Window, observation: ScanObservation, lengths_m: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Distances along each beam of a point inside every cell it crosses, (beams, n).

    A beam enters a new cell where it crosses a grid line (J. Amanatides, A. Woo, A Fast Voxel
    Traversal Algorithm for Ray Tracing, 1987); between neighbouring crossings lies one cell.
    Samples at a fixed step would leave out cells whose corner is cut, and never clear them.
    """
    lines = np.arange(int(max(0.0, lengths_m.max()) / window.resolution_m) + 1)
    crossings = [np.zeros((lengths_m.size, 1)), lengths_m[:, np.newaxis]]
    origin = (window.origin_x_m, window.origin_y_m)
    for axis in (0, 1):
        speed = np.abs(observation.directions[:, axis : axis + 1]) / window.resolution_m
        in_cell = ((observation.origin[axis] - origin[axis]) / window.resolution_m) % 1.0
        forward = observation.directions[:, axis : axis + 1] > 0.0
        to_first = np.where(forward, 1.0 - in_cell, in_cell)
        # A beam along the lines never crosses one: any distance beyond its end will do.
        crossings.append((to_first + lines) / np.maximum(speed, 1e-9))
    ordered = np.sort(np.concatenate(crossings, axis=1), axis=1)
    ordered = np.minimum(ordered, lengths_m[:, np.newaxis])
    middles: NDArray[np.float64] = 0.5 * (ordered[:, 1:] + ordered[:, :-1])
    return middles
