# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Obstacles that drive to and fro by themselves."""

from __future__ import annotations

import mujoco

from nav2_composition_bench.simulator.mover_path import tours
from nav2_composition_bench.simulator.world import World


class Movers:
    """Moves the mocap bodies of a world's movers.

    :param seed: where on its way each mover begins, and its speed within 20 % of the stated one.
    """

    def __init__(self, world: World, model: mujoco.MjModel, data: mujoco.MjData, seed: int) -> None:
        self._data = data
        self._tours = [
            (tour, int(model.body(f"model/{tour.name}").mocapid[0])) for tour in tours(world, seed)
        ]
        for tour, mocap in self._tours:
            data.mocap_pos[mocap] = (tour.x_m, tour.y_m, tour.height_m)

    def advance(self, period_s: float, robot_x_m: float, robot_y_m: float) -> None:
        """Move every mover on, except those that would come too near the robot."""
        for tour, mocap in self._tours:
            if tour.advance(period_s, robot_x_m, robot_y_m):
                self._data.mocap_pos[mocap] = (tour.x_m, tour.y_m, tour.height_m)
