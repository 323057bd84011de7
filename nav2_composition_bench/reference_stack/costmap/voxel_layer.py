# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The layer of voxels seen by a depth camera, which decay when they are not seen again.

It does the job of the spatio-temporal voxel layer (S. Macenski et al., 2020) with plain arrays:
every voxel has the time it was last seen and lives ``voxel_decay`` seconds from then; in view of
the camera, voxels that are not seen again age faster.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.costmap.costs import LETHAL_OBSTACLE
from nav2_composition_bench.reference_stack.costmap.grid import Window

_BITS = 21
_OFFSET = 1 << (_BITS - 1)
_MASK = (1 << _BITS) - 1


@dataclass(frozen=True)
class VoxelLimits:
    """What is kept, and for how long; names as in spatio_temporal_voxel_layer.

    :param voxel_decay: life of a voxel after it was last seen, seconds.
    :param decay_acceleration: how many times faster voxels age in view but unseen, beyond once.
    :param mark_threshold: a column needs more voxels than this to be an obstacle.
    :param min_z: of the camera's frustum, metres along its z axis.
    :param vertical_fov_angle: full angle, radians.
    """

    voxel_size: float = 0.05
    voxel_decay: float = 15.0
    decay_acceleration: float = 0.0
    mark_threshold: int = 0
    voxel_min_points: int = 0
    obstacle_range: float = 2.5
    min_obstacle_height: float = 0.0
    max_obstacle_height: float = 3.0
    min_z: float = 0.0
    max_z: float = 10.0
    vertical_fov_angle: float = 0.7
    horizontal_fov_angle: float = 1.04


def _pack(indices: NDArray[np.int64]) -> NDArray[np.int64]:
    shifted = indices + _OFFSET
    packed: NDArray[np.int64] = (
        (shifted[:, 0] << 2 * _BITS) | (shifted[:, 1] << _BITS) | shifted[:, 2]
    )
    return packed


def _unpack(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.stack([keys >> 2 * _BITS, (keys >> _BITS) & _MASK, keys & _MASK], axis=1) - _OFFSET


class VoxelLayer:
    """A sparse set of voxels on a lattice that is fixed to the costmap's frame."""

    def __init__(self, limits: VoxelLimits) -> None:
        self._limits = limits
        self._keys = np.zeros(0, dtype=np.int64)
        self._seen_s = np.zeros(0)
        self._last_observation_s = -math.inf

    def clear(self) -> None:
        """Forget every voxel."""
        self._keys, self._seen_s = self._keys[:0], self._seen_s[:0]

    def centres(self) -> NDArray[np.float64]:
        """Centres of the live voxels, (n, 3), costmap frame, metres."""
        middles = (_unpack(self._keys) + 0.5) * self._limits.voxel_size
        return np.asarray(middles, dtype=np.float64)

    def add(
        self,
        points: NDArray[np.floating],
        rotation: NDArray[np.float64],
        translation: NDArray[np.float64],
        now_s: float,
    ) -> None:
        """Add what one depth image shows.

        :param points: (n, 3) in the camera's optical frame: x right, y down, z forward (REP-103).
        :param rotation: (3, 3) and
        :param translation: (3,) take points of the optical frame to the costmap's frame.
        :param now_s: time of the image, seconds.
        """
        limits = self._limits
        placed = np.asarray(points, dtype=np.float64) @ rotation.T + translation
        height_m = placed[:, 2]
        distance_m = np.hypot(placed[:, 0] - translation[0], placed[:, 1] - translation[1])
        wanted = (
            (height_m >= limits.min_obstacle_height)
            & (height_m <= limits.max_obstacle_height)
            & (distance_m <= limits.obstacle_range)
        )
        indices = np.floor(placed[wanted] / limits.voxel_size).astype(np.int64)
        keys, counts = np.unique(_pack(indices), return_counts=True)
        keys = keys[counts >= limits.voxel_min_points]
        unseen = ~np.isin(self._keys, keys, assume_unique=True)
        self._age_in_view(unseen, rotation, translation, now_s)
        self._keys = np.concatenate([self._keys[unseen], keys])
        self._seen_s = np.concatenate([self._seen_s[unseen], np.full(keys.size, now_s)])
        self._last_observation_s = now_s

    def _age_in_view(
        self,
        unseen: NDArray[np.bool_],
        rotation: NDArray[np.float64],
        translation: NDArray[np.float64],
        now_s: float,
    ) -> None:
        elapsed_s = now_s - self._last_observation_s
        extra_s = self._limits.decay_acceleration * elapsed_s
        if not (self._keys.size and 0.0 < extra_s < math.inf):
            return
        optical = (self.centres() - translation) @ rotation
        self._seen_s[unseen & self._in_view(optical)] -= extra_s

    def _in_view(self, optical: NDArray[np.float64]) -> NDArray[np.bool_]:
        limits = self._limits
        forward_m = optical[:, 2]
        across = math.tan(limits.horizontal_fov_angle / 2.0)
        upward = math.tan(limits.vertical_fov_angle / 2.0)
        in_view: NDArray[np.bool_] = (
            (forward_m >= limits.min_z)
            & (forward_m <= limits.max_z)
            & (np.abs(optical[:, 0]) <= across * forward_m)
            & (np.abs(optical[:, 1]) <= upward * forward_m)
        )
        return in_view

    def decay(self, now_s: float) -> None:
        """Drop the voxels whose time is over."""
        alive = now_s - self._seen_s <= self._limits.voxel_decay
        if not alive.all():
            self._keys, self._seen_s = self._keys[alive], self._seen_s[alive]

    def apply(self, window: Window, costs: NDArray[np.uint8]) -> None:
        """Mark the columns with enough voxels; drop voxels that the window has left behind."""
        if not self._keys.size:
            return
        centres = self.centres()
        rows, columns, inside = window.cells(centres[:, 0], centres[:, 1])
        if not inside.all():
            self._keys, self._seen_s = self._keys[inside], self._seen_s[inside]
            rows, columns = rows[inside], columns[inside]
        if self._limits.mark_threshold > 0:
            heights = np.zeros(window.shape, dtype=np.int32)
            np.add.at(heights, (rows, columns), 1)
            costs[heights > self._limits.mark_threshold] = LETHAL_OBSTACLE
        else:
            costs[rows, columns] = LETHAL_OBSTACLE
