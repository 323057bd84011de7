# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The layer that holds what the map knows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.costmap.costs import (
    FREE_SPACE,
    LETHAL_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import Window
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap


class StaticLayer:
    """Costs of the map.

    :param track_unknown_space: keep unknown cells unknown; otherwise they count as free.
    :param lethal_cost_threshold: occupancy, in per cent, from which a cell is an obstacle.
    """

    def __init__(self, track_unknown_space: bool = True, lethal_cost_threshold: int = 100) -> None:
        self._unknown = NO_INFORMATION if track_unknown_space else FREE_SPACE
        self._threshold = lethal_cost_threshold
        self._window: Window | None = None
        self._costs: NDArray[np.uint8] = np.zeros((0, 0), dtype=np.uint8)

    @property
    def window(self) -> Window | None:
        """The cells of the map; None before there is one."""
        return self._window

    def set_map(self, occupancy_map: OccupancyMap) -> None:
        """Take a new map in place of the old one."""
        occupancy = occupancy_map.occupancy
        scaled = occupancy.astype(np.int16) * LETHAL_OBSTACLE // self._threshold
        costs = np.where(occupancy >= self._threshold, LETHAL_OBSTACLE, scaled)
        self._costs = np.where(occupancy < 0, self._unknown, costs).astype(np.uint8)
        self._window = Window(
            occupancy_map.resolution_m,
            occupancy_map.origin_x_m,
            occupancy_map.origin_y_m,
            *occupancy.shape,
        )

    def apply(self, window: Window, costs: NDArray[np.uint8]) -> None:
        """Overwrite the cells that the map covers."""
        if self._window is not None:
            target, source = window.overlap(self._window)
            costs[target] = self._costs[source]
