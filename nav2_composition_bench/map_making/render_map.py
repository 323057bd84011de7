# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Render the occupancy map of a world: what a lidar would have mapped of its static models.

    python -m nav2_composition_bench.map_making.render_map worlds/bench.sdf maps/bench

writes ``maps/bench.pgm`` and ``maps/bench.yaml`` (the format of nav2_map_server). Cells are
occupied where a mapped model meets them at the lidar's height, free where the robot's start can
reach them, and unknown elsewhere.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.map_making.map_provenance import sha256
from nav2_composition_bench.map_making.map_stem import map_file
from nav2_composition_bench.simulator.pose import Pose
from nav2_composition_bench.simulator.robot import LidarModel
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import Shape, World

RESOLUTION_M = 0.05
MARGIN_M = 0.1
OCCUPIED, UNKNOWN, FREE = 0, 205, 254
_TOUCHING_M = 1e-6
"""A cell whose edge a shape overlaps by less, as where both end at the same place, is free."""


@dataclass(frozen=True)
class OccupancyMap:
    """An occupancy map as an image.

    :param pixels: uint8, shape (rows, columns), first row at the largest y.
    :param origin: (x, y) of the lower left corner in the map frame, metres.
    """

    pixels: NDArray[np.uint8]
    origin: tuple[float, float]
    resolution_m: float


def render(world: World, resolution_m: float = RESOLUTION_M) -> OccupancyMap:
    """Render a world's map at the lidar's height.

    :raises UserError: if there is nothing to map, or no floor around the start.
    """
    height = LidarModel().height_m
    parts = [
        (part.shape, model.pose @ part.pose)
        for model in world.models
        if model.mapped
        for part in model.collisions
        if part.shape.kind != "plane" and _reaches(part.shape, model.pose @ part.pose, height)
    ]
    if not parts:
        raise UserError(
            f"{world.file}: there is nothing to map: no static <model> with a <collision> at the"
            f" lidar's height, {height:g} m"
        )
    low, high = _bounds(parts, resolution_m)
    columns, rows = (round((high[axis] - low[axis]) / resolution_m) for axis in (0, 1))
    x = low[0] + (np.arange(columns) + 0.5) * resolution_m
    y = high[1] - (np.arange(rows) + 0.5) * resolution_m
    grid_x, grid_y = np.meshgrid(x, y)
    points = np.stack([grid_x, grid_y, np.full_like(grid_x, height)], axis=-1)
    occupied = np.zeros((rows, columns), dtype=bool)
    for shape, pose in parts:
        occupied |= _meets(shape, pose, points, resolution_m / 2)
    regions, _ = ndimage.label(~occupied)
    start = (
        math.floor((high[1] - world.start.y_m) / resolution_m),
        math.floor((world.start.x_m - low[0]) / resolution_m),
    )
    is_inside = 0 <= start[0] < rows and 0 <= start[1] < columns
    if not is_inside or occupied[start]:
        where = "inside a mapped model" if is_inside else "outside of all that is mapped"
        raise UserError(
            f"{world.file}: <bench:start> {world.start.x_m:g} {world.start.y_m:g} is {where}; it"
            " must be on the floor between the mapped models"
        )
    pixels = np.full((rows, columns), UNKNOWN, dtype=np.uint8)
    pixels[regions == regions[start]] = FREE
    pixels[occupied] = OCCUPIED
    return OccupancyMap(pixels, low, resolution_m)


def write(occupancy: OccupancyMap, world: World, stem: Path) -> None:
    """Write ``stem.pgm`` and ``stem.yaml``, the latter saying where the map comes from."""
    rows, columns = occupancy.pixels.shape
    header = f"P5\n{columns} {rows}\n255\n".encode()
    map_file(stem, ".pgm").write_bytes(header + occupancy.pixels.tobytes())
    map_file(stem, ".yaml").write_text(
        f"# Rendered from {world.file.name} (sha256 {sha256(world.file)})\n"
        f"# at z = {LidarModel().height_m} m by nav2_composition_bench.map_making.render_map.\n"
        f"image: {stem.name}.pgm\n"
        "mode: trinary\n"
        f"resolution: {occupancy.resolution_m}\n"
        f"origin: [{occupancy.origin[0]:.3f}, {occupancy.origin[1]:.3f}, 0.0]\n"
        "negate: 0\n"
        "occupied_thresh: 0.65\n"
        "free_thresh: 0.196\n",  # as Nav2's saver: just below the shade of UNKNOWN
        encoding="utf-8",
    )


def _half_extents(shape: Shape) -> tuple[float, float, float]:
    if shape.kind == "box":
        return shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2
    if shape.kind == "cylinder":
        return shape.size[0], shape.size[0], shape.size[1] / 2
    return shape.size[0], shape.size[0], shape.size[0]


def _spread(shape: Shape, pose: Pose) -> NDArray[np.float64]:
    """Return half the size of the shape's bounding box along the axes of the world."""
    spread: NDArray[np.float64] = np.abs(pose.rotation()) @ np.array(_half_extents(shape))
    return spread


def _reaches(shape: Shape, pose: Pose, height_m: float) -> bool:
    return bool(abs(pose.position[2] - height_m) <= _spread(shape, pose)[2])


def _bounds(
    parts: list[tuple[Shape, Pose]], resolution_m: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return lower left and upper right corner around all parts, on whole cells."""
    centres = np.array([pose.position[:2] for _, pose in parts])
    spreads = np.array([_spread(shape, pose)[:2] for shape, pose in parts])
    low = (centres - spreads).min(axis=0) - MARGIN_M
    high = (centres + spreads).max(axis=0) + MARGIN_M
    cells_low = [math.floor(value / resolution_m + 1e-6) for value in low]
    cells_high = [math.ceil(value / resolution_m - 1e-6) for value in high]
    return (
        (cells_low[0] * resolution_m, cells_low[1] * resolution_m),
        (cells_high[0] * resolution_m, cells_high[1] * resolution_m),
    )


def _meets(
    shape: Shape, pose: Pose, centres: NDArray[np.float64], half_cell_m: float
) -> NDArray[np.bool_]:
    """Return which cells hold a part of the shape at their height.

    Exact for spheres and for what stands upright. Of what is tilted it may find a cell too many at
    a corner, none too few.

    :param centres: of the cells, shape (rows, columns, 3).
    """
    half_cell_m -= _TOUCHING_M
    half = np.array(_half_extents(shape))
    offsets = centres - np.array(pose.position)
    # Along the shape's axes and the world's, as whether two rectangles overlap is looked at.
    near = (np.abs(offsets[..., :2]) <= _spread(shape, pose)[:2] + half_cell_m).all(axis=-1)
    rotation = pose.rotation()
    is_upright = abs(rotation[2, 2]) > 1.0 - 1e-9
    if shape.kind == "sphere" or (shape.kind == "cylinder" and is_upright):
        rotation = np.eye(3)  # how a round shape is turned does not matter, its axes are the cells'
    reach = half_cell_m * np.abs(rotation[:2]).sum(axis=0)
    local = np.maximum(np.abs(offsets @ rotation) - reach, 0.0)
    if shape.kind == "box":
        meets = (local <= half).all(axis=-1)
    elif shape.kind == "cylinder":
        meets = (np.hypot(local[..., 0], local[..., 1]) <= half[0]) & (local[..., 2] <= half[2])
    else:
        meets = np.linalg.norm(local, axis=-1) <= half[0]
    return np.asarray(near & meets, dtype=bool)


def main(words: Sequence[str] | None = None) -> int:
    """Render the map named on the command line; 2 for a file that cannot be read or written."""
    parser = argparse.ArgumentParser(description="render a world's occupancy map")
    parser.add_argument("world", type=Path, help="SDF world file")
    parser.add_argument("stem", type=Path, help="map to write, without .pgm or .yaml")
    arguments = parser.parse_args(words)
    try:
        world = read_world(arguments.world)
        write(render(world), world, arguments.stem)
    except (UserError, OSError) as error:
        print(f"render_map: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
