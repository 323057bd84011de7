# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The layer that raises the cost of cells near obstacles."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from nav2_composition_bench.reference_stack.costmap.costs import (
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
    MAX_NON_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import Window


class InflationLayer:
    """Cost falls off exponentially with the distance from the nearest lethal cell.

    As in nav2_costmap_2d: within the inscribed radius the cost is
    INSCRIBED_INFLATED_OBSTACLE, from there to ``inflation_radius_m`` it is
    252 · exp(-cost_scaling_factor · (distance - inscribed radius)), beyond it nothing.

    :param inscribed_radius_m: largest circle inside the robot's footprint.
    :param cost_scaling_factor: per metre; higher means steeper.
    """

    def __init__(
        self, inscribed_radius_m: float, inflation_radius_m: float, cost_scaling_factor: float
    ) -> None:
        self._inscribed_radius_m = inscribed_radius_m
        self._inflation_radius_m = inflation_radius_m
        self._cost_scaling_factor = cost_scaling_factor
        self._table_resolution_m = 0.0
        self._table = np.zeros(0, dtype=np.uint8)

    def cost(self, distance_m: float) -> int:
        """Cost at a distance from an obstacle."""
        if distance_m <= 0.0:
            return LETHAL_OBSTACLE
        if distance_m > self._inflation_radius_m:
            return 0
        if distance_m <= self._inscribed_radius_m:
            return INSCRIBED_INFLATED_OBSTACLE
        beyond_m = distance_m - self._inscribed_radius_m
        return int(MAX_NON_OBSTACLE * math.exp(-self._cost_scaling_factor * beyond_m))

    def _costs_by_squared_distance(self, resolution_m: float) -> NDArray[np.uint8]:
        """Squared distances between cells are whole numbers: a table holds every cost there is."""
        if resolution_m != self._table_resolution_m:
            reach = int(self._inflation_radius_m / resolution_m) + 1
            self._table = np.array(
                [self.cost(math.sqrt(square) * resolution_m) for square in range(reach**2 + 1)]
                + [0],
                dtype=np.uint8,
            )
            self._table_resolution_m = resolution_m
        return self._table

    def apply(self, window: Window, costs: NDArray[np.uint8]) -> None:
        """Raise the cost of cells near lethal ones; unknown cells change only when inscribed."""
        free_of_obstacle = costs != LETHAL_OBSTACLE
        if free_of_obstacle.all():
            return
        table = self._costs_by_squared_distance(window.resolution_m)
        distance = distance_transform_edt(free_of_obstacle)
        square = np.minimum(np.rint(distance * distance), table.size - 1).astype(np.intp)
        inflated = table[square]
        unknown = costs == NO_INFORMATION
        raised = np.where(unknown, inflated >= INSCRIBED_INFLATED_OBSTACLE, inflated > costs)
        np.copyto(costs, inflated, where=raised)
