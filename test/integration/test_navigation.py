# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The whole stack drives the simulated robot."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from action_msgs.msg import GoalStatus
from driven_robot import ARRIVAL_M, GOAL_A, GOAL_B, Leg, Robot, driving, pose_of
from nav2_msgs.action import ComputePathToPose, FollowWaypoints
from study_factory import ISOLATED, MULTI_PROCESS
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.study.goal import Goal

PILLAR = (0.5, -0.3)


@pytest.fixture(scope="module", params=[MULTI_PROCESS, ISOLATED], ids=str)
def robot(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Robot]:
    with driving(request.param, tmp_path_factory.mktemp("navigation"), None) as robot:
        yield robot


def test_the_robot_reaches_both_goals_past_obstacles_that_are_not_on_the_map(
    robot: Robot,
) -> None:
    for goal in (GOAL_A, GOAL_B):
        leg = robot.go_to(goal)
        assert leg.wait() == GoalStatus.STATUS_SUCCEEDED, leg.result
        assert robot.distance_to(goal) < ARRIVAL_M
        assert leg.result.error_code == 0
        assert min(feedback.distance_remaining for feedback in leg.feedback) < 1.0
    assert robot.truth["collisions"] == 0


@pytest.mark.parametrize(
    "goal, code",
    [
        (Goal("off the map", 50.0, 50.0, 0.0), ComputePathToPose.Result.GOAL_OUTSIDE_MAP),
        (Goal("in the pillar", *PILLAR, 0.0), ComputePathToPose.Result.GOAL_OCCUPIED),
    ],
    ids=lambda value: value.name if isinstance(value, Goal) else None,
)
def test_a_goal_that_cannot_be_reached_is_aborted_with_its_reason(
    robot: Robot, goal: Goal, code: int
) -> None:
    leg = robot.go_to(goal)
    assert leg.wait() == GoalStatus.STATUS_ABORTED
    assert leg.result.error_code == code, leg.result
    assert leg.result.error_msg


def test_cancelling_a_goal_stops_the_robot(robot: Robot) -> None:
    leg = robot.go_to(GOAL_A)
    wait_until(lambda: robot.commanded != (0.0, 0.0), "the robot moves")
    leg.cancel()
    assert leg.wait() == GoalStatus.STATUS_CANCELED
    wait_until(lambda: robot.commanded == (0.0, 0.0), "the robot is told to stop")


def test_a_newer_goal_takes_the_place_of_the_running_one(robot: Robot) -> None:
    first = robot.go_to(GOAL_A)
    wait_until(lambda: bool(first.feedback), "the first goal is worked on")
    second = robot.go_to(GOAL_B)
    assert first.wait() == GoalStatus.STATUS_ABORTED
    assert second.wait() == GoalStatus.STATUS_SUCCEEDED, second.result
    assert robot.distance_to(GOAL_B) < ARRIVAL_M


def test_waypoints_are_visited_and_the_missed_one_is_told(robot: Robot) -> None:
    near, off = Goal("near", -3.2, -2.6, 0.0), Goal("off the map", 50.0, 0.0, 0.0)
    assert robot.waypoints.wait_for_server(TIMEOUT_S)
    request = FollowWaypoints.Goal(poses=[pose_of(goal) for goal in (off, near)])
    leg = Leg(robot.waypoints, request)
    assert leg.wait() == GoalStatus.STATUS_SUCCEEDED, leg.result
    assert [missed.index for missed in leg.result.missed_waypoints] == [0]
    assert robot.distance_to(near) < ARRIVAL_M
