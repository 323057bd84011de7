# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How well a scan fits the map from a pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from nav2_composition_bench.reference_stack.mapping.occupancy_map import OCCUPIED, OccupancyMap


@dataclass(frozen=True)
class BeamModel:
    """The likelihood field model of a beam; names as in amcl.

    :param sigma_hit: standard deviation of the distance between echo and obstacle, metres.
    :param z_hit: share of beams that meet what the map holds.
    :param z_rand: share of beams that meet anything anywhere.
    :param laser_max_range: metres.
    :param laser_likelihood_max_dist: distances above it count as it, metres.
    """

    sigma_hit: float = 0.2
    z_hit: float = 0.5
    z_rand: float = 0.5
    laser_max_range: float = 12.0
    laser_likelihood_max_dist: float = 2.0


def thin_scan(
    ranges_m: NDArray[np.floating],
    angle_min_rad: float,
    angle_increment_rad: float,
    range_min_m: float,
    range_max_m: float,
    max_beams: int,
) -> NDArray[np.float32]:
    """Ends of at most ``max_beams`` evenly spread beams that met something.

    :returns: (n, 2) in the scanner's frame, metres.
    """
    ranges_m = np.asarray(ranges_m, dtype=np.float64)
    step = max(1, -(-ranges_m.size // max_beams))
    chosen = np.arange(0, ranges_m.size, step)
    kept = chosen[(ranges_m[chosen] >= range_min_m) & (ranges_m[chosen] < range_max_m)]
    angles = angle_min_rad + angle_increment_rad * kept
    ends = np.stack([np.cos(angles), np.sin(angles)], axis=1) * ranges_m[kept, np.newaxis]
    return np.asarray(ends, dtype=np.float32)


class LikelihoodField:
    """The likelihood of an echo in each cell of the map, computed once per map.

    S. Thrun, W. Burgard, D. Fox, Probabilistic Robotics (2005), table 6.3; as in amcl the beams
    add up by the cube, which forgives beams that meet what the map does not know.
    """

    def __init__(self, occupancy_map: OccupancyMap, model: BeamModel) -> None:
        self._map = occupancy_map
        cells = distance_transform_edt(occupancy_map.occupancy != OCCUPIED)
        distance_m = np.minimum(cells * occupancy_map.resolution_m, model.laser_likelihood_max_dist)
        self._cubed = self._cubed_likelihood(distance_m, model).astype(np.float32)
        far_m = np.array([model.laser_likelihood_max_dist])
        self._outside = np.float32(self._cubed_likelihood(far_m, model)[0])

    @staticmethod
    def _cubed_likelihood(distance_m: NDArray[np.float64], model: BeamModel) -> NDArray[np.float64]:
        hit = model.z_hit * np.exp(-(distance_m**2) / (2.0 * model.sigma_hit**2))
        likelihood: NDArray[np.float64] = (hit + model.z_rand / model.laser_max_range) ** 3
        return likelihood

    def weigh(
        self, sensor_poses: NDArray[np.float64], ends: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """Likelihood, up to a factor, of the scan at each pose.

        :param sensor_poses: (n, 3) of the scanner, map frame.
        :param ends: (beams, 2), scanner frame.
        :returns: (n,), each at least 1.
        """
        resolution_m = self._map.resolution_m
        cosine = np.cos(sensor_poses[:, 2]).astype(np.float32) / np.float32(resolution_m)
        sine = np.sin(sensor_poses[:, 2]).astype(np.float32) / np.float32(resolution_m)
        column_0 = (sensor_poses[:, 0] - self._map.origin_x_m) / resolution_m
        row_0 = (sensor_poses[:, 1] - self._map.origin_y_m) / resolution_m
        x_m, y_m = ends[:, 0], ends[:, 1]
        columns = np.outer(cosine, x_m) - np.outer(sine, y_m) + column_0[:, np.newaxis]
        rows = np.outer(sine, x_m) + np.outer(cosine, y_m) + row_0[:, np.newaxis]
        height, width = self._cubed.shape
        inside = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        row = np.clip(rows, 0, height - 1).astype(np.int32)
        column = np.clip(columns, 0, width - 1).astype(np.int32)
        found = np.where(inside, self._cubed.ravel()[row * width + column], self._outside)
        weights: NDArray[np.float64] = 1.0 + found.sum(axis=1, dtype=np.float64)
        return weights

    def free_cells(self) -> NDArray[np.float64]:
        """Centres of the cells known to be free, (n, 2), map frame."""
        rows, columns = np.nonzero(self._map.occupancy == 0)
        x_m = self._map.origin_x_m + (columns + 0.5) * self._map.resolution_m
        y_m = self._map.origin_y_m + (rows + 0.5) * self._map.resolution_m
        return np.stack([x_m, y_m], axis=1)
