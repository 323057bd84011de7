#!/usr/bin/env python3
# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Drive the robot along a route while SLAM Toolbox makes the map; save the map at the end.

Nav2 is not needed. The pose is SLAM's own, and odometry's until SLAM has one. The world must be as
it is to be mapped (`--mapped-only` of nav2-bench simulate) and the robot stand at the route's
start; with a start of 0, 0, 0 the map's frame is the world's. `slam.launch.py` sees to all that.
"""

from __future__ import annotations

import argparse
import contextlib
import math
import os
import platform
import signal
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import rclpy
from geometry_msgs.msg import Twist, TwistStamped
from rclpy.duration import Duration
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from rclpy.signals import SignalHandlerOptions
from rclpy.time import Time
from rclpy.utilities import remove_ros_args
from sensor_msgs.msg import LaserScan
from tf2_ros import Buffer, TransformException, TransformListener

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.files.user_path import existing_file
from nav2_composition_bench.map_making.map_provenance import package_version, write_provenance
from nav2_composition_bench.map_making.map_stem import map_file, map_stem
from nav2_composition_bench.map_making.route import RouteFollower, in_world, read_route
from nav2_composition_bench.simulator.pose import Pose, Pose2D
from nav2_composition_bench.study.distribution import commands_are_stamped

RATE_HZ = 20.0
AHEAD_RAD, NEAR_M = 0.5, 0.28
"""The robot waits while something within that angle is nearer to the lidar than that."""
FRESH_S = 1.0
REST_S = 8.0
"""For SLAM's last update of the map."""
SAVE_TIMEOUT_S = 60.0
NO_SIMULATOR = "none"
"""Said of a robot, or a simulator, that was started elsewhere: its world is not known."""
NO_POSE, BLOCKED = "waiting for a pose", "waiting for the way to be free"


class Mapper(Node):
    """Follows the route; ``finished`` tells when it is done.

    :param start: where in the world the robot was started, the origin of the frames odom and map.
    """

    def __init__(self, follower: RouteFollower, start: Pose2D, stamped: bool) -> None:
        super().__init__("map_world")
        self._follower, self._start, self._stamped = follower, start, stamped
        self._buffer = Buffer()
        self._listener = TransformListener(self._buffer, self)
        self._commands = self.create_publisher(TwistStamped if stamped else Twist, "cmd_vel", 1)
        self.create_subscription(LaserScan, "scan", self._on_scan, qos_profile_sensor_data)
        self._scan: LaserScan | None = None
        self._said = ""
        self._left = follower.left
        self.create_timer(1.0 / RATE_HZ, self._turn)

    @property
    def finished(self) -> bool:
        """Whether the last waypoint was reached."""
        return self._follower.left == 0

    def stand_still(self) -> None:
        """Command zero velocity."""
        self._command(0.0, 0.0)

    def _turn(self) -> None:
        pose = self._pose()
        if pose is None or self._scan is None:
            self._say(NO_POSE)
            return
        forward, turn = self._follower.command(pose)
        if forward > 0.0 and self._blocked():
            self._say(BLOCKED)
            forward = 0.0
        elif self._follower.left != self._left:
            self._left = self._follower.left
            self._say(f"{self._left} waypoints left, at {pose.x_m:.2f}, {pose.y_m:.2f}")
        self._command(forward, turn)

    def _command(self, forward: float, turn: float) -> None:
        message = TwistStamped() if self._stamped else Twist()
        twist = message.twist if self._stamped else message
        if self._stamped:
            message.header.stamp = self.get_clock().now().to_msg()
            message.header.frame_id = "base_footprint"
        twist.linear.x, twist.angular.z = forward, turn
        self._commands.publish(message)

    def _pose(self) -> Pose2D | None:
        """Where in the world odometry has the robot, by SLAM's latest correction, however old.

        SLAM dates its correction by the last scan that it took in, and takes in none at rest.
        """
        robot = self._transform("odom", "base_footprint")
        if robot is None or self.get_clock().now() - robot[1] > Duration(seconds=FRESH_S):
            return None
        correction = self._transform("map", "odom")
        pose = correction[0] @ robot[0] if correction is not None else robot[0]
        return in_world(self._start, pose)

    def _transform(self, parent: str, child: str) -> tuple[Pose, Time] | None:
        try:
            found = self._buffer.lookup_transform(parent, child, Time())
        except TransformException:
            return None
        place, turn = found.transform.translation, found.transform.rotation
        pose = Pose((place.x, place.y, place.z), (turn.w, turn.x, turn.y, turn.z))
        return pose, Time.from_msg(found.header.stamp)

    def _on_scan(self, scan: LaserScan) -> None:
        self._scan = scan

    def _blocked(self) -> bool:
        scan = self._scan
        return scan is not None and any(
            scan.range_min <= value < NEAR_M
            for index, value in enumerate(scan.ranges)
            if abs(math.remainder(scan.angle_min + index * scan.angle_increment, math.tau))
            < AHEAD_RAD
        )

    def _say(self, text: str) -> None:
        if text != self._said:
            self._said = text
            self.get_logger().info(text)


def save(stem: Path, arguments: argparse.Namespace) -> None:
    """Save SLAM's map as ``STEM.pgm`` and ``STEM.yaml`` with its provenance beside it.

    :raises UserError: if map_saver_cli fails or takes too long.
    """
    saver = ["ros2", "run", "nav2_map_server", "map_saver_cli", "-f", str(stem), "--fmt", "pgm"]
    saver += ["--mode", "trinary", "--ros-args", "-p", "save_map_timeout:=20.0"]
    try:
        status, output = run_whole(saver, SAVE_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        raise UserError(f"map_saver_cli did not end within {SAVE_TIMEOUT_S:g} s") from None
    if status != 0 or not map_file(stem, ".yaml").is_file():
        last = output.strip().splitlines()[-1:] or ["no output"]
        raise UserError(f"map_saver_cli ended with exit status {status}: {last[0]}")
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    versions = {
        package: package_version(package, prefixes)
        for package in ("slam_toolbox", "nav2_map_server", "rclcpp", "nav2_composition_bench")
    }
    lidar = "simulated lidar"
    if arguments.simulator == NO_SIMULATOR:
        lidar = "lidar of a robot, or of a simulator that was started elsewhere"
    inputs = {"world": arguments.world, "route": arguments.route, "slam_params": arguments.params}
    write_provenance(
        stem,
        {
            "made": f"by SLAM Toolbox (online asynchronous) from the {lidar}",
            "command": arguments.command or " ".join(sys.argv),
            "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
            "simulator": arguments.simulator,
            "seed": arguments.seed,
            "ros_distro": os.environ.get("ROS_DISTRO"),
            "versions": versions,
            "machine": platform.machine(),
        },
        {what: file for what, file in inputs.items() if file is not None},
    )


def run_whole(command: list[str], timeout_s: float) -> tuple[int, str]:
    """Run a program; return its exit status and all it printed.

    It is killed with its own children when the time is over or this process is to end: ``ros2 run``
    starts the program it is asked for as a child, and leaves it behind when it is killed.

    :raises subprocess.TimeoutExpired: when the time is over.
    """
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # and with that a process group
    ) as process:
        try:
            output, _ = process.communicate(timeout=timeout_s)
        except BaseException:  # KeyboardInterrupt as well
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            raise
    return process.returncode, output


def main() -> int:
    """Drive, then save; exit status 0 if both went well, 2 if something has to be mended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--route", type=Path, help="default: worlds/bench_route.yaml")
    parser.add_argument("--save", metavar="STEM", help="where the map goes")
    parser.add_argument("--timeout", type=float, default=1200.0, help="seconds (default: 1200)")
    parser.add_argument(
        "--world",
        type=Path,
        help="for the provenance (default: worlds/bench.sdf, and with simulator none no world)",
    )
    parser.add_argument("--params", type=Path, help="for the provenance")
    parser.add_argument(
        "--simulator", default=NO_SIMULATOR, help="for the provenance (default: none)"
    )
    parser.add_argument("--seed", type=int, default=0, help="for the provenance")
    parser.add_argument("--command", help="for the provenance")
    arguments = parser.parse_args(remove_ros_args(sys.argv)[1:])
    # rclpy's own handlers would end the context before the robot is told to stand still.
    rclpy.init(signal_handler_options=SignalHandlerOptions.NO)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        fill_in_files(arguments)
        return drive(arguments)
    except UserError as error:
        print(f"map_world: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        rclpy.try_shutdown()


def fill_in_files(arguments: argparse.Namespace) -> None:
    """Put in the files that were not named, and look at those of the provenance before the drive.

    :raises UserError: if one is not there, or if the map cannot be written.
    """
    arguments.save = None if arguments.save is None else map_stem(arguments.save)
    arguments.route = arguments.route or data_file("worlds/bench_route.yaml")
    if arguments.world is None and arguments.simulator != NO_SIMULATOR:
        arguments.world = data_file("worlds/bench.sdf")
    arguments.params = arguments.params or data_file("params/slam.yaml")
    for option in ("world", "params"):
        file = getattr(arguments, option)
        if file is not None:
            existing_file(file, f"--{option}")


def drive(arguments: argparse.Namespace) -> int:
    """Follow the route and save the map; 1 if the route was not finished in time."""
    route = read_route(arguments.route)
    follower = RouteFollower(route)
    stamped = commands_are_stamped(os.environ.get("ROS_DISTRO"))
    mapper = Mapper(follower, route.start, stamped)
    deadline = time.monotonic() + arguments.timeout
    try:
        while not mapper.finished and time.monotonic() < deadline:
            rclpy.spin_once(mapper, timeout_sec=0.5)
    finally:
        mapper.stand_still()
    if not mapper.finished:
        mapper.get_logger().error(f"{follower.left} waypoints were not reached in time")
        return 1
    still = time.monotonic() + REST_S
    while time.monotonic() < still:
        rclpy.spin_once(mapper, timeout_sec=0.2)
    if arguments.save is not None:
        save(arguments.save, arguments)
        mapper.get_logger().info(f"saved {arguments.save}.pgm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
