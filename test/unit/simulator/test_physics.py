# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Motion of the robot: servos, odometry, collisions, seeds."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable

import pytest
from simulator_worlds import box

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator.physics import TICK_S, Physics
from nav2_composition_bench.simulator.pose import Pose2D, wrapped
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World

MakeWorld = Callable[..., World]


def drive(physics: Physics, forward_mps: float, turn_radps: float, duration_s: float) -> float:
    """Drive and return the angle truly turned, unwrapped."""
    turned = 0.0
    for _ in range(round(duration_s / TICK_S)):
        before = physics.pose.yaw_rad
        physics.tick(forward_mps, turn_radps)
        turned += wrapped(physics.pose.yaw_rad - before)
    return turned


def test_straight_driving_agrees_with_odometry_within_two_percent(world_of: MakeWorld) -> None:
    physics = Physics(world_of("", "1 2 0.5"), Robot())
    drive(physics, 0.4, 0.0, 5.0)
    driven = math.hypot(physics.pose.x_m - 1, physics.pose.y_m - 2)
    odometry = physics.odometry.state
    assert driven == pytest.approx(0.4 * 5.0, rel=0.03)
    assert odometry.pose.x_m == pytest.approx(driven, rel=0.02)
    assert odometry.pose.y_m == pytest.approx(0.0, abs=0.02)
    assert odometry.forward_mps == pytest.approx(0.4, rel=0.01)
    assert math.atan2(physics.pose.y_m - 2, physics.pose.x_m - 1) == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("forward_mps, turn_radps", [(0.0, 1.0), (0.0, -0.6), (0.3, 0.8)])
def test_turning_agrees_with_odometry_within_two_percent(
    world_of: MakeWorld, forward_mps: float, turn_radps: float
) -> None:
    physics = Physics(world_of(""), Robot())
    turned = drive(physics, forward_mps, turn_radps, 2.5)
    assert turned == pytest.approx(turn_radps * 2.5, rel=0.06)
    odometry = physics.odometry.state
    assert odometry.pose.yaw_rad == pytest.approx(turned, rel=0.02)
    if forward_mps:
        assert odometry.pose.x_m == pytest.approx(physics.pose.x_m, abs=0.02)
        assert odometry.pose.y_m == pytest.approx(physics.pose.y_m, abs=0.02)


def test_the_robot_stands_still_without_a_command(world_of: MakeWorld) -> None:
    physics = Physics(world_of("", "1 1 1"), Robot())
    drive(physics, 0.0, 0.0, 5.0)
    assert physics.pose.x_m == pytest.approx(1.0, abs=1e-3)
    assert physics.pose.yaw_rad == pytest.approx(1.0, abs=1e-3)


def test_the_torque_limit_bounds_acceleration(world_of: MakeWorld) -> None:
    physics = Physics(world_of(""), Robot())
    drive(physics, 0.8, 0.0, TICK_S)
    robot = physics.robot
    mass = robot.chassis.mass_kg + 2 * robot.drive.wheel_mass_kg
    force = 2 * robot.drive.torque_limit_nm / robot.drive.wheel_radius_m
    assert 0.0 < physics.pose.x_m <= force / mass * TICK_S**2 / 2


def test_too_fast_a_command_keeps_its_curvature(world_of: MakeWorld) -> None:
    physics = Physics(world_of(""), Robot())
    slow, fast = physics.wheel_speeds(0.2, 0.5), physics.wheel_speeds(4.0, 10.0)
    assert max(fast) == pytest.approx(physics.robot.drive.max_wheel_speed_radps)
    assert fast[0] / fast[1] == pytest.approx(slow[0] / slow[1])


def test_a_start_inside_a_model_is_refused(world_of: MakeWorld) -> None:
    inside = box("crate", "1 1 0.5 0 0 0", "1 1 1")
    with pytest.raises(UserError, match="test.sdf: the robot starts at 1 1, which is inside a mod"):
        Physics(world_of(inside, "1 1 0"), Robot())
    with pytest.raises(UserError, match="starts at 1 1, which is inside"):
        Physics(world_of(inside), Robot(), start=Pose2D(1.0, 1.0, 0.0))
    Physics(world_of(inside), Robot())


def test_a_world_without_a_floor_below_the_start_is_refused(world_of: MakeWorld) -> None:
    world = world_of("")
    world = dataclasses.replace(world, models=())
    with pytest.raises(UserError, match="below which there is no floor with a <collision>"):
        Physics(world, Robot())


def test_a_floor_of_boxes_is_driven_on_and_no_collision(world_of: MakeWorld) -> None:
    tiles = "".join(box(f"tile_{n}", f"{n} 0 -0.05 0 0 0", "1 4 0.1") for n in range(3))
    world = world_of(tiles)
    world = dataclasses.replace(world, models=tuple(m for m in world.models if m.name != "floor"))
    physics = Physics(world, Robot())
    drive(physics, 0.5, 0.0, 3.0)
    assert physics.pose.x_m > 1.0
    assert physics.collisions == 0


def test_a_wall_stops_the_robot_and_counts_as_one_collision(world_of: MakeWorld) -> None:
    physics = Physics(world_of(box("wall", "1 0 0.5 0 0 0", "0.1 4 1")), Robot())
    drive(physics, 0.3, 0.0, 6.0)
    assert physics.pose.x_m == pytest.approx(1 - 0.05 - 0.17, abs=0.02)
    assert physics.collisions == 1


def test_a_thing_that_is_not_static_can_be_pushed(world_of: MakeWorld) -> None:
    crate = box("crate", "0.5 0 0.1 0 0 0", "0.2 0.2 0.2", "").replace(
        '<link name="link">', '<link name="link"><inertial><mass>0.3</mass></inertial>'
    )
    physics = Physics(world_of(crate), Robot())
    drive(physics, 0.3, 0.0, 4.0)
    assert physics.pose.x_m > 0.5
    assert physics.collisions >= 1


def test_returning_to_the_start_sets_pose_and_odometry_and_keeps_time(
    world_of: MakeWorld,
) -> None:
    physics = Physics(world_of("", "1 2 0.3"), Robot())
    drive(physics, 0.4, 0.5, 2.0)
    time_s = physics.time_s
    physics.return_to_start()
    assert physics.time_s == time_s
    state = physics.tick(0.0, 0.0)
    assert (physics.pose.x_m, physics.pose.y_m) == pytest.approx((1.0, 2.0), abs=1e-3)
    assert physics.pose.yaw_rad == pytest.approx(0.3, abs=1e-3)
    assert (state.pose.x_m, state.pose.yaw_rad) == pytest.approx((0.0, 0.0), abs=1e-3)


def test_a_start_can_be_given_in_place_of_the_worlds(world_of: MakeWorld) -> None:
    physics = Physics(world_of("", "1 2 0"), Robot(), start=Pose2D(3.0, 4.0, -2.0))
    assert dataclasses.astuple(physics.pose) == pytest.approx((3.0, 4.0, -2.0))


def test_equal_seeds_and_commands_give_equal_motion() -> None:
    world = read_world(data_file("worlds/bench.sdf"))
    states = []
    for seed in (3, 3, 4):
        physics = Physics(world, Robot(), seed)
        drive(physics, 0.3, 0.2, 3.0)
        states.append((physics.pose, physics.data.mocap_pos.tolist()))
    assert states[0] == states[1]
    assert states[0][1] != states[2][1]


def test_a_world_that_mujoco_refuses_is_told_in_one_line(world_of: MakeWorld) -> None:
    light = box("ball", "1 1 0.5 0 0 0", "0.1 0.1 0.1", "").replace(
        '<link name="link">', '<link name="link"><inertial><mass>1e-20</mass></inertial>'
    )
    with pytest.raises(UserError, match="test.sdf: MuJoCo cannot simulate it: .*ball") as caught:
        Physics(world_of(light), Robot())
    assert "\n" not in str(caught.value)
