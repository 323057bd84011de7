# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Costmaps as messages."""

import math

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.costmap.costmap_message import (
    footprint_message,
    from_costmap,
    to_costmap,
    to_occupancy_grid,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window

GRID = CostGrid(
    Window(0.05, -1.0, 0.5, rows=2, columns=3),
    np.array([[0, 252, 253], [254, 255, 1]], dtype=np.uint8),
    "odom",
    12.25,
)


def test_a_costmap_survives_its_message() -> None:
    back = from_costmap(to_costmap(GRID))
    assert back.window == GRID.window
    assert np.array_equal(back.costs, GRID.costs)
    assert (back.frame_id, back.stamp_s) == ("odom", 12.25)


def test_displays_get_percentages() -> None:
    message = to_occupancy_grid(GRID)
    assert (message.info.width, message.info.height) == (3, 2)
    assert list(message.data) == [0, 98, 99, 100, -1, 1]


def test_the_footprint_is_a_polygon_of_the_robots_radius() -> None:
    message = footprint_message(1.0, 2.0, 0.22, "map", 0.0)
    radii = [math.hypot(p.x - 1.0, p.y - 2.0) for p in message.polygon.points]
    assert radii == pytest.approx([0.22] * 16, rel=1e-5)
