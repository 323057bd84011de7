# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot as an SDF model for Gazebo Classic (``gazebo``) and for Gazebo Sim (``gz``).

    python -m nav2_composition_bench.simulator.robot_sdf gazebo > robot.sdf

Made from the same description as the MuJoCo model, so that neither can drift from the other.
Format: http://sdformat.org/spec. The model's frame is base_footprint.
"""

from __future__ import annotations

import argparse
import math
from xml.etree import ElementTree

from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_frames import (
    BASE_FRAME,
    CAMERA_FRAME,
    FOOTPRINT_FRAME,
    ODOM_FRAME,
    OPTICAL_FRAME,
    SCAN_FRAME,
)

GAZEBO, GZ = "gazebo", "gz"
FLAVOURS = (GAZEBO, GZ)
MODEL_NAME = "robot"
ODOMETRY_RATE_HZ = 30
"""As the MuJoCo simulator publishes it."""
DRIVE_TOPIC = "simulator/drive"
"""What Gazebo Classic's drive obeys. Velocity commands reach it through the node ``simulator``,
which stops the robot when they cease: the plugin would go on forever."""
_ENCODER = 0
_CONTACT = {"kp": 1e6, "kd": 100.0, "min_depth": 0.0005, "max_vel": 0.0}
"""Of Gazebo's ODE. With its defaults a robot at rest turns by a degree a second."""
_ABOVE_HALF = 0.51
"""Of a wheel's moment about its axle: what the other two are at least, with a little margin."""
_CAMERA_NEAR_M, _CAMERA_FAR_M = 0.05, 20.0
_GREY, _BLACK = "0.3 0.3 0.35 1", "0.1 0.1 0.1 1"


def robot_model(robot: Robot, flavour: str, start: Pose2D | None = None) -> ElementTree.Element:
    """Return the ``<model>`` element.

    :param flavour: one of FLAVOURS; decides on the sensors' kinds and the plugins.
    :param start: of the robot in the world.
    """
    start = start or Pose2D()
    model = ElementTree.Element("model", name=MODEL_NAME)
    _text(model, "pose", _numbers(start.x_m, start.y_m, 0.0, 0.0, 0.0, start.yaw_rad))
    base = _base(model, robot)
    for name, side in (("left", 1.0), ("right", -1.0)):
        _wheel(model, robot, name, side)
    _lidar(base, robot, flavour)
    _camera(base, robot, flavour)
    _drive(model, robot, flavour)
    return model


def robot_sdf(robot: Robot, flavour: str) -> str:
    """Return the model as an SDF document."""
    root = ElementTree.Element("sdf", version="1.6")
    root.append(robot_model(robot, flavour))
    ElementTree.indent(root)
    return str(ElementTree.tostring(root, "utf-8", xml_declaration=True), "utf-8") + "\n"


def _text(parent: ElementTree.Element, path: str, value: object) -> ElementTree.Element:
    """Add nested elements, the innermost with a text; share those that the last call made."""
    *outer, tag = path.split("/")
    for name in outer:
        last = parent[-1] if len(parent) else None
        parent = last if last is not None and last.tag == name else _sub(parent, name)
    element = _sub(parent, tag)
    element.text = str(value).lower() if isinstance(value, bool) else str(value)
    return element


def _sub(parent: ElementTree.Element, tag: str, name: str = "") -> ElementTree.Element:
    return ElementTree.SubElement(parent, tag, {"name": name} if name else {})


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.9g}" for value in values)


def _inertial(link: ElementTree.Element, height_m: float, mass: float, xx: float, yy: float,
              zz: float) -> None:  # fmt: skip
    inertial = _sub(link, "inertial")
    _text(inertial, "pose", _numbers(0, 0, height_m, 0, 0, 0))
    _text(inertial, "mass", _numbers(mass))
    for tag, value in (("ixx", xx), ("iyy", yy), ("izz", zz), ("ixy", 0), ("ixz", 0), ("iyz", 0)):
        _text(inertial, f"inertia/{tag}", _numbers(value))


def _shape(link: ElementTree.Element, name: str, pose: str, shape: dict[str, float], kind: str,
           friction: float, colour: str) -> None:  # fmt: skip
    """Add a collision and a visual of one shape."""
    for tag in ("collision", "visual"):
        part = _sub(link, tag, name)
        _text(part, "pose", pose)
        for field, value in shape.items():
            _text(part, f"geometry/{kind}/{field}", _numbers(value))
        if tag == "visual":
            _text(part, "material/ambient", colour)
            _text(part, "material/diffuse", colour)
        else:
            _text(part, "surface/friction/ode/mu", _numbers(friction))
            _text(part, "surface/friction/ode/mu2", _numbers(friction))
            for field, value in _CONTACT.items():
                _text(part, f"surface/contact/ode/{field}", _numbers(value))


def _base(model: ElementTree.Element, robot: Robot) -> ElementTree.Element:
    chassis, drive = robot.chassis, robot.drive
    axle = drive.wheel_radius_m
    link = _sub(model, "link", BASE_FRAME)
    _text(link, "pose", _numbers(0, 0, axle, 0, 0, 0))
    length = chassis.top_m - chassis.bottom_m
    middle = (chassis.top_m + chassis.bottom_m) / 2 - axle
    across = chassis.mass_kg * (3 * chassis.radius_m**2 + length**2) / 12
    casters = 2 * drive.caster_mass_kg  # at points before and behind, too light to lower the middle
    along = casters * drive.caster_offset_m**2
    _inertial(link, middle, chassis.mass_kg + casters, across, across + along,
              chassis.mass_kg * chassis.radius_m**2 / 2 + along)  # fmt: skip
    _shape(
        link,
        "chassis",
        _numbers(0, 0, middle, 0, 0, 0),
        {"radius": chassis.radius_m, "length": length},
        "cylinder",
        chassis.friction,
        _GREY,
    )
    radius = axle / 2
    for name, side in (("caster_front", 1.0), ("caster_rear", -1.0)):
        pose = _numbers(side * drive.caster_offset_m, 0, radius - axle, 0, 0, 0)
        _shape(link, name, pose, {"radius": radius}, "sphere", 0.0, _BLACK)
    return link


def _wheel(model: ElementTree.Element, robot: Robot, name: str, side: float) -> None:
    """Add a wheel as a sphere: one contact point, exactly below its centre."""
    drive = robot.drive
    link = _sub(model, "link", f"wheel_{name}")
    _text(link, "pose",
          _numbers(0, side * drive.separation_m / 2, drive.wheel_radius_m, 0, 0, 0))  # fmt: skip
    turned = 0.4 * drive.wheel_mass_kg * drive.wheel_radius_m**2
    about_axle = turned + drive.armature_kgm2
    # Gazebo Sim refuses a moment above the sum of the other two, which no rigid body has.
    across = max(turned, _ABOVE_HALF * about_axle)
    _inertial(link, 0.0, drive.wheel_mass_kg, across, about_axle, across)
    _shape(link, "tyre", _numbers(0, 0, 0, 0, 0, 0), {"radius": drive.wheel_radius_m}, "sphere",
           drive.wheel_friction, _BLACK)  # fmt: skip
    joint = _sub(model, "joint", f"wheel_{name}")
    joint.set("type", "revolute")
    _text(joint, "parent", BASE_FRAME)
    _text(joint, "child", f"wheel_{name}")
    _text(joint, "axis/xyz", "0 1 0")
    _text(joint, "axis/limit/lower", "-1e16")
    _text(joint, "axis/limit/upper", "1e16")


def _sensor(base: ElementTree.Element, name: str, kind: str, rate_hz: int,
            pose: str) -> ElementTree.Element:  # fmt: skip
    sensor = _sub(base, "sensor", name)
    sensor.set("type", kind)
    _text(sensor, "always_on", True)
    _text(sensor, "visualize", False)
    _text(sensor, "update_rate", rate_hz)
    _text(sensor, "pose", pose)
    return sensor


def _lidar(base: ElementTree.Element, robot: Robot, flavour: str) -> None:
    """A ray sensor on the CPU sees collisions; Gazebo Sim's, on the GPU, sees visuals."""
    lidar = robot.lidar
    pose = _numbers(0, 0, lidar.height_m - robot.drive.wheel_radius_m, 0, 0, 0)
    classic = flavour == GAZEBO
    sensor = _sensor(base, SCAN_FRAME, "ray" if classic else "gpu_lidar", lidar.rate_hz, pose)
    kind = "ray" if classic else "lidar"
    increment = 2 * math.pi / lidar.rays
    _text(sensor, f"{kind}/scan/horizontal/samples", lidar.rays)
    _text(sensor, f"{kind}/scan/horizontal/resolution", 1)
    _text(sensor, f"{kind}/scan/horizontal/min_angle", _numbers(-math.pi))
    _text(sensor, f"{kind}/scan/horizontal/max_angle", _numbers(math.pi - increment))
    _text(sensor, f"{kind}/range/min", _numbers(lidar.range_min_m))
    _text(sensor, f"{kind}/range/max", _numbers(lidar.range_max_m))
    _text(sensor, f"{kind}/noise/type", "gaussian")
    _text(sensor, f"{kind}/noise/mean", 0)
    _text(sensor, f"{kind}/noise/stddev", _numbers(lidar.noise_sd_m))
    if classic:
        plugin = _plugin(sensor, "lidar", "libgazebo_ros_ray_sensor.so", {"~/out": "scan"})
        _text(plugin, "output_type", "sensor_msgs/LaserScan")
        _text(plugin, "frame_name", SCAN_FRAME)
    else:
        _text(sensor, "topic", "scan")
        _text(sensor, "gz_frame_id", SCAN_FRAME)


def _camera(base: ElementTree.Element, robot: Robot, flavour: str) -> None:
    """Gazebo Classic's plugin gives points in the optical frame, Gazebo Sim x forward."""
    camera = robot.camera
    height = camera.height_m - robot.drive.wheel_radius_m
    pose = _numbers(camera.forward_m, 0, height, 0, 0, 0)
    classic = flavour == GAZEBO
    sensor = _sensor(base, CAMERA_FRAME, "depth" if classic else "depth_camera", camera.rate_hz,
                     pose)  # fmt: skip
    _text(sensor, "camera/horizontal_fov", _numbers(camera.horizontal_fov_rad))
    _text(sensor, "camera/image/width", camera.columns)
    _text(sensor, "camera/image/height", camera.rows)
    _text(sensor, "camera/image/format", "R8G8B8" if classic else "R_FLOAT32")
    # Gazebo Sim knows no further limits, Gazebo Classic those of the plugin.
    near, far = ((_CAMERA_NEAR_M, _CAMERA_FAR_M) if classic
                 else (camera.depth_min_m, camera.depth_max_m))  # fmt: skip
    _text(sensor, "camera/clip/near", _numbers(near))
    _text(sensor, "camera/clip/far", _numbers(far))
    if classic:
        plugin = _plugin(sensor, "camera", "libgazebo_ros_camera.so", {"camera/points": "points"})
        _text(plugin, "camera_name", "camera")
        _text(plugin, "frame_name", OPTICAL_FRAME)
        _text(plugin, "min_depth", _numbers(camera.depth_min_m))
        _text(plugin, "max_depth", _numbers(camera.depth_max_m))
        _text(plugin, "hack_baseline", 0)
    else:
        _text(sensor, "topic", "depth")
        _text(sensor, "gz_frame_id", CAMERA_FRAME)


def _drive(model: ElementTree.Element, robot: Robot, flavour: str) -> None:
    drive = robot.drive
    if flavour == GZ:
        plugin = _sub(model, "plugin", "gz::sim::systems::DiffDrive")
        plugin.set("filename", "gz-sim-diff-drive-system")
    else:
        plugin = _plugin(model, "drive", "libgazebo_ros_diff_drive.so", {"cmd_vel": DRIVE_TOPIC})
    _text(plugin, "left_joint", "wheel_left")
    _text(plugin, "right_joint", "wheel_right")
    _text(plugin, "wheel_separation", _numbers(drive.separation_m))
    if flavour == GZ:
        _text(plugin, "wheel_radius", _numbers(drive.wheel_radius_m))
        _text(plugin, "odom_publish_frequency", ODOMETRY_RATE_HZ)
        for tag, value in (
            ("topic", "cmd_vel"),
            ("odom_topic", "odom"),
            ("tf_topic", "tf"),
            ("frame_id", ODOM_FRAME),
            ("child_frame_id", FOOTPRINT_FRAME),
        ):
            _text(plugin, tag, value)
        return
    _text(plugin, "wheel_diameter", _numbers(2 * drive.wheel_radius_m))
    _text(plugin, "max_wheel_torque", _numbers(drive.torque_limit_nm))
    _text(plugin, "max_wheel_acceleration", 0)
    _text(plugin, "update_rate", ODOMETRY_RATE_HZ)
    _text(plugin, "odometry_source", _ENCODER)
    _text(plugin, "publish_odom", True)
    _text(plugin, "publish_odom_tf", True)
    _text(plugin, "publish_wheel_tf", False)
    _text(plugin, "odometry_frame", ODOM_FRAME)
    _text(plugin, "robot_base_frame", FOOTPRINT_FRAME)


def _plugin(parent: ElementTree.Element, name: str, library: str,
            remappings: dict[str, str]) -> ElementTree.Element:  # fmt: skip
    """Add a plugin of gazebo_ros, whose node gets the plugin's name."""
    plugin = _sub(parent, "plugin", name)
    plugin.set("filename", library)
    for old, new in remappings.items():
        _text(plugin, "ros/remapping", f"{old}:={new}")
    return plugin


def main() -> None:
    """Print the model."""
    parser = argparse.ArgumentParser(description="print the robot as an SDF model")
    parser.add_argument("flavour", choices=FLAVOURS, help="Gazebo Classic or Gazebo Sim")
    print(robot_sdf(Robot(), parser.parse_args().flavour), end="")


if __name__ == "__main__":
    main()
