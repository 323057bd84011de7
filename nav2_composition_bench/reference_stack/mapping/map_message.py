# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Occupancy maps as nav_msgs/OccupancyGrid."""

from __future__ import annotations

import array

import numpy as np
from builtin_interfaces.msg import Time
from nav_msgs.msg import OccupancyGrid

from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap


def to_message(occupancy_map: OccupancyMap, frame_id: str, stamp: Time) -> OccupancyGrid:
    """Fill a message; one copy of the cells, no loop over them."""
    message = OccupancyGrid()
    message.header.frame_id = frame_id
    message.header.stamp = stamp
    message.info.map_load_time = stamp
    message.info.resolution = occupancy_map.resolution_m
    message.info.height, message.info.width = occupancy_map.occupancy.shape
    message.info.origin.position.x = occupancy_map.origin_x_m
    message.info.origin.position.y = occupancy_map.origin_y_m
    message.info.origin.orientation.w = 1.0
    message.data = array.array("b", np.ascontiguousarray(occupancy_map.occupancy).tobytes())
    return message


def from_message(message: OccupancyGrid) -> OccupancyMap:
    """Read a message.

    :raises ValueError: if it has not as many cells as it says.
    """
    shape = (message.info.height, message.info.width)
    occupancy = np.frombuffer(message.data, dtype=np.int8).reshape(shape).copy()
    occupancy.flags.writeable = False
    # The message holds a 32-bit figure: 0.05 comes back as 0.05000000074.
    resolution_m = round(float(message.info.resolution), 6)
    origin = message.info.origin.position
    return OccupancyMap(resolution_m, origin.x, origin.y, occupancy)
