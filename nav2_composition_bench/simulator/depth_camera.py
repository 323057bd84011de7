# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A depth camera by ray casting, giving points in its optical frame."""

from __future__ import annotations

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.simulator.mujoco_model import VISUAL_GROUP
from nav2_composition_bench.simulator.ray_caster import RayCaster
from nav2_composition_bench.simulator.robot import DepthCameraModel


class DepthCamera:
    """Sees the visual shapes before the site ``camera_link``.

    Points are in the optical frame of REP-103: z forward, x right, y down.

    :param seed: of the depth noise.
    """

    def __init__(
        self, camera: DepthCameraModel, model: mujoco.MjModel, data: mujoco.MjData, seed: int
    ) -> None:
        self._camera = camera
        self._noise = np.random.default_rng((seed, 2))
        self._per_depth = _pixel_rays(camera)
        lengths = np.linalg.norm(self._per_depth, axis=1)
        optical = self._per_depth / lengths[:, None]
        link = np.stack([optical[:, 2], -optical[:, 0], -optical[:, 1]], axis=1)
        self._depth_per_range = 1.0 / lengths
        self._rays = RayCaster(
            model, data, "camera_link", link, VISUAL_GROUP, camera.depth_max_m * lengths.max()
        )

    @property
    def rate_hz(self) -> int:
        """How often it measures, per second of simulated time."""
        return self._camera.rate_hz

    def points(self) -> NDArray[np.float32]:
        """Return the points seen, shape (n, 3), metres; row by row, those out of range left out."""
        depth = self._rays.distances() * self._depth_per_range
        seen = (depth >= self._camera.depth_min_m) & (depth <= self._camera.depth_max_m)
        depth = depth[seen]
        depth += self._noise.normal(size=depth.size) * (self._camera.noise_per_m2 * depth**2)
        points: NDArray[np.float64] = self._per_depth[seen] * depth[:, None]
        return points.astype(np.float32)


def _pixel_rays(camera: DepthCameraModel) -> NDArray[np.float64]:
    """Return (x/z, y/z, 1) of each pixel's centre in the optical frame, row by row from the top."""
    focal = camera.columns / 2 / math.tan(camera.horizontal_fov_rad / 2)
    u = (np.arange(camera.columns) + 0.5 - camera.columns / 2) / focal
    v = (np.arange(camera.rows) + 0.5 - camera.rows / 2) / focal
    columns, rows = np.meshgrid(u, v)
    return np.stack([columns.ravel(), rows.ravel(), np.ones(columns.size)], axis=1)
