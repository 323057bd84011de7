# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goal poses the robot drives to."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from nav2_composition_bench.errors import UserError

_SAME_PLACE_M = 0.5
"""Goals nearer than this are one place: the goal tolerance is 0.25 m on either side."""


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
    :raises UserError: if a goal has the name that another one gets in a later lap.
    """
    one = goals[: lap_of(goals)]
    names = {goal.name for goal in one}
    for lap in range(2, laps + 1):
        for goal in one:
            if f"{goal.name}-{lap}" in names:
                raise UserError(
                    f"--laps {laps}: goal {goal.name} is called {goal.name}-{lap} in lap {lap}, as"
                    " another goal is; rename one of them"
                )
    later = (replace(goal, name=f"{goal.name}-{lap}") for lap in range(2, laps + 1) for goal in one)
    return (*one, *later)


def refuse_same_place(goals: Sequence[Goal], where: Callable[[int], str]) -> None:
    """Refuse goals to which the robot would not drive.

    :param where: how errors call the goal of an index.
    :raises UserError: for one that is where the goal before it is.
    """
    for index, goal in enumerate(goals):
        before = goals[index - 1]  # trials chain, so the first goal follows the last one
        distance_m = math.hypot(goal.x_m - before.x_m, goal.y_m - before.y_m)
        if distance_m < _SAME_PLACE_M:
            raise UserError(
                f"{where(index)} ({goal.name}) is {distance_m:.2f} m from goal {before.name}, which"
                f" precedes it; the robot would not drive: keep goals {_SAME_PLACE_M} m apart or"
                " more"
            )


def lap_of(goals: Sequence[Goal]) -> int:
    """Return how many goals make up one lap: from then on the same poses come again."""
    poses = [(goal.x_m, goal.y_m, goal.yaw_rad) for goal in goals]
    for lap in range(1, len(poses)):
        if poses == poses[:lap] * (len(poses) // lap):
            return lap
    return len(poses)
