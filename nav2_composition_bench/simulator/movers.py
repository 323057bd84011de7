# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Obstacles that drive to and fro by themselves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import mujoco
import numpy as np

from nav2_composition_bench.simulator.world import MoverPath, World

YIELD_DISTANCE_M = 0.8
"""A mover whose centre comes this close to the robot's waits until it is gone."""


@dataclass
class _Mover:
    path: MoverPath
    mocap: int
    height_m: float
    speed_mps: float
    travelled_m: float


def position_along(path: MoverPath, travelled_m: float) -> tuple[float, float]:
    """Return the position (metres, world) after driving to and fro along the path so far."""
    lengths = _lengths(path)
    total = sum(lengths)
    rest = travelled_m % (2 * total)
    rest = min(rest, 2 * total - rest)
    for (a, b), length in zip(zip(path.waypoints, path.waypoints[1:]), lengths):
        if rest <= length and length > 0.0:
            share = rest / length
            return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
        rest -= length
    return path.waypoints[-1]


def _lengths(path: MoverPath) -> list[float]:
    return [math.dist(a, b) for a, b in zip(path.waypoints, path.waypoints[1:])]


class Movers:
    """Moves the mocap bodies of a world's movers.

    :param seed: where on its way each mover begins, and its speed within 20 % of the stated one.
    """

    def __init__(self, world: World, model: mujoco.MjModel, data: mujoco.MjData, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self._data = data
        self._movers: list[_Mover] = []
        for item in world.models:
            if item.mover is None:
                continue
            self._movers.append(
                _Mover(
                    item.mover,
                    int(model.body(f"model/{item.name}").mocapid[0]),
                    item.pose.position[2],
                    item.mover.speed_mps * float(generator.uniform(0.8, 1.2)),
                    float(generator.uniform(0.0, 2 * sum(_lengths(item.mover)))),
                )
            )
        self.advance(0.0, math.inf, math.inf)

    def advance(self, period_s: float, robot_x_m: float, robot_y_m: float) -> None:
        """Move every mover on, except those that would come too near the robot."""
        for mover in self._movers:
            travelled = mover.travelled_m + mover.speed_mps * period_s
            x, y = position_along(mover.path, travelled)
            here = self._data.mocap_pos[mover.mocap]
            distance = math.hypot(x - robot_x_m, y - robot_y_m)
            nearer = distance < math.hypot(here[0] - robot_x_m, here[1] - robot_y_m)
            if distance < YIELD_DISTANCE_M and nearer:
                continue
            mover.travelled_m = travelled
            here[:] = (x, y, mover.height_m)
