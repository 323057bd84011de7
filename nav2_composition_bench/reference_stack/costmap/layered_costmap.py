# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A costmap made of layers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.costmap.costs import FREE_SPACE, NO_INFORMATION
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window

MAP_ROUNDING_M = 1e-6
"""A map's resolution is read to so many metres."""


class Layer(Protocol):
    """One source of costs."""

    def apply(self, window: Window, costs: NDArray[np.uint8]) -> None:
        """Change ``costs``, of the window's shape, in place."""


class LayeredCostmap:
    """Applies layers in order onto a fresh grid.

    :param window: the cells; for a rolling costmap only its size and lattice matter.
    :param rolling: keep the window centred at the robot.
    :param track_unknown_space: cells no layer knows are unknown; otherwise free.
    """

    def __init__(
        self,
        window: Window,
        layers: Sequence[Layer],
        frame_id: str,
        rolling: bool,
        track_unknown_space: bool,
    ) -> None:
        self.window = window
        self._layers = tuple(layers)
        self._frame_id = frame_id
        self._rolling = rolling
        self._default = NO_INFORMATION if track_unknown_space else FREE_SPACE

    def takes(self, resolution_m: float) -> bool:
        """Return whether a map of a resolution fits; a costmap that does not roll takes any."""
        own_m = self.window.resolution_m
        return not self._rolling or math.isclose(resolution_m, own_m, abs_tol=MAP_ROUNDING_M)

    def fit(self, window: Window) -> None:
        """Take the size and place of a map; a rolling costmap keeps its own."""
        if not self._rolling:
            self.window = window

    def follow(self, robot_x_m: float, robot_y_m: float) -> None:
        """Move a rolling window along with the robot; does nothing to a fixed one."""
        if self._rolling:
            self.window = self.window.centred_at(robot_x_m, robot_y_m)

    def update(self, stamp_s: float) -> CostGrid:
        """Compute the costs anew from what the layers know."""
        costs = np.full(self.window.shape, self._default, dtype=np.uint8)
        for layer in self._layers:
            layer.apply(self.window, costs)
        return CostGrid(self.window, costs, self._frame_id, stamp_s)
