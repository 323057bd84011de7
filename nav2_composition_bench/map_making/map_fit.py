# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How well a map that a robot made fits the world it was made in.

python -m nav2_composition_bench.map_making.map_fit maps/bench.yaml worlds/bench.sdf
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, load_yaml
from nav2_composition_bench.map_making.render_map import (
    FREE,
    OCCUPIED,
    UNKNOWN,
    OccupancyMap,
    render,
)
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World

TRUTH_RESOLUTION_M = 0.01
TOLERANCE_M = 0.1
_AROUND_M = 2.0
_HEADER = re.compile(rb"P5\s(?:#[^\n]*\n|\s)*(\d+)\s(?:#[^\n]*\n|\s)*(\d+)\s+255\s")


@dataclass(frozen=True)
class MapFit:
    """A map against its world.

    :param occupied: number of occupied cells.
    :param occupied_off_share: share of them further than TOLERANCE_M from any obstacle.
    :param worst_m: distance of the worst one from the nearest obstacle.
    :param free_coverage: share of the floor that the robot's start can reach which is free.
    :param surface_coverage: share of the obstacles' surface towards that floor with an occupied
        cell within TOLERANCE_M.
    :param free_inside_share: share of free cells deeper than TOLERANCE_M inside an obstacle.
    """

    occupied: int
    occupied_off_share: float
    worst_m: float
    free_coverage: float
    surface_coverage: float
    free_inside_share: float


def read_map(description: Path) -> OccupancyMap:
    """Read a map in map_server's format, a binary PGM of the values that trinary mode writes.

    :raises UserError: if it cannot be read, is turned or negated, has an origin or a resolution
        that cannot be, or no cells to judge it by.
    """
    try:
        content = load_yaml(description.read_text(encoding="utf-8"))
        data = (description.parent / content["image"]).read_bytes()
        x, y, yaw = (float(value) for value in content["origin"])
        resolution = float(content["resolution"])
        negate = float(content.get("negate", 0))
    except OSError as error:
        raise UserError(f"{error.filename}: cannot be read: {error.strerror}") from error
    except (*YAML_FAULTS, KeyError, TypeError) as error:
        raise UserError(f"{description}: not the description of a map: {error}") from error
    if not 0.0 < resolution < math.inf:
        raise UserError(f"{description}: resolution is {resolution:g}, must be above zero, metres")
    if not (math.isfinite(x) and math.isfinite(y)):
        raise UserError(f"{description}: origin is at {x:g}, {y:g}, must be finite numbers, metres")
    if negate != 0.0:
        raise UserError(f"{description}: negate is {negate:g}, must be 0: dark pixels are occupied")
    header = _HEADER.match(data)
    if header is None or yaw != 0.0:
        raise UserError(f"{description}: must name a PGM (P5, 255), its origin not turned")
    columns, rows = int(header[1]), int(header[2])
    if len(data) - header.end() < columns * rows:
        raise UserError(f"{description}: its image has fewer than {columns} x {rows} pixels")
    pixels = np.frombuffer(data, np.uint8, columns * rows, header.end()).reshape(rows, columns)
    for value, name in ((OCCUPIED, "occupied"), (FREE, "free")):
        if not (pixels == value).any():
            raise UserError(f"{description}: its image has no {name} cell, a pixel of {value}")
    return OccupancyMap(pixels, (x, y), resolution)


def fit(made: OccupancyMap, world: World) -> MapFit:
    """Compare a map with what is mapped of its world."""
    truth = _padded(render(world, TRUTH_RESOLUTION_M))
    solid = truth.pixels == OCCUPIED
    outside_m = ndimage.distance_transform_edt(~solid) * TRUTH_RESOLUTION_M
    inside_m = ndimage.distance_transform_edt(solid) * TRUTH_RESOLUTION_M
    occupied = _centres(made, OCCUPIED)
    off_m = _at(truth, outside_m, occupied, outside=np.inf)
    free_inside = _at(truth, inside_m, _centres(made, FREE), outside=0.0) > TOLERANCE_M
    reachable = _centres(truth, FREE)
    seen = _at(made, made.pixels, reachable, outside=0) == FREE
    near_floor = ndimage.binary_dilation(truth.pixels == FREE) & solid
    surface = _points(truth, near_floor)
    to_occupied_m = ndimage.distance_transform_edt(made.pixels != OCCUPIED) * made.resolution_m
    found = _at(made, to_occupied_m, surface, outside=np.inf) <= TOLERANCE_M
    return MapFit(
        occupied=len(occupied),
        occupied_off_share=float((off_m > TOLERANCE_M).mean()),
        worst_m=float(off_m.max()),
        free_coverage=float(seen.mean()),
        surface_coverage=float(found.mean()),
        free_inside_share=float(free_inside.mean()),
    )


def _padded(grid: OccupancyMap) -> OccupancyMap:
    """The same with unknown ground around it, so that cells outside have a distance as well."""
    cells = round(_AROUND_M / grid.resolution_m)
    pixels = np.pad(grid.pixels, cells, constant_values=UNKNOWN)
    shift = cells * grid.resolution_m
    return OccupancyMap(pixels, (grid.origin[0] - shift, grid.origin[1] - shift), grid.resolution_m)


def _centres(grid: OccupancyMap, value: int) -> NDArray[np.float64]:
    return _points(grid, grid.pixels == value)


def _points(grid: OccupancyMap, cells: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(x, y) of the centres of cells, shape (n, 2)."""
    rows, columns = np.nonzero(cells)
    high = grid.origin[1] + grid.pixels.shape[0] * grid.resolution_m
    return np.stack(
        [
            grid.origin[0] + (columns + 0.5) * grid.resolution_m,
            high - (rows + 0.5) * grid.resolution_m,
        ],
        axis=1,
    )


def _at(
    grid: OccupancyMap, values: NDArray[np.generic], points: NDArray[np.float64], outside: float
) -> NDArray[np.float64]:
    """Values of the cells in which points lie."""
    rows, columns = values.shape
    high = grid.origin[1] + rows * grid.resolution_m
    column = np.floor((points[:, 0] - grid.origin[0]) / grid.resolution_m).astype(int)
    row = np.floor((high - points[:, 1]) / grid.resolution_m).astype(int)
    inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
    result = np.full(len(points), outside, dtype=float)
    result[inside] = values[row[inside], column[inside]]
    return result


def main(words: Sequence[str] | None = None) -> int:
    """Print the figures; 2 for a file that cannot be read."""
    parser = argparse.ArgumentParser(description="compare a map with its world")
    parser.add_argument("map", type=Path, help="description, .yaml")
    parser.add_argument("world", type=Path, help="SDF world file")
    arguments = parser.parse_args(words)
    try:
        found = fit(read_map(arguments.map), read_world(arguments.world))
    except UserError as error:
        print(f"map_fit: {error}", file=sys.stderr)
        return 2
    print(f"occupied cells: {found.occupied}, {100 * found.occupied_off_share:.2f} % of them over")
    print(f"{TOLERANCE_M} m from any obstacle, the worst one {found.worst_m:.2f} m")
    print(f"free: {100 * found.free_coverage:.1f} % of the floor that can be reached")
    print(f"obstacles: {100 * found.surface_coverage:.1f} % of their surface found")
    print(f"free cells inside obstacles: {100 * found.free_inside_share:.3f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
