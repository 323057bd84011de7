# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Occupancy maps and the YAML files that describe them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, load_yaml
from nav2_composition_bench.reference_stack.mapping.image import read_pgm

FREE = 0
OCCUPIED = 100
UNKNOWN = -1

_MODES = ("trinary", "scale", "raw")


@dataclass(frozen=True)
class OccupancyMap:
    """A map as in nav_msgs/OccupancyGrid.

    :param resolution_m: edge of a cell.
    :param origin_x_m: of the outer corner of cell (0, 0), map frame.
    :param origin_y_m: likewise; the map is never rotated against its frame.
    :param occupancy: (rows, columns), row 0 at the lowest y; 0...100 per cent, -1 unknown.
    """

    resolution_m: float
    origin_x_m: float
    origin_y_m: float
    occupancy: NDArray[np.int8]


@dataclass(frozen=True)
class MapDescription:
    """What a map's YAML file says; names and meaning as in nav2_map_server."""

    image: Path
    resolution_m: float
    origin_x_m: float
    origin_y_m: float
    negate: bool
    occupied_threshold: float
    free_threshold: float
    mode: str


def _number(document: dict[str, Any], key: str, default: float | None, path: Path) -> float:
    value = document.get(key, default)
    if isinstance(value, bool) and key == "negate":
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{path}: '{key}' must be a number, not {value!r}")
    return float(value)


def read_description(path: Path) -> MapDescription:
    """Read a map's YAML file.

    :raises UserError: if it is missing or malformed, or asks for something maps cannot have.
    """
    try:
        document = load_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"cannot read map {path}: {error.strerror}") from None
    except YAML_FAULTS as error:
        raise UserError(f"{path} is not YAML: {' '.join(str(error).split())}") from None
    if not isinstance(document, dict) or "image" not in document:
        raise UserError(f"{path} is not a map description: it has no 'image'")
    origin = document.get("origin")
    if not isinstance(origin, list) or len(origin) != 3:
        raise UserError(f"{path}: 'origin' must be [x, y, yaw], not {origin!r}")
    corner = dict(zip(("origin x", "origin y", "origin yaw"), origin))
    if _number(corner, "origin yaw", None, path) != 0.0:
        raise UserError(f"{path}: rotated maps are not supported; the yaw of 'origin' must be 0")
    resolution_m = _number(document, "resolution", None, path)
    if resolution_m <= 0.0:
        raise UserError(f"{path}: 'resolution' must be above 0 m, not {resolution_m}")
    mode = document.get("mode", "trinary")
    if mode not in _MODES:
        raise UserError(f"{path}: unknown 'mode' {mode!r}; it is one of {', '.join(_MODES)}")
    return MapDescription(
        image=path.parent / str(document["image"]),
        resolution_m=resolution_m,
        origin_x_m=_number(corner, "origin x", None, path),
        origin_y_m=_number(corner, "origin y", None, path),
        negate=bool(_number(document, "negate", 0, path)),
        occupied_threshold=_number(document, "occupied_thresh", 0.65, path),
        free_threshold=_number(document, "free_thresh", 0.25, path),
        mode=mode,
    )


def occupancy_from_image(image: NDArray[np.uint8], description: MapDescription) -> NDArray[np.int8]:
    """Turn grey values into occupancy by the rules of nav2_map_server.

    :param image: (rows, columns), first row on top.
    :returns: (rows, columns), first row at the lowest y.
    """
    upright = np.flipud(image)
    if description.mode == "raw":
        return np.where(upright <= OCCUPIED, upright, UNKNOWN).astype(np.int8)
    shade = upright / 255.0 if description.negate else (255.0 - upright) / 255.0
    occupied = shade > description.occupied_threshold
    free = shade < description.free_threshold
    if description.mode == "trinary":
        between = np.full(shade.shape, UNKNOWN)
    else:
        span = description.occupied_threshold - description.free_threshold
        between = np.rint((shade - description.free_threshold) / span * 100.0)
    return np.select([occupied, free], [OCCUPIED, FREE], between).astype(np.int8)


def load_map(path: Path) -> OccupancyMap:
    """Load the map whose YAML file is ``path``.

    :raises UserError: naming the file and what is wrong with it.
    """
    description = read_description(path)
    occupancy = occupancy_from_image(read_pgm(description.image), description)
    return OccupancyMap(
        description.resolution_m, description.origin_x_m, description.origin_y_m, occupancy
    )
