# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot of either Gazebo is the robot of the MuJoCo simulator."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import mujoco
import numpy as np
import pytest

from nav2_composition_bench.simulator import mujoco_model
from nav2_composition_bench.simulator.physics import TICK_S
from nav2_composition_bench.simulator.pose import Pose, Pose2D
from nav2_composition_bench.simulator.robot import Drive, LidarModel, Robot
from nav2_composition_bench.simulator.robot_frames import (
    BASE_FRAME,
    CAMERA_FRAME,
    OPTICAL_FRAME,
    SCAN_FRAME,
    fixed_frames,
)
from nav2_composition_bench.simulator.robot_sdf import (
    FLAVOURS,
    GAZEBO,
    GZ,
    ODOMETRY_RATE_HZ,
    robot_model,
    robot_sdf,
)
from nav2_composition_bench.simulator.world import World

Element = ElementTree.Element
ROBOTS = (Robot(), Robot(drive=Drive(separation_m=0.4), lidar=LidarModel(rays=90, height_m=0.3)))


@pytest.fixture
def physics(world_of: Callable[..., World]) -> Callable[[Robot], mujoco.MjModel]:
    """Return a function that builds the MuJoCo model of a robot."""
    return lambda robot: mujoco_model.build(world_of(""), robot, Pose2D())


def number(element: Element, path: str) -> float:
    text = element.findtext(path)
    assert text is not None, path
    return float(text)


def named(parent: Element, tag: str, name: str) -> Element:
    found = parent.find(f"{tag}[@name='{name}']")
    assert found is not None, name
    return found


def position(element: Element) -> list[float]:
    return [float(word) for word in (element.findtext("pose") or "0 0 0 0 0 0").split()][:3]


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_the_drive_has_the_wheels_that_mujoco_has(
    robot: Robot, flavour: str, physics: Callable[[Robot], mujoco.MjModel]
) -> None:
    model, engine = robot_model(robot, flavour), physics(robot)
    plugin = model.find("plugin")
    assert plugin is not None
    left, right = (engine.body(f"wheel_{side}").pos for side in ("left", "right"))
    assert number(plugin, "wheel_separation") == pytest.approx(left[1] - right[1])
    radius = float(engine.geom("robot/wheel_left").size[0])
    if flavour == GAZEBO:
        assert number(plugin, "wheel_diameter") == pytest.approx(2 * radius)
        assert number(plugin, "max_wheel_torque") == engine.actuator("wheel_left").forcerange[1]
        assert number(plugin, "update_rate") == pytest.approx(1 / TICK_S)
    else:
        assert number(plugin, "wheel_radius") == pytest.approx(radius)
        assert number(plugin, "odom_publish_frequency") == ODOMETRY_RATE_HZ
    for side in ("left", "right"):
        link, body = named(model, "link", f"wheel_{side}"), engine.body(f"wheel_{side}")
        offset = np.array(position(link)) - position(named(model, "link", BASE_FRAME))
        assert offset == pytest.approx(body.pos)
        assert number(link, "collision/geometry/sphere/radius") == pytest.approx(radius)
        assert number(link, "inertial/mass") == pytest.approx(float(body.mass[0]))


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_masses_and_shapes_are_those_of_mujoco(
    robot: Robot, flavour: str, physics: Callable[[Robot], mujoco.MjModel]
) -> None:
    model, engine = robot_model(robot, flavour), physics(robot)
    masses = [number(link, "inertial/mass") for link in model.findall("link")]
    assert sum(masses) == pytest.approx(float(engine.body_mass.sum()))
    base = named(model, "link", BASE_FRAME)
    chassis, geom = named(base, "collision", "chassis"), engine.geom("robot/chassis")
    assert position(chassis) == pytest.approx(list(geom.pos))
    assert number(chassis, "geometry/cylinder/radius") == pytest.approx(geom.size[0])
    assert number(chassis, "geometry/cylinder/length") == pytest.approx(2 * geom.size[1])
    turn = engine.body_inertia[engine.body("base_link").id]
    inertias = sorted(number(base, f"inertial/inertia/{axis}") for axis in ("ixx", "iyy", "izz"))
    # The casters are points here, and a little below the middle: a few per cent.
    assert inertias == pytest.approx(sorted(turn), rel=0.05)
    for name in ("caster_front", "caster_rear"):
        part, geom = named(base, "collision", name), engine.geom(f"robot/{name}")
        assert position(part) == pytest.approx(list(geom.pos))
        assert number(part, "geometry/sphere/radius") == pytest.approx(geom.size[0])
        assert number(part, "surface/friction/ode/mu") == 0.0


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_sensors_are_where_their_frames_are_and_where_mujoco_has_them(
    robot: Robot, flavour: str, physics: Callable[[Robot], mujoco.MjModel]
) -> None:
    base, engine = named(robot_model(robot, flavour), "link", BASE_FRAME), physics(robot)
    poses = {frame.child: frame.pose for frame in fixed_frames(robot)}
    for name in (SCAN_FRAME, CAMERA_FRAME):
        place = position(named(base, "sensor", name))
        assert place == pytest.approx(poses[name].position)
        assert place == pytest.approx(list(engine.site(name).pos))
    assert position(named(robot_model(robot, flavour), "link", BASE_FRAME)) == pytest.approx(
        poses[BASE_FRAME].position
    )


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_the_lidar_measures_as_the_simulators(robot: Robot, flavour: str) -> None:
    lidar = robot.lidar
    sensor = named(named(robot_model(robot, flavour), "link", BASE_FRAME), "sensor", SCAN_FRAME)
    rays = sensor.find("ray" if flavour == GAZEBO else "lidar")
    assert rays is not None
    low, high = (number(rays, f"scan/horizontal/{end}_angle") for end in ("min", "max"))
    assert number(rays, "scan/horizontal/samples") == lidar.rays
    assert low == pytest.approx(-math.pi)
    assert (high - low) / (lidar.rays - 1) == pytest.approx(2 * math.pi / lidar.rays)
    assert number(sensor, "update_rate") == lidar.rate_hz
    assert number(rays, "range/min") == lidar.range_min_m
    assert number(rays, "range/max") == lidar.range_max_m
    assert number(rays, "noise/stddev") == lidar.noise_sd_m


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_the_camera_sees_as_the_simulators(flavour: str) -> None:
    camera = Robot().camera
    sensor = named(named(robot_model(Robot(), flavour), "link", BASE_FRAME), "sensor", CAMERA_FRAME)
    assert number(sensor, "update_rate") == camera.rate_hz
    assert number(sensor, "camera/image/width") == camera.columns
    assert number(sensor, "camera/image/height") == camera.rows
    assert number(sensor, "camera/horizontal_fov") == camera.horizontal_fov_rad
    limits = ("plugin/min_depth", "plugin/max_depth") if flavour == GAZEBO else (
        "camera/clip/near", "camera/clip/far")  # fmt: skip
    assert number(sensor, limits[0]) == camera.depth_min_m
    assert number(sensor, limits[1]) == camera.depth_max_m


def test_points_name_the_frame_that_their_axes_follow() -> None:
    """Gazebo Classic's are z forward, as the optical frame; Gazebo Sim's x forward."""
    frames = {}
    for flavour, tag in ((GAZEBO, "plugin/frame_name"), (GZ, "gz_frame_id")):
        base = named(robot_model(Robot(), flavour), "link", BASE_FRAME)
        frames[flavour] = named(base, "sensor", CAMERA_FRAME).findtext(tag)
    assert frames == {GAZEBO: OPTICAL_FRAME, GZ: CAMERA_FRAME}


def test_the_optical_frame_looks_ahead() -> None:
    (optical,) = (frame for frame in fixed_frames(Robot()) if frame.child == OPTICAL_FRAME)
    turn = optical.pose.rotation()
    assert turn @ [0, 0, 1] == pytest.approx([1, 0, 0])
    assert turn @ [1, 0, 0] == pytest.approx([0, -1, 0])
    assert turn @ [0, 1, 0] == pytest.approx([0, 0, -1])


def test_frames_are_listed_with_parents_first_and_lead_down_to_the_floor() -> None:
    placed = {"base_footprint": Pose()}
    for frame in fixed_frames(Robot()):
        placed[frame.child] = placed[frame.parent] @ frame.pose
    assert placed[SCAN_FRAME].position[2] == pytest.approx(Robot().lidar.height_m)
    assert placed[OPTICAL_FRAME].position == pytest.approx(
        (Robot().camera.forward_m, 0.0, Robot().camera.height_m)
    )


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_the_document_is_one_model_of_plain_numbers(flavour: str) -> None:
    robot = replace(Robot(), lidar=LidarModel(noise_sd_m=1e-5))
    root = ElementTree.fromstring(robot_sdf(robot, flavour))
    assert [child.tag for child in root] == ["model"]
    joints = root.findall("model/joint")
    assert {joint.findtext("child") for joint in joints} == {"wheel_left", "wheel_right"}


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_every_link_has_moments_of_inertia_that_a_rigid_body_can_have(
    robot: Robot, flavour: str
) -> None:
    """Gazebo Sim refuses a world where one is above the sum of the other two."""
    for link in robot_model(robot, flavour).findall("link"):
        moments = [number(link, f"inertial/inertia/{axis}") for axis in ("ixx", "iyy", "izz")]
        assert 1.01 * max(moments) < sum(moments) - max(moments), link.get("name")
