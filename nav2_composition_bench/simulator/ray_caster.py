# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cast a fixed fan of rays from a sensor on the robot."""

from __future__ import annotations

import mujoco
import numpy as np
from numpy.typing import NDArray


class RayCaster:
    """Rays that turn with a site of the model.

    :param directions: unit vectors in the site's frame, shape (rays, 3).
    :param group: only geoms of this group are hit.
    :param cutoff_m: nothing farther away is hit.
    """

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        site: str,
        directions: NDArray[np.float64],
        group: int,
        cutoff_m: float,
    ) -> None:
        self._model, self._data = model, data
        self._site = model.site(site).id
        self._directions = np.ascontiguousarray(directions, dtype=np.float64)
        self._groups = np.zeros(mujoco.mjNGROUP, dtype=np.uint8)
        self._groups[group] = 1
        self._cutoff = cutoff_m
        self._geoms = np.empty(len(directions), dtype=np.int32)
        self._distances = np.empty(len(directions), dtype=np.float64)

    def distances(self) -> NDArray[np.float64]:
        """Return the distance along each ray in metres, infinity where it hits nothing."""
        rotation = self._data.site_xmat[self._site].reshape(3, 3)
        mujoco.mj_multiRay(
            self._model,
            self._data,
            self._data.site_xpos[self._site],
            (self._directions @ rotation.T).ravel(),
            self._groups,
            True,
            -1,
            self._geoms,
            self._distances,
            None,
            len(self._directions),
            self._cutoff,
        )
        return np.where(self._geoms < 0, np.inf, self._distances)
