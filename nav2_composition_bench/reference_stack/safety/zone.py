# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Zones around the robot, and what an obstacle in one of them does to a velocity."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.geometry import FloatArray, Velocity

ROUNDING = 1e-9
"""2.1 / 0.3 is a little more than 7 in floating point, and yet 7 steps."""


class Action(enum.IntEnum):
    """What a zone does; values of nav2_msgs/CollisionMonitorState."""

    DO_NOTHING = 0
    STOP = 1
    SLOWDOWN = 2
    APPROACH = 3


@dataclass(frozen=True)
class Circle:
    """A circle around the robot's centre."""

    radius_m: float

    def contains(self, points: FloatArray) -> NDArray[np.bool_]:
        """Which of the points, shape (N, 2), lie inside."""
        inside: NDArray[np.bool_] = np.einsum("ij,ij->i", points, points) < self.radius_m**2
        return inside


@dataclass(frozen=True)
class Polygon:
    """A polygon in the robot's frame.

    :param corners: x and y in metres, at least three.
    """

    corners: tuple[tuple[float, float], ...]

    def contains(self, points: FloatArray) -> NDArray[np.bool_]:
        """Which of the points, shape (N, 2), lie inside (crossing-number rule)."""
        inside = np.zeros(len(points), dtype=bool)
        x, y = points[:, 0], points[:, 1]
        for (x0, y0), (x1, y1) in zip(self.corners, (*self.corners[1:], self.corners[0])):
            if y0 == y1:
                continue
            crosses = (y0 > y) != (y1 > y)
            inside ^= crosses & (x < (x1 - x0) * (y - y0) / (y1 - y0) + x0)
        return inside


Shape: TypeAlias = Circle | Polygon


@dataclass(frozen=True)
class Zone:
    """A shape and what happens when enough points lie in it.

    :param min_points: how many points it takes; fewer are taken for noise.
    :param slowdown_ratio: factor of SLOWDOWN.
    :param time_before_collision_s: APPROACH slows down so that at least this long remains.
    :param simulation_time_step_s: resolution of that prediction, at most that time.
    """

    name: str
    action: Action
    shape: Shape
    min_points: int = 4
    slowdown_ratio: float = 0.5
    time_before_collision_s: float = 1.2
    simulation_time_step_s: float = 0.1

    def factor(self, velocity: Velocity, points: FloatArray) -> float:
        """What the velocity is to be multiplied by, from 0 (stop) to 1 (nothing happens)."""
        if self.action is Action.DO_NOTHING or velocity == (0.0, 0.0):
            return 1.0
        if self.action is Action.APPROACH:
            return self._time_to_collision_s(velocity, points) / self.time_before_collision_s
        if not self._is_occupied(points):
            return 1.0
        return 0.0 if self.action is Action.STOP else self.slowdown_ratio

    def _is_occupied(self, points: FloatArray) -> bool:
        return int(self.shape.contains(points).sum()) >= self.min_points

    def _time_to_collision_s(self, velocity: Velocity, points: FloatArray) -> float:
        """How long the shape can move on at the velocity without meeting the points.

        Rounded down to whole time steps, and at most the time ahead that is looked at. Steps are
        shortened so that the last one ends there.
        """
        horizon_s = self.time_before_collision_s
        steps = math.ceil(horizon_s / self.simulation_time_step_s - ROUNDING)
        step_s = horizon_s / steps
        near = points[_within_reach(self.shape, velocity, horizon_s, points)]
        if len(near) < self.min_points:
            return horizon_s
        x = y = yaw = 0.0
        for k in range(steps + 1):
            if self._is_occupied(_seen_from(x, y, yaw, near)):
                return max(k - 1, 0) * step_s
            yaw += velocity[1] * step_s
            x += velocity[0] * step_s * math.cos(yaw)
            y += velocity[0] * step_s * math.sin(yaw)
        return horizon_s


def _within_reach(
    shape: Shape, velocity: Velocity, time_s: float, points: FloatArray
) -> NDArray[np.bool_]:
    size_m = (
        shape.radius_m
        if isinstance(shape, Circle)
        else max(math.hypot(*corner) for corner in shape.corners)
    )
    return Circle(size_m + abs(velocity[0]) * time_s).contains(points)


def _seen_from(x: float, y: float, yaw: float, points: FloatArray) -> FloatArray:
    cosine, sine = math.cos(yaw), math.sin(yaw)
    moved = points - (x, y)
    seen: FloatArray = moved @ np.array([[cosine, -sine], [sine, cosine]])
    return seen


@dataclass(frozen=True)
class Decision:
    """The velocity that may be driven, and the zone that limited it most (empty: none)."""

    velocity: Velocity
    action: Action = Action.DO_NOTHING
    zone_name: str = ""


def decide(zones: Sequence[Zone], velocity: Velocity, points: FloatArray) -> Decision:
    """Apply the most restrictive zone.

    :param points: obstacles in the robot's frame, shape (N, 2).
    """
    decision = Decision(velocity)
    lowest = 1.0
    for zone in zones:
        factor = zone.factor(velocity, points)
        if factor < lowest:
            lowest = factor
            limited = (velocity[0] * factor, velocity[1] * factor)
            decision = Decision(limited, zone.action, zone.name)
    return decision
