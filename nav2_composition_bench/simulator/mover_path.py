# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where obstacles that drive to and fro are, in whatever simulator."""

from __future__ import annotations

import math

import numpy as np

from nav2_composition_bench.simulator.world import Model, MoverPath, World

YIELD_DISTANCE_M = 0.8
"""A mover whose centre comes this close to the robot's waits until it is gone."""


def position_along(path: MoverPath, travelled_m: float) -> tuple[float, float]:
    """Return the position (metres, world) after driving to and fro along the path so far."""
    lengths = path_lengths(path)
    total = sum(lengths)
    rest = travelled_m % (2 * total)
    rest = min(rest, 2 * total - rest)
    for (a, b), length in zip(zip(path.waypoints, path.waypoints[1:]), lengths):
        if rest <= length and length > 0.0:
            share = rest / length
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        rest -= length
    return path.waypoints[-1]


def path_lengths(path: MoverPath) -> list[float]:
    """Lengths in metres from each waypoint to the next."""
    return [math.dist(a, b) for a, b in zip(path.waypoints, path.waypoints[1:])]


class Tour:
    """A mover on its way.

    :param generator: draws where on its way it begins, and its speed within 20 % of the stated one.
    :ivar x_m: where it is, in the world.
    :ivar quaternion: its orientation in the world (w, x, y, z), which stays.
    """

    def __init__(self, model: Model, generator: np.random.Generator) -> None:
        assert model.mover is not None
        self.name = model.name
        self.height_m = model.pose.position[2]
        self.quaternion = model.pose.quaternion
        self._path = model.mover
        self._speed_mps = model.mover.speed_mps * float(generator.uniform(0.8, 1.2))
        self._travelled_m = float(generator.uniform(0.0, 2 * sum(path_lengths(model.mover))))
        self.x_m, self.y_m = position_along(self._path, self._travelled_m)

    def advance(self, period_s: float, robot_x_m: float, robot_y_m: float) -> bool:
        """Go on, unless that leads too near the robot; tell whether it did."""
        travelled = self._travelled_m + self._speed_mps * period_s
        x, y = position_along(self._path, travelled)
        distance = math.hypot(x - robot_x_m, y - robot_y_m)
        nearer = distance < math.hypot(self.x_m - robot_x_m, self.y_m - robot_y_m)
        if distance < YIELD_DISTANCE_M and nearer:
            return False
        self._travelled_m = travelled
        self.x_m, self.y_m = x, y
        return True


def tours(world: World, seed: int) -> list[Tour]:
    """One tour per mover of the world, the same for the same seed."""
    generator = np.random.default_rng(seed)
    return [Tour(model, generator) for model in world.models if model.mover is not None]
