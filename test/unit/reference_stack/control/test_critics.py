# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What single critics forbid and prefer."""

from __future__ import annotations

import numpy as np
from closed_loop import inflated, path_through

from nav2_composition_bench.reference_stack.control.critics import (
    BaseObstacleCritic,
    CriticScales,
    PathCritic,
)
from nav2_composition_bench.reference_stack.control.geometry import Pose, Velocity
from nav2_composition_bench.reference_stack.control.motion import (
    MotionLimits,
    Trajectories,
    roll_out,
)
from nav2_composition_bench.reference_stack.control.situation import Situation
from nav2_composition_bench.reference_stack.control.stateful_critics import (
    OscillationCritic,
    RotateToGoalCritic,
)


def _situation(
    pose: Pose = (0.0, 0.0, 0.0),
    velocity: Velocity = (0.0, 0.0),
    goal_x_m: float = 2.0,
    obstacles: list[tuple[float, float]] | None = None,
) -> Situation:
    path = path_through((0.0, 0.0), (goal_x_m, 0.0))
    remaining_m = goal_x_m - path[:, 0]
    return Situation(
        pose,
        velocity,
        path,
        remaining_m,
        (goal_x_m, 0.0, 1.0),
        inflated(obstacles or []),
    )


def _trajectories(situation: Situation, commands: list[Velocity]) -> Trajectories:
    return roll_out(situation.pose, situation.velocity, np.array(commands), MotionLimits(), 1.2, 12)


def test_a_trajectory_into_an_obstacle_is_forbidden_and_one_past_it_is_not() -> None:
    situation = _situation(velocity=(0.5, 0.0), obstacles=[(0.7, -0.1)])
    trajectories = _trajectories(situation, [(0.5, 0.0), (0.1, 0.0), (0.5, 1.2)])
    scores = BaseObstacleCritic(0.02).score(situation, trajectories)
    assert np.isinf(scores[0])
    assert np.isfinite(scores[1:]).all()


def test_progress_along_the_path_is_preferred_to_standing_and_to_leaving_it() -> None:
    situation = _situation(velocity=(0.3, 0.0))
    trajectories = _trajectories(situation, [(0.5, 0.0), (0.0, 0.0), (0.5, 1.0)])
    ahead, standing, leaving = PathCritic(CriticScales(), 0.25).score(situation, trajectories)
    assert ahead < standing
    assert ahead < leaving


def test_at_the_goal_the_robot_brakes_first_and_then_only_turns() -> None:
    critic = RotateToGoalCritic()
    fast = _situation(pose=(1.9, 0.0, 0.0), velocity=(0.5, 0.0))
    commands = [(0.5, 0.0), (0.2, 0.0), (0.0, 0.0)]
    scores = critic.score(fast, _trajectories(fast, commands))
    assert np.isinf(scores[0])
    assert scores[2] < scores[1]
    slow = _situation(pose=(1.95, 0.0, 0.0), velocity=(0.1, 0.0))
    commands = [(0.2, 0.0), (0.0, 0.0), (0.0, 0.8)]
    scores = critic.score(slow, _trajectories(slow, commands))
    assert np.isinf(scores[0])
    assert scores[2] < scores[1]


def test_a_goal_far_away_does_not_concern_rotate_to_goal() -> None:
    situation = _situation()
    scores = RotateToGoalCritic().score(situation, _trajectories(situation, [(0.5, 0.0)]))
    assert scores.tolist() == [0.0]


def test_a_turn_that_changed_its_sign_cannot_change_back_until_the_robot_has_turned() -> None:
    critic, situation = OscillationCritic(), _situation()
    trajectories = _trajectories(situation, [(0.0, 0.5), (0.0, -0.5)])
    critic.debrief(situation, (0.0, 0.5))
    assert np.isfinite(critic.score(situation, trajectories)).all()
    critic.debrief(situation, (0.0, -0.5))
    assert np.isinf(critic.score(situation, trajectories)).tolist() == [True, False]
    critic.debrief(_situation(pose=(0.0, 0.0, 0.3)), (0.0, -0.5))
    assert np.isfinite(critic.score(situation, trajectories)).all()


def test_steering_to_both_sides_while_driving_is_no_oscillation() -> None:
    critic, situation = OscillationCritic(), _situation(velocity=(0.5, 0.0))
    for turn in (0.5, -0.5, 0.5, -0.5):
        critic.debrief(situation, (0.5, turn))
    scores = critic.score(situation, _trajectories(situation, [(0.5, 0.5), (0.5, -0.5)]))
    assert np.isfinite(scores).all()
