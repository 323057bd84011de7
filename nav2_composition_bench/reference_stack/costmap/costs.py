# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the values of a costmap cell mean (nav2_costmap_2d/cost_values.hpp)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FREE_SPACE = 0
MAX_NON_OBSTACLE = 252
"""The highest cost at which a robot's centre may stand."""
INSCRIBED_INFLATED_OBSTACLE = 253
"""A robot whose centre stands here touches an obstacle, whatever its heading."""
LETHAL_OBSTACLE = 254
NO_INFORMATION = 255


def to_occupancy(costs: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Translate costs to the percentages of nav_msgs/OccupancyGrid as Nav2's publisher does."""
    return _OCCUPANCY[costs]


def _occupancy_table() -> NDArray[np.int8]:
    table = np.zeros(256, dtype=np.int8)
    between = np.arange(1, INSCRIBED_INFLATED_OBSTACLE)
    table[between] = 1 + (97 * (between - 1)) // 251
    table[INSCRIBED_INFLATED_OBSTACLE] = 99
    table[LETHAL_OBSTACLE] = 100
    table[NO_INFORMATION] = -1
    return table


_OCCUPANCY = _occupancy_table()
