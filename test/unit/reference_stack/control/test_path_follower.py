# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whole drives of the path follower, and how it fails."""

from __future__ import annotations

import math

import numpy as np
import pytest
from closed_loop import (
    ROBOT_RADIUS_M,
    Drive,
    controller,
    follow,
    inflated,
    path_through,
)

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle
from nav2_composition_bench.reference_stack.control.goal_checker import GoalChecker
from nav2_composition_bench.reference_stack.control.path_follower import (
    FollowError,
    PathFollower,
)
from nav2_composition_bench.reference_stack.control.progress_checker import (
    ProgressChecker,
)
from nav2_composition_bench.reference_stack.runtime.goal_error import GoalError

AT_ORIGIN = (0.0, 0.0, 0.0)
STILL = (0.0, 0.0)


def _nearest_m(drive: Drive, x_m: float, y_m: float) -> float:
    return min(math.hypot(pose[0] - x_m, pose[1] - y_m) for pose in drive.poses)


def _follower(failure_tolerance_s: float = 0.3) -> PathFollower:
    return PathFollower(controller(), GoalChecker(), ProgressChecker(), failure_tolerance_s)


def test_a_straight_path_is_driven_at_full_speed_and_ends_in_tolerance() -> None:
    drive = follow(path_through((-3.0, 0.0), (3.0, 0.0)), (-3.0, 0.1, 0.0), inflated([]))
    assert drive.reached
    assert math.hypot(drive.poses[-1][0] - 3.0, drive.poses[-1][1]) <= 0.25
    assert max(velocity[0] for velocity in drive.velocities) == pytest.approx(0.5)
    assert len(drive.poses) * 0.05 < 16.0


def test_a_corner_is_followed_closely() -> None:
    path = path_through((-2.0, -1.0), (1.0, -1.0), (1.0, 2.0))
    drive = follow(path, (-2.0, -1.0, 0.0), inflated([]))
    assert drive.reached
    offsets = [
        float(np.hypot(path[:, 0] - pose[0], path[:, 1] - pose[1]).min()) for pose in drive.poses
    ]
    assert max(offsets) < 0.3


@pytest.mark.parametrize("yaw_rad", [1.5, 3.0, math.pi, -2.5])
def test_a_robot_that_faces_away_from_its_path_turns_first(yaw_rad: float) -> None:
    path = path_through((-1.0, 0.0), (2.0, 0.0))
    drive = follow(path, (-1.0, 0.0, yaw_rad), inflated([]))
    assert drive.reached


def test_the_robot_turns_to_the_heading_of_the_goal() -> None:
    path = path_through((-1.0, 0.0), (1.0, 0.0))
    path[-1, 2] = 2.5
    drive = follow(path, (-1.0, 0.0, 0.0), inflated([]))
    assert drive.reached
    assert abs(wrap_angle(drive.poses[-1][2] - 2.5)) <= 0.25


def test_an_obstacle_at_the_edge_of_the_path_is_passed_without_contact() -> None:
    obstacle = (0.025, 0.275)
    path = path_through((-3.0, 0.0), (3.0, 0.0))
    drive = follow(path, (-1.5, 0.3, 0.0), inflated([obstacle]))
    assert drive.reached
    assert _nearest_m(drive, *obstacle) > ROBOT_RADIUS_M


def test_a_corridor_is_driven_through_between_its_walls() -> None:
    walls = [(x, side * 0.35) for x in np.arange(-1.0, 1.0, 0.05) for side in (-1.0, 1.0)]
    drive = follow(path_through((-3.0, 0.0), (3.0, 0.0)), (-3.0, 0.0, 0.0), inflated(walls))
    assert drive.reached


def test_a_wall_across_the_path_stops_the_robot_before_it_until_it_gives_up() -> None:
    wall = [(1.0, y) for y in np.arange(-4.0, 4.0, 0.05)]
    drive = follow(path_through((-2.0, 0.0), (3.0, 0.0)), (-2.0, 0.0, 0.0), inflated(wall))
    assert not drive.reached
    assert max(pose[0] for pose in drive.poses) < 1.0 - ROBOT_RADIUS_M
    assert drive.error is FollowError.FAILED_TO_MAKE_PROGRESS


def test_a_robot_stopped_by_an_obstacle_goes_on_when_the_path_leads_around_it() -> None:
    grid = inflated([(0.0, 0.0)])
    blocked = follow(path_through((-2.0, 0.0), (3.0, 0.0)), (-2.0, 0.0, 0.0), grid, 10.0)
    stopped = blocked.poses[-1]
    assert stopped[0] < -ROBOT_RADIUS_M
    around = path_through(stopped[:2], (-0.4, 0.5), (0.5, 0.5), (3.0, 0.0))
    assert follow(around, stopped, grid).reached


def test_the_edge_of_the_grid_is_not_crossed() -> None:
    path = path_through((0.0, 0.0), (5.0, 0.0))
    drive = follow(path, (0.0, 0.0, 0.0), inflated([], size_m=4.0), 15.0)
    assert max(pose[0] for pose in drive.poses) < 2.0


def test_a_path_in_another_frame_is_followed_there() -> None:
    follower = _follower()
    follower.begin(path_through((0.0, 0.0), (1.0, 0.0)))
    step = follower.step((2.0, 1.0, math.pi / 2), STILL, (2.0, 0.0, math.pi / 2), inflated([]), 0.0)
    assert step.reached


def test_a_robot_enclosed_by_obstacles_fails_once_its_patience_is_exceeded() -> None:
    around = [(0.1 * math.cos(a), 0.1 * math.sin(a)) for a in np.linspace(0, 6.2, 40)]
    follower, grid = _follower(), inflated(around)
    follower.begin(path_through((0.0, 0.0), (2.0, 0.0)))
    assert follower.step(AT_ORIGIN, STILL, AT_ORIGIN, grid, 0.0).command == STILL
    with pytest.raises(GoalError, match="free of collision") as raised:
        follower.step(AT_ORIGIN, STILL, AT_ORIGIN, grid, 0.4)
    assert raised.value.code is FollowError.PATIENCE_EXCEEDED


def test_without_patience_the_reason_itself_is_the_error() -> None:
    around = [(0.1 * math.cos(a), 0.1 * math.sin(a)) for a in np.linspace(0, 6.2, 40)]
    follower = _follower(failure_tolerance_s=0.0)
    follower.begin(path_through((0.0, 0.0), (2.0, 0.0)))
    with pytest.raises(GoalError) as raised:
        follower.step(AT_ORIGIN, STILL, AT_ORIGIN, inflated(around), 0.0)
    assert raised.value.code is FollowError.NO_VALID_CONTROL


def test_an_empty_path_is_refused() -> None:
    with pytest.raises(GoalError) as raised:
        _follower().begin(np.zeros((0, 3)))
    assert raised.value.code is FollowError.INVALID_PATH


def test_a_new_path_to_the_same_goal_keeps_the_position_reached() -> None:
    follower, path = _follower(), path_through((0.0, 0.0), (1.0, 0.0))
    follower.begin(path)
    follower.step((0.9, 0.0, 2.0), STILL, AT_ORIGIN, inflated([]), 0.0)
    follower.replace_path(path[5:])
    assert follower.step((0.7, 0.0, 0.0), STILL, AT_ORIGIN, inflated([]), 0.1).reached


def test_a_path_to_another_goal_is_judged_anew() -> None:
    follower = _follower()
    follower.begin(path_through((0.0, 0.0), (1.0, 0.0)))
    follower.step((0.9, 0.0, 2.0), STILL, AT_ORIGIN, inflated([]), 0.0)
    follower.replace_path(path_through((0.0, 0.0), (2.0, 0.0)))
    assert not follower.step((1.7, 0.0, 0.0), STILL, AT_ORIGIN, inflated([]), 0.1).reached
