# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a scan is worth looking at, and what it says about the robot's pose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle
from nav2_composition_bench.reference_stack.localization.likelihood_field import LikelihoodField
from nav2_composition_bench.reference_stack.localization.particle_filter import (
    ParticleFilter,
    PoseEstimate,
)
from nav2_composition_bench.reference_stack.localization.pose_math import compose, invert

FORCED_SCANS = 5
"""Scans after a new start pose that count although the robot stands: they shrink its error."""


@dataclass(frozen=True)
class UpdateThresholds:
    """How far the robot must have moved; names as in amcl, metres and radians."""

    update_min_d: float = 0.25
    update_min_a: float = 0.2


class ScanLocalizer:
    """A particle filter that looks at a scan whenever the robot has moved far enough.

    In between, the last correction of the odometry holds.
    """

    def __init__(self, particle_filter: ParticleFilter, thresholds: UpdateThresholds) -> None:
        self.filter = particle_filter
        self._thresholds = thresholds
        self._last_odometry: NDArray[np.float64] | None = None
        self._forced_scans = 0
        self.field: LikelihoodField | None = None
        self.map_to_odom: NDArray[np.float64] | None = None
        """(3,) where the odometry frame is in the map; None until a scan has been used."""

    def start_at(self, estimate: PoseEstimate) -> None:
        """Begin anew around a pose."""
        self.filter.start_at(estimate.pose, estimate.covariance)
        self._begin()

    def start_anywhere(self) -> bool:
        """Begin anew all over the free cells of the map.

        :returns: False, with nothing changed, without a map or a free cell in it.
        """
        free_cells = None if self.field is None else self.field.free_cells()
        if free_cells is None or not len(free_cells):
            return False
        self.filter.start_anywhere(free_cells)
        self._begin()
        return True

    def _begin(self) -> None:
        self._last_odometry = None
        self._forced_scans = FORCED_SCANS

    def force_update(self) -> None:
        """Use the next scan even if the robot stands still."""
        self._forced_scans = max(self._forced_scans, 1)

    def _moved_enough(self, odometry: NDArray[np.float64]) -> bool:
        if self._last_odometry is None or self._forced_scans > 0:
            return True
        delta = odometry - self._last_odometry
        distance_m = float(np.hypot(delta[0], delta[1]))
        angle_rad = abs(float(wrap_angle(delta[2])))
        limits = self._thresholds
        return distance_m > limits.update_min_d or angle_rad > limits.update_min_a

    def use_scan(
        self,
        odometry: NDArray[np.float64],
        ends: NDArray[np.float32],
        sensor: NDArray[np.float64],
    ) -> PoseEstimate | None:
        """Look at a scan if the robot has moved enough since the last one used.

        :param odometry: (3,) the robot in the odometry frame when the scan was taken.
        :param ends: (beams, 2) ends of the beams, scanner frame.
        :param sensor: (3,) the scanner on the robot.
        :returns: the new estimate; None when the scan was not used.
        """
        if self.field is None or ends.size == 0 or not self._moved_enough(odometry):
            return None
        if self._last_odometry is not None:
            self.filter.predict(self._last_odometry, odometry)
        self._last_odometry = odometry
        self._forced_scans = max(0, self._forced_scans - 1)
        self.filter.correct(self.field, ends, sensor)
        estimate = self.filter.estimate()
        self.map_to_odom = compose(estimate.pose, invert(odometry))
        return estimate
