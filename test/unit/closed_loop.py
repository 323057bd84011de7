# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A robot that does at once what the controller says, in an otherwise still world."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

import numpy as np
from scipy.ndimage import distance_transform_edt

from nav2_composition_bench.reference_stack.control.critics import (
    BaseObstacleCritic,
    CriticScales,
    PathCritic,
)
from nav2_composition_bench.reference_stack.control.dynamic_window import (
    DynamicWindowController,
    Sampling,
)
from nav2_composition_bench.reference_stack.control.geometry import (
    FloatArray,
    Pose,
    Velocity,
)
from nav2_composition_bench.reference_stack.control.goal_checker import GoalChecker
from nav2_composition_bench.reference_stack.control.motion import MotionLimits
from nav2_composition_bench.reference_stack.control.path_follower import (
    FollowError,
    PathFollower,
)
from nav2_composition_bench.reference_stack.control.progress_checker import (
    ProgressChecker,
)
from nav2_composition_bench.reference_stack.control.stateful_critics import (
    OscillationCritic,
    RotateToGoalCritic,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError
from nav2_composition_bench.reference_stack.safety.velocity_profile import (
    ProfileLimits,
    VelocityProfile,
)

PERIOD_S = 0.05
ROBOT_RADIUS_M = 0.22


def controller() -> DynamicWindowController:
    """The controller as the parameter file configures it."""
    critics = (
        RotateToGoalCritic(),
        OscillationCritic(),
        BaseObstacleCritic(CriticScales().base_obstacle),
        PathCritic(CriticScales(), xy_goal_tolerance=0.25),
    )
    return DynamicWindowController(MotionLimits(), Sampling(), critics)


def inflated(obstacles: list[tuple[float, float]], size_m: float = 8.0) -> CostGrid:
    """A grid centred on the origin with obstacles one cell large, inflated as Nav2 does."""
    cells = round(size_m / 0.05)
    window = Window(0.05, -size_m / 2, -size_m / 2, cells, cells)
    costs = np.zeros(window.shape, dtype=np.uint8)
    if obstacles:
        free = np.ones(window.shape, dtype=bool)
        for x_m, y_m in obstacles:
            row, column, _ = window.cells(x_m, y_m)
            free[row, column] = False
        far_m = 0.05 * distance_transform_edt(free)
        decayed = 252.0 * np.exp(-5.0 * (far_m - ROBOT_RADIUS_M))
        costs = np.where(far_m > 0.55, 0.0, decayed).clip(0, 252).astype(np.uint8)
        costs[far_m <= ROBOT_RADIUS_M] = 253
        costs[~free] = 254
    return CostGrid(window, costs)


def path_through(*corners: tuple[float, float]) -> FloatArray:
    """Poses every 5 cm along straight lines between corners."""
    rows = []
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        count = max(1, round(math.hypot(x1 - x0, y1 - y0) / 0.05))
        for share in np.linspace(0.0, 1.0, count, endpoint=False):
            yaw = math.atan2(y1 - y0, x1 - x0)
            rows.append((x0 + share * (x1 - x0), y0 + share * (y1 - y0), yaw))
    rows.append((*corners[-1], rows[-1][2]))
    return np.array(rows)


@dataclass
class Drive:
    """What happened on the way."""

    poses: list[Pose] = field(default_factory=list)
    velocities: list[Velocity] = field(default_factory=list)
    reached: bool = False
    error: FollowError = FollowError.NONE


def follow(path: FloatArray, start: Pose, grid: CostGrid, limit_s: float = 60.0) -> Drive:
    """Drive along the path, through the velocity smoother, until the goal or the time limit."""
    follower = PathFollower(controller(), GoalChecker(), ProgressChecker())
    smoother = VelocityProfile(ProfileLimits())
    follower.begin(path)
    pose, velocity, drive = start, (0.0, 0.0), Drive()
    for cycle in range(round(limit_s / PERIOD_S)):
        now_s = cycle * PERIOD_S
        drive.poses.append(pose)
        drive.velocities.append(velocity)
        try:
            step = follower.step(pose, velocity, (0.0, 0.0, 0.0), grid, now_s)
        except GoalError as error:
            drive.error = FollowError(error.code)
            break
        if step.reached:
            drive.reached = True
            break
        smoother.command(step.command, now_s)
        velocity = smoother.step(now_s, PERIOD_S) or (0.0, 0.0)
        yaw = pose[2] + velocity[1] * PERIOD_S
        pose = (
            pose[0] + velocity[0] * PERIOD_S * math.cos(yaw),
            pose[1] + velocity[0] * PERIOD_S * math.sin(yaw),
            yaw,
        )
    return drive
