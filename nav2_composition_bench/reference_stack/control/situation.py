# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the controller knows when it chooses a command."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
    distance,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid


@dataclass(frozen=True)
class Situation:
    """One control cycle's input; all poses lie in the frame of the grid.

    :param velocity: as measured.
    :param path: the path just ahead, shape (P, 3), P ≥ 1.
    :param remaining_m: length of path from each of its poses to the goal, shape (P,).
    :param goal: the last pose of the whole path.
    """

    pose: Pose
    velocity: Velocity
    path: FloatArray
    remaining_m: FloatArray
    goal: Pose
    grid: CostGrid

    @property
    def goal_distance_m(self) -> float:
        """Distance from the robot to the goal."""
        return distance(self.pose, self.goal)
