# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Build the MuJoCo model of a world with a robot in it.

Collisions are geoms of group 0 (what the lidar sees), visuals of group 1 (what the camera sees);
the robot is in group 2, so that its sensors look through it. Model elements are found by name.
"""

from __future__ import annotations

import math

import mujoco
import numpy as np

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.world import Model, Part, World

STEP_S = 1.0 / 240.0
"""Physics step: eight of them are one period of the 30 Hz odometry."""
COLLISION_GROUP, VISUAL_GROUP, ROBOT_GROUP = 0, 1, 2
CONTACT_TIME_S = 0.01
"""Time constant of the robot's contacts: stiff, and above the two steps that stability needs."""
WORLD_BIT, ROBOT_BIT = 1, 2
FLOOR_FRICTION = (1.0, 0.005, 0.0001)


def build(world: World, robot: Robot, start: Pose2D) -> mujoco.MjModel:
    """Compile world and robot.

    :param start: of the robot, in the world.
    :raises UserError: if MuJoCo refuses the world.
    """
    spec = mujoco.MjSpec()
    spec.modelname = world.name
    option = spec.option
    option.timestep = STEP_S
    option.integrator = mujoco.mjtIntegrator.mjINT_IMPLICITFAST
    option.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    option.impratio = 10.0
    for model in world.models:
        _add_model(spec, model)
    _add_robot(spec, robot, start)
    try:
        return spec.compile()
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise UserError(f"{world.file}: MuJoCo cannot simulate it: {reason}") from None


def _add_model(spec: mujoco.MjSpec, model: Model) -> None:
    body = spec.worldbody.add_body(
        name=f"model/{model.name}",
        pos=model.pose.position,
        quat=model.pose.quaternion,
        mocap=model.mover is not None,
    )
    pushed = not model.static and model.mover is None
    if pushed:
        body.add_freejoint()
    for part in model.collisions:
        geom = _add_part(body, part, COLLISION_GROUP)
        geom.contype = WORLD_BIT
        geom.conaffinity = ROBOT_BIT | WORLD_BIT if pushed else ROBOT_BIT
        geom.friction = FLOOR_FRICTION
        if pushed:
            geom.mass = model.mass_kg / len(model.collisions)
    for part in model.visuals:
        geom = _add_part(body, part, VISUAL_GROUP)
        geom.contype = geom.conaffinity = 0
        geom.mass = 0.0


def _add_part(body: mujoco.MjsBody, part: Part, group: int) -> mujoco.MjsGeom:
    size, shape = part.shape.size, part.shape.kind
    geom = body.add_geom(pos=part.pose.position, quat=part.pose.quaternion, group=group)
    if shape == "box":
        geom.type = mujoco.mjtGeom.mjGEOM_BOX
        geom.size = [length / 2 for length in size]
    elif shape == "cylinder":
        geom.type = mujoco.mjtGeom.mjGEOM_CYLINDER
        geom.size = [size[0], size[1] / 2, 0.0]
    elif shape == "sphere":
        geom.type = mujoco.mjtGeom.mjGEOM_SPHERE
        geom.size = [size[0], 0.0, 0.0]
    else:
        geom.type = mujoco.mjtGeom.mjGEOM_PLANE
        geom.size = [0.0, 0.0, 1.0]
        normal = part.pose.rotation() @ np.array(size)
        quaternion = np.zeros(4)
        mujoco.mju_quatZ2Vec(quaternion, normal)
        geom.quat = quaternion
    return geom


def _add_robot(spec: mujoco.MjSpec, robot: Robot, start: Pose2D) -> None:
    chassis, drive = robot.chassis, robot.drive
    base = spec.worldbody.add_body(
        name="base_link",
        pos=[start.x_m, start.y_m, drive.wheel_radius_m],
        quat=[math.cos(start.yaw_rad / 2), 0.0, 0.0, math.sin(start.yaw_rad / 2)],
    )
    base.add_freejoint(name="base")
    geom = _robot_geom(base, "chassis", mujoco.mjtGeom.mjGEOM_CYLINDER)
    geom.size = [chassis.radius_m, (chassis.top_m - chassis.bottom_m) / 2, 0.0]
    geom.pos = [0.0, 0.0, (chassis.top_m + chassis.bottom_m) / 2 - drive.wheel_radius_m]
    geom.mass = chassis.mass_kg
    geom.friction = [chassis.friction, *FLOOR_FRICTION[1:]]
    radius = drive.wheel_radius_m / 2
    for name, side in (("front", 1.0), ("rear", -1.0)):
        geom = _robot_geom(base, f"caster_{name}", mujoco.mjtGeom.mjGEOM_SPHERE)
        geom.size = [radius, 0.0, 0.0]
        geom.pos = [side * drive.caster_offset_m, 0.0, radius - drive.wheel_radius_m]
        geom.mass = drive.caster_mass_kg
        geom.condim = 1
    for name, side in (("left", 1.0), ("right", -1.0)):
        _add_wheel(spec, base, robot, name, side)
    base.add_site(name="base_scan", pos=[0.0, 0.0, robot.lidar.height_m - drive.wheel_radius_m])
    base.add_site(
        name="camera_link",
        pos=[robot.camera.forward_m, 0.0, robot.camera.height_m - drive.wheel_radius_m],
    )


def _add_wheel(
    spec: mujoco.MjSpec, base: mujoco.MjsBody, robot: Robot, name: str, side: float
) -> None:
    """Add a wheel as a sphere: one contact point, exactly below its centre."""
    drive = robot.drive
    wheel = base.add_body(name=f"wheel_{name}", pos=[0.0, side * drive.separation_m / 2, 0.0])
    wheel.add_joint(
        name=f"wheel_{name}",
        type=mujoco.mjtJoint.mjJNT_HINGE,
        axis=[0.0, 1.0, 0.0],
        armature=drive.armature_kgm2,
    )
    geom = _robot_geom(wheel, f"wheel_{name}", mujoco.mjtGeom.mjGEOM_SPHERE)
    geom.size = [drive.wheel_radius_m, 0.0, 0.0]
    geom.mass = drive.wheel_mass_kg
    geom.friction = [drive.wheel_friction, *FLOOR_FRICTION[1:]]
    servo = spec.add_actuator(
        name=f"wheel_{name}", target=f"wheel_{name}", trntype=mujoco.mjtTrn.mjTRN_JOINT
    )
    servo.set_to_velocity(kv=drive.servo_gain_nms)
    servo.forcelimited = True
    servo.forcerange = [-drive.torque_limit_nm, drive.torque_limit_nm]


def _robot_geom(body: mujoco.MjsBody, name: str, kind: mujoco.mjtGeom) -> mujoco.MjsGeom:
    geom = body.add_geom(name=f"robot/{name}", type=kind, group=ROBOT_GROUP)
    geom.contype, geom.conaffinity = ROBOT_BIT, WORLD_BIT
    geom.priority = 1
    geom.solref = [CONTACT_TIME_S, 1.0]
    return geom
