# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Odometry from wheel angles alone."""

from __future__ import annotations

import math

import pytest

from nav2_composition_bench.simulator.odometry import WheelOdometry


def test_equal_wheels_go_straight() -> None:
    state = WheelOdometry(0.05, 0.3).update(4.0, 4.0, 0.1)
    assert (state.pose.x_m, state.pose.y_m, state.pose.yaw_rad) == pytest.approx((0.2, 0.0, 0.0))
    assert (state.forward_mps, state.turn_radps) == pytest.approx((2.0, 0.0))


def test_opposite_wheels_turn_on_the_spot_counter_clockwise() -> None:
    state = WheelOdometry(0.05, 0.3).update(-1.0, 1.0, 0.5)
    assert (state.pose.x_m, state.pose.y_m) == pytest.approx((0.0, 0.0))
    assert state.pose.yaw_rad == pytest.approx(0.1 / 0.3)
    assert state.turn_radps == pytest.approx(0.2 / 0.3)


def test_an_arc_is_exact_however_few_updates() -> None:
    quarter = math.pi / 2
    radius, separation, wheel = 1.0, 0.3, 0.05
    odometry = WheelOdometry(wheel, separation)
    left, right = ((radius + side * separation / 2) * quarter / wheel for side in (-1, 1))
    state = odometry.update(left, right, 1.0)
    assert (state.pose.x_m, state.pose.y_m) == pytest.approx((1.0, 1.0))
    assert state.pose.yaw_rad == pytest.approx(quarter)


def test_heading_stays_within_half_a_turn() -> None:
    odometry = WheelOdometry(0.05, 0.3)
    for step in range(1, 40):
        odometry.update(-float(step), float(step), 0.1)
        assert -math.pi <= odometry.state.pose.yaw_rad < math.pi


def test_after_a_reset_only_new_turns_of_the_wheels_count() -> None:
    odometry = WheelOdometry(0.05, 0.3)
    odometry.update(5.0, 7.0, 0.1)
    odometry.reset(5.0, 7.0)
    assert odometry.update(6.0, 8.0, 0.1).pose.x_m == pytest.approx(0.05)
