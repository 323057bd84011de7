# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Scores of trajectories: stateless critics, evaluated for all samples at once.

After the critics of Nav2's DWB controller. Distances to the path are straight-line distances to
its poses instead of DWB's wavefront over the costmap: the path itself already leads around
obstacles, and a wavefront 20 times a second costs too much in Python. Where DWB counts cells and
scales them by half the resolution, this takes half the metres; its scales keep their meaning.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.geometry import FloatArray, Velocity
from nav2_composition_bench.reference_stack.control.motion import Trajectories
from nav2_composition_bench.reference_stack.control.situation import Situation
from nav2_composition_bench.reference_stack.costmap.costs import (
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
)

ILLEGAL = np.inf
"""Score of a trajectory that must not be driven."""
_DISTANCE_SCALE = 0.5
_PROLONGATION_STEP_M = 0.05


class Critic:
    """Scores trajectories; lower is better."""

    def score(self, situation: Situation, trajectories: Trajectories) -> FloatArray:
        """One score per sample, shape (S,); ILLEGAL forbids."""
        raise NotImplementedError

    def debrief(self, situation: Situation, command: Velocity) -> None:
        """Learn which command was chosen; most have nothing to learn."""

    def reset(self) -> None:
        """Forget the path followed so far; most have nothing to forget."""


@dataclass(frozen=True)
class CriticScales:
    """Weights and settings, named as the parameters of DWB's critics.

    :param forward_point_distance: metres ahead of the robot's centre at which alignment is judged.
    """

    base_obstacle: float = 0.02
    path_align: float = 32.0
    goal_align: float = 24.0
    path_dist: float = 32.0
    goal_dist: float = 24.0
    forward_point_distance: float = 0.325


class BaseObstacleCritic(Critic):
    """Forbids poses where a circular robot would touch something; prefers low cost on the way.

    A robot that touches something already, by a cell's edge or because the obstacle came to it,
    may leave: then only the first third of a trajectory may lie where it touches.
    """

    def __init__(self, scale: float) -> None:
        self._scale = scale

    def score(self, situation: Situation, trajectories: Trajectories) -> FloatArray:
        """See Critic. Cells outside the grid are unknown, and nothing unknown is driven over."""
        costs = situation.grid.cost_at(trajectories.x_m, trajectories.y_m)
        blocked = (costs >= INSCRIBED_INFLATED_OBSTACLE).any(axis=1)
        here = situation.grid.cost_at(situation.pose[0], situation.pose[1])
        if here >= INSCRIBED_INFLATED_OBSTACLE:
            later = costs[:, costs.shape[1] // 3 :]
            blocked = (later >= INSCRIBED_INFLATED_OBSTACLE).any(axis=1)
            blocked |= (costs >= LETHAL_OBSTACLE).any(axis=1)
        scores: FloatArray = np.where(blocked, ILLEGAL, self._scale * costs.max(axis=1))
        return scores


class PathCritic(Critic):
    """PathDist, GoalDist, PathAlign and GoalAlign in one, for they share their distances.

    PathDist is the distance of the trajectory's end from the path, GoalDist what remains to drive
    from there: over to the path, then along it. A point `forward_point_distance` ahead of the end
    judges alignment: PathAlign is its distance from the path, GoalAlign its distance from the
    pose that lies as far ahead on the path. Unlike DWB's, this GoalAlign also tells a robot that
    faces away from its path which way to turn, and does not make it cut corners. Within
    `xy_goal_tolerance` alignment is left out, since there the goal's heading counts.
    """

    def __init__(self, scales: CriticScales, xy_goal_tolerance: float) -> None:
        self._scales = scales
        self._xy_goal_tolerance = xy_goal_tolerance

    def score(self, situation: Situation, trajectories: Trajectories) -> FloatArray:
        """See Critic."""
        scales = self._scales
        x, y = trajectories.x_m[:, -1], trajectories.y_m[:, -1]
        off_path, nearest = _nearest(situation.path, x, y)
        remaining = situation.remaining_m[nearest]
        scores = scales.path_dist * off_path + scales.goal_dist * (off_path + remaining)
        if situation.goal_distance_m > self._xy_goal_tolerance:
            yaw, ahead_m = trajectories.yaw_rad[:, -1], scales.forward_point_distance
            x, y = x + ahead_m * np.cos(yaw), y + ahead_m * np.sin(yaw)
            path, path_remaining_m = _prolonged(situation, ahead_m)
            beyond = np.searchsorted(-path_remaining_m, ahead_m - remaining)
            wanted = path[np.minimum(beyond, len(path) - 1)]
            scores += scales.path_align * _nearest(path, x, y)[0]
            scores += scales.goal_align * np.hypot(x - wanted[:, 0], y - wanted[:, 1])
        scaled: FloatArray = _DISTANCE_SCALE * scores
        return scaled


def _nearest(path: FloatArray, x: FloatArray, y: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
    """Distance from the nearest pose of the path, and the index of that pose."""
    squared = (x[:, None] - path[None, :, 0]) ** 2 + (y[:, None] - path[None, :, 1]) ** 2
    nearest = squared.argmin(axis=1)
    off_path: FloatArray = np.sqrt(squared[np.arange(len(nearest)), nearest])
    return off_path, nearest


def _prolonged(situation: Situation, length_m: float) -> tuple[FloatArray, FloatArray]:
    """The path and what remains of it; continued straight on from the robot if the goal is in it.

    Without that, the end of the path would hold back the point ahead of the robot.
    """
    remaining_m = situation.remaining_m
    if remaining_m[-1] > 0.0:
        return situation.path, remaining_m
    goal, pose = situation.goal, situation.pose
    heading = math.atan2(goal[1] - pose[1], goal[0] - pose[0])
    further_m = np.arange(
        _PROLONGATION_STEP_M, length_m + _PROLONGATION_STEP_M, _PROLONGATION_STEP_M
    )
    beyond = np.empty((len(further_m), 3))
    beyond[:, 0] = goal[0] + further_m * math.cos(heading)
    beyond[:, 1] = goal[1] + further_m * math.sin(heading)
    beyond[:, 2] = heading
    return np.vstack((situation.path, beyond)), np.concatenate((remaining_m, -further_m))
