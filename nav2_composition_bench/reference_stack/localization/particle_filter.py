# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Monte Carlo localisation with a fixed number of particles."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle
from nav2_composition_bench.reference_stack.localization.likelihood_field import LikelihoodField
from nav2_composition_bench.reference_stack.localization.odometry_motion import (
    OdometryNoise,
    move_particles,
)
from nav2_composition_bench.reference_stack.localization.pose_math import compose


@dataclass(frozen=True)
class PoseEstimate:
    """Where the robot is.

    :param pose: (3,) x [m], y [m], yaw [rad], map frame.
    :param covariance: (3, 3) of the same.
    """

    pose: NDArray[np.float64]
    covariance: NDArray[np.float64]


def systematic_choice(
    weights: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.intp]:
    """Indices drawn in proportion to weights with one random number (low-variance sampling)."""
    count = weights.size
    marks = (random.random() + np.arange(count)) / count
    cumulative = np.cumsum(weights)
    chosen = np.searchsorted(cumulative / cumulative[-1], marks, side="right")
    return np.minimum(chosen, count - 1)


class ParticleFilter:
    """Particles that move with the odometry and are weighed by scans.

    :param count: number of particles; fixed, so that the load does not depend on the run.
    :param resample_interval: scans between two resamplings.
    """

    def __init__(
        self, count: int, noise: OdometryNoise, resample_interval: int, seed: int = 0
    ) -> None:
        self._noise = noise
        self._resample_interval = resample_interval
        self._random = np.random.default_rng(seed)
        self._scans = 0
        self.poses = np.zeros((count, 3))
        self.weights = np.full(count, 1.0 / count)

    def start_at(self, pose: NDArray[np.float64], covariance: NDArray[np.float64]) -> None:
        """Scatter the particles around a pose.

        :param pose: (3,) in the map frame; ``covariance`` (3, 3).
        """
        count = self.poses.shape[0]
        self.poses = self._random.multivariate_normal(pose, covariance, count, method="eigh")
        self.poses[:, 2] = wrap_angle(self.poses[:, 2])
        self.weights = np.full(count, 1.0 / count)
        self._scans = 0

    def start_anywhere(self, free_cells: NDArray[np.float64]) -> None:
        """Scatter the particles over the free cells, (n, 2), of the map."""
        count = self.poses.shape[0]
        cells = self._random.integers(0, free_cells.shape[0], count)
        yaw_rad = self._random.uniform(-np.pi, np.pi, count)
        self.poses = np.column_stack([free_cells[cells], yaw_rad])
        self.weights = np.full(count, 1.0 / count)
        self._scans = 0

    def predict(self, before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
        """Move the particles by the odometry from ``before`` to ``after``, both (3,)."""
        self.poses = move_particles(self.poses, before, after, self._noise, self._random)

    def correct(
        self, field: LikelihoodField, ends: NDArray[np.float32], sensor: NDArray[np.float64]
    ) -> None:
        """Weigh the particles by a scan and, every so often, resample.

        :param ends: (beams, 2), scanner frame.
        :param sensor: (3,) pose of the scanner on the robot.
        """
        weights = self.weights * field.weigh(compose(self.poses, sensor), ends)
        self.weights = weights / weights.sum()
        self._scans += 1
        if self._scans % self._resample_interval == 0:
            self.poses = self.poses[systematic_choice(self.weights, self._random)]
            self.weights = np.full(self.poses.shape[0], 1.0 / self.poses.shape[0])

    def estimate(self) -> PoseEstimate:
        """Weighted mean and covariance; headings are averaged on the circle."""
        weights = self.weights
        x_m, y_m = weights @ self.poses[:, :2]
        yaw_rad = np.arctan2(weights @ np.sin(self.poses[:, 2]), weights @ np.cos(self.poses[:, 2]))
        deviation = self.poses - np.array([x_m, y_m, yaw_rad])
        deviation[:, 2] = wrap_angle(deviation[:, 2])
        covariance = (deviation * weights[:, np.newaxis]).T @ deviation
        return PoseEstimate(np.array([x_m, y_m, yaw_rad]), covariance)
