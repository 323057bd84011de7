# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goal poses the robot drives to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Goal:
    """A pose in the map frame (REP-105).

    :param name: how the goal is called in records, e.g. ``A``.
    :param x_m: position, metres, map frame.
    :param y_m: position, metres, map frame.
    :param yaw_rad: heading, radians, counter-clockwise from the map's x axis (REP-103).
    """

    name: str
    x_m: float
    y_m: float
    yaw_rad: float


def in_laps(goals: Sequence[Goal], laps: int) -> tuple[Goal, ...]:
    """Return goals so many times over, those of later laps with its number: A, B, A-2, B-2.

    :param goals: of one lap, or of several, which count as one.
    """
    one = goals[: lap_of(goals)]
    later = (replace(goal, name=f"{goal.name}-{lap}") for lap in range(2, laps + 1) for goal in one)
    return (*one, *later)


def lap_of(goals: Sequence[Goal]) -> int:
    """Return how many goals make up one lap: from then on the same poses come again."""
    poses = [(goal.x_m, goal.y_m, goal.yaw_rad) for goal in goals]
    for lap in range(1, len(poses)):
        if poses == poses[:lap] * (len(poses) // lap):
            return lap
    return len(poses)
