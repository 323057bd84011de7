# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A 2D lidar by ray casting."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.simulator.mujoco_model import COLLISION_GROUP
from nav2_composition_bench.simulator.ray_caster import RayCaster
from nav2_composition_bench.simulator.robot import LidarModel


class Lidar:
    """Scans the collision shapes around the site ``base_scan``.

    :param seed: of the range noise.
    """

    def __init__(
        self, lidar: LidarModel, model: mujoco.MjModel, data: mujoco.MjData, seed: int
    ) -> None:
        self._lidar = lidar
        self._noise = np.random.default_rng((seed, 1))
        angles = self.angle_min_rad + self.angle_increment_rad * np.arange(lidar.rays)
        directions = np.stack([np.cos(angles), np.sin(angles), np.zeros(lidar.rays)], axis=1)
        self._rays = RayCaster(
            model, data, "base_scan", directions, COLLISION_GROUP, lidar.range_max_m
        )

    @property
    def rate_hz(self) -> int:
        """How often it measures, per second of simulated time."""
        return self._lidar.rate_hz

    @property
    def angle_min_rad(self) -> float:
        """Direction of the first ray in the frame base_scan."""
        return -float(np.pi)

    @property
    def angle_increment_rad(self) -> float:
        """Between neighbouring rays, counter-clockwise."""
        return 2 * float(np.pi) / self._lidar.rays

    def scan(self) -> NDArray[np.float32]:
        """Return one range per ray in metres; infinity where nothing is in range (REP-117).

        Nearer than the least range reads as minus infinity.
        """
        ranges = self._rays.distances()
        ranges += self._noise.normal(0.0, self._lidar.noise_sd_m, ranges.size)
        ranges[ranges > self._lidar.range_max_m] = np.inf
        ranges[ranges < self._lidar.range_min_m] = -np.inf
        return ranges.astype(np.float32)
