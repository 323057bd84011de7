# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Zones of the collision monitor."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.safety.zone import (
    Action,
    Circle,
    Polygon,
    Zone,
    decide,
)

FRONT = Polygon(((0.3, 0.2), (0.3, -0.2), (0.0, -0.2), (0.0, 0.2)))
STOP = Zone("stop", Action.STOP, FRONT)
SLOW = Zone("slow", Action.SLOWDOWN, Circle(0.6), slowdown_ratio=0.4)
APPROACH = Zone("approach", Action.APPROACH, Circle(0.22))


def _wall(x_m: float) -> np.ndarray:
    return np.array([(x_m, y) for y in np.linspace(-0.5, 0.5, 41)])


def test_nothing_near_leaves_the_velocity_alone() -> None:
    decision = decide((STOP, SLOW, APPROACH), (0.5, 0.3), _wall(3.0))
    assert decision.velocity == (0.5, 0.3)
    assert decision.action is Action.DO_NOTHING


def test_points_in_a_stop_zone_stop_the_robot() -> None:
    decision = decide((SLOW, STOP), (0.5, 0.3), _wall(0.2))
    assert decision.velocity == (0.0, 0.0)
    assert decision.zone_name == "stop"


def test_points_in_a_slowdown_zone_scale_the_velocity() -> None:
    assert decide((STOP, SLOW), (0.5, 1.0), _wall(0.4)).velocity == pytest.approx((0.2, 0.4))


def test_fewer_points_than_the_minimum_are_noise() -> None:
    assert decide((STOP,), (0.5, 0.0), _wall(0.2)[:3]).velocity == (0.5, 0.0)


def test_a_polygon_contains_what_lies_between_its_corners() -> None:
    points = np.array([(0.1, 0.0), (0.29, 0.19), (0.31, 0.0), (0.1, 0.21), (-0.01, 0.0)])
    assert FRONT.contains(points).tolist() == [True, True, False, False, False]


def test_approach_concerns_only_what_lies_in_the_way() -> None:
    assert decide((APPROACH,), (-0.5, 0.0), _wall(0.4)).velocity == (-0.5, 0.0)
    assert decide((APPROACH,), (0.0, 1.0), _wall(0.4)).velocity == (0.0, 1.0)
    assert decide((APPROACH,), (0.5, 0.0), _wall(0.4)).velocity[0] < 0.3


def test_a_robot_driven_at_a_wall_is_stopped_before_contact() -> None:
    x_m, step_s = 0.0, 0.05
    for _ in range(400):
        x_m += step_s * decide((APPROACH,), (0.5, 0.0), _wall(2.0 - x_m)).velocity[0]
    assert 1.5 < x_m < 2.0 - 0.22


def test_a_robot_driven_at_a_wall_on_an_arc_is_stopped_before_contact() -> None:
    x_m, y_m, yaw, step_s = 0.0, 0.0, 0.0, 0.05
    wall = np.array([(1.0, y) for y in np.linspace(-2.0, 2.0, 161)])
    for _ in range(400):
        cosine, sine = math.cos(yaw), math.sin(yaw)
        seen = (wall - (x_m, y_m)) @ np.array([[cosine, -sine], [sine, cosine]])
        v, w = decide((APPROACH,), (0.5, 0.2), seen).velocity
        yaw += w * step_s
        x_m += v * step_s * math.cos(yaw)
        y_m += v * step_s * math.sin(yaw)
    assert x_m < 1.0 - 0.22


def test_approach_looks_at_the_pose_at_its_horizon() -> None:
    reached_at_the_end = _wall(0.22 + 1.2 * 0.5 - 0.01)
    velocity = decide((APPROACH,), (0.5, 0.0), reached_at_the_end).velocity
    assert velocity == pytest.approx((0.5 * 11 / 12, 0.0))


@pytest.mark.parametrize("step_s", [0.5, 0.7, 1.2])
def test_approach_with_a_coarse_step_sees_what_is_reached_by_its_horizon(step_s: float) -> None:
    zone = Zone("approach", Action.APPROACH, Circle(0.22), simulation_time_step_s=step_s)
    assert decide((zone,), (0.5, 0.0), _wall(0.22 + 1.2 * 0.5 - 0.01)).velocity[0] < 0.5
