# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot's motion: wheel servos, contacts, odometry. Knows no middleware."""

from __future__ import annotations

import math

import mujoco
import numpy as np

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.simulator import mujoco_model
from nav2_composition_bench.simulator.movers import Movers
from nav2_composition_bench.simulator.odometry import Odometry, WheelOdometry
from nav2_composition_bench.simulator.pose import Pose2D, wrapped
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.world import World

STEPS_PER_TICK = 8
TICK_S = STEPS_PER_TICK * mujoco_model.STEP_S
"""Period of commands and odometry."""
_START_DEPTH_M = 0.005
"""How deep the robot may stand in a floor: by its own weight it sinks less."""
_LEVEL = 0.9
"""The z of a contact's normal from which on a surface is driven on: 26 degrees of slope."""
COLLISION_GAP_S = 1.0
"""Contacts with one obstacle that follow each other faster are one collision."""


class Physics:
    """A robot in a world, advanced tick by tick.

    :param seed: of the movers' timing; equal seeds and commands give equal motion.
    :param start: the robot's start, in place of the world's own.
    :raises UserError: if that is inside a model, or there is no floor below it.
    """

    def __init__(
        self, world: World, robot: Robot, seed: int = 0, start: Pose2D | None = None
    ) -> None:
        self.robot = robot
        self.start = start or world.start
        self.model = mujoco_model.build(world, robot, self.start)
        self.data = mujoco.MjData(self.model)
        self.odometry = WheelOdometry(robot.drive.wheel_radius_m, robot.drive.separation_m)
        self.collisions = 0
        """Contacts of the robot with anything but the floor that have begun so far."""
        self._movers = Movers(world, self.model, self.data, seed)
        self._last_contact_s: dict[int, float] = {}
        self._base = self.model.body("base_link").id
        is_robot = self.model.geom_group == mujoco_model.ROBOT_GROUP
        is_plane = self.model.geom_type == mujoco.mjtGeom.mjGEOM_PLANE
        self._robot_geoms = set(np.flatnonzero(is_robot).tolist())
        self._obstacles = set(np.flatnonzero(~is_robot & ~is_plane).tolist())
        self._angles = [
            int(self.model.joint(name).qposadr[0]) for name in ("wheel_left", "wheel_right")
        ]
        mujoco.mj_forward(self.model, self.data)
        self._refuse_bad_start(world)

    @property
    def time_s(self) -> float:
        """Simulated seconds since the beginning."""
        return float(self.data.time)

    @property
    def pose(self) -> Pose2D:
        """Where the robot really is in the world."""
        x, y, _ = self.data.xpos[self._base]
        w, _, _, z = self.data.xquat[self._base]
        return Pose2D(float(x), float(y), wrapped(2.0 * math.atan2(float(z), float(w))))

    def tick(self, forward_mps: float, turn_radps: float) -> Odometry:
        """Advance by one period under a commanded velocity; return the odometry after it."""
        self.data.ctrl[:] = self.wheel_speeds(forward_mps, turn_radps)
        pose = self.pose
        self._movers.advance(TICK_S, pose.x_m, pose.y_m)
        mujoco.mj_step(self.model, self.data, STEPS_PER_TICK)
        self._count_collisions()
        mujoco.mj_kinematics(self.model, self.data)
        left, right = (float(self.data.qpos[angle]) for angle in self._angles)
        return self.odometry.update(left, right, TICK_S)

    def wheel_speeds(self, forward_mps: float, turn_radps: float) -> tuple[float, float]:
        """Return the left and right wheel's speeds in rad/s for a velocity of the base.

        Scaled down together where one would exceed the limit, so that the curvature stays.
        """
        drive = self.robot.drive
        difference = turn_radps * drive.separation_m / 2
        left = (forward_mps - difference) / drive.wheel_radius_m
        right = (forward_mps + difference) / drive.wheel_radius_m
        fastest = max(abs(left), abs(right))
        scale = min(1.0, drive.max_wheel_speed_radps / fastest) if fastest > 0.0 else 1.0
        return left * scale, right * scale

    def return_to_start(self) -> None:
        """Put the robot back to its start, at rest, with odometry at its origin.

        Models that were pushed go back too. Time, movers and the count of collisions go on.
        """
        time_s = self.data.time
        mocap_pos = self.data.mocap_pos.copy()
        mujoco.mj_resetData(self.model, self.data)
        self.data.time = time_s
        self.data.mocap_pos[:] = mocap_pos
        mujoco.mj_forward(self.model, self.data)
        self.odometry.reset(0.0, 0.0)

    def _refuse_bad_start(self, world: World) -> None:
        """Refuse a start inside a model, from which contacts throw the robot, or above nothing."""
        start = f"{world.file}: the robot starts at {self.start.x_m:g} {self.start.y_m:g}"
        depths_m = [
            -float(contact.dist)
            for contact in self.data.contact
            if self._robot_geoms & {int(contact.geom1), int(contact.geom2)}
        ]
        if max(depths_m, default=0.0) > _START_DEPTH_M:
            raise UserError(f"{start}, which is inside a model; choose a place on free floor")
        groups = np.zeros(mujoco.mjNGROUP, np.uint8)
        groups[mujoco_model.COLLISION_GROUP] = 1
        down, hit = np.array([0.0, 0.0, -1.0]), np.zeros(1, np.int32)
        base = self.data.xpos[self._base]
        if mujoco.mj_ray(self.model, self.data, base, down, groups, 1, -1, hit) < 0.0:
            raise UserError(f"{start}, below which there is no floor with a <collision>")

    def _count_collisions(self) -> None:
        now = self.time_s
        level = np.abs(self.data.contact.frame[:, 2]) > _LEVEL  # stood upon, not run into
        for pair in self.data.contact.geom[~level].tolist():
            for own, other in (pair, reversed(pair)):
                if own in self._robot_geoms and other in self._obstacles:
                    parted_s = now - self._last_contact_s.get(other, -math.inf)
                    self.collisions += parted_s > COLLISION_GAP_S
                    self._last_contact_s[other] = now
