# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Costmaps and footprints as messages, and back."""

from __future__ import annotations

import array
import math

import numpy as np
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Point32, PolygonStamped
from nav2_msgs.msg import Costmap
from nav_msgs.msg import OccupancyGrid

from nav2_composition_bench.reference_stack.costmap.costs import to_occupancy
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window

FOOTPRINT_CORNERS = 16
"""Corners of the polygon that stands for a round robot, as in nav2_costmap_2d."""


def _to_time(stamp_s: float) -> Time:
    seconds = math.floor(stamp_s)
    return Time(sec=seconds, nanosec=int((stamp_s - seconds) * 1e9))


def to_occupancy_grid(grid: CostGrid) -> OccupancyGrid:
    """The costmap for displays: costs as percentages."""
    message = OccupancyGrid()
    message.header.frame_id = grid.frame_id
    message.header.stamp = _to_time(grid.stamp_s)
    message.info.resolution = grid.resolution_m
    message.info.height, message.info.width = grid.window.shape
    message.info.origin.position.x = grid.origin_x_m
    message.info.origin.position.y = grid.origin_y_m
    message.info.origin.orientation.w = 1.0
    message.data = array.array("b", to_occupancy(grid.costs).tobytes())
    return message


def to_costmap(grid: CostGrid) -> Costmap:
    """The costmap for other nodes: costs as they are."""
    message = Costmap()
    message.header.frame_id = grid.frame_id
    message.header.stamp = message.metadata.update_time = _to_time(grid.stamp_s)
    message.metadata.layer = "master"
    message.metadata.resolution = grid.resolution_m
    message.metadata.size_y, message.metadata.size_x = grid.window.shape
    message.metadata.origin.position.x = grid.origin_x_m
    message.metadata.origin.position.y = grid.origin_y_m
    message.metadata.origin.orientation.w = 1.0
    message.data = array.array("B", grid.costs.tobytes())
    return message


def from_costmap(message: Costmap) -> CostGrid:
    """Read a costmap that another node has published.

    :raises ValueError: if it has not as many cells as it says.
    """
    about = message.metadata
    window = Window(
        # 32 bits on the wire: 0.05 comes back as 0.05000000074.
        round(float(about.resolution), 6),
        about.origin.position.x,
        about.origin.position.y,
        about.size_y,
        about.size_x,
    )
    costs = np.frombuffer(message.data, dtype=np.uint8).reshape(window.shape)
    stamp_s = message.header.stamp.sec + message.header.stamp.nanosec * 1e-9
    return CostGrid(window, costs, message.header.frame_id, stamp_s)


def footprint_message(
    x_m: float, y_m: float, radius_m: float, frame_id: str, stamp_s: float
) -> PolygonStamped:
    """A round robot's outline where it stands."""
    message = PolygonStamped()
    message.header.frame_id = frame_id
    message.header.stamp = _to_time(stamp_s)
    message.polygon.points = [
        Point32(
            x=x_m + radius_m * math.cos(2.0 * math.pi * corner / FOOTPRINT_CORNERS),
            y=y_m + radius_m * math.sin(2.0 * math.pi * corner / FOOTPRINT_CORNERS),
        )
        for corner in range(FOOTPRINT_CORNERS)
    ]
    return message
