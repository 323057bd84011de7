# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The host side: a robot in a simulator, and the goals for whatever Nav2 comes up.

    ros2 launch nav2_composition_bench host.launch.py simulator:=gazebo

It knows nothing of trials, and ends with the simulator; with status 1 if that or the goal script
failed. All that it starts by itself ends with it, whatever signal it gets. See docs/host.md.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from pathlib import Path

from launch.actions import (
    DeclareLaunchArgument,
    ExecuteProcess,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
    SetEnvironmentVariable,
)
from launch.event_handlers import OnShutdown
from launch.events.process import ProcessExited
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity
from nav2_composition_bench.cli import drive
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.files.user_path import is_file
from nav2_composition_bench.processes import launch_entry
from nav2_composition_bench.processes.launch_end import end_with
from nav2_composition_bench.simulator.gazebo_world import gazebo_world
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_frames import FixedFrame, fixed_frames
from nav2_composition_bench.simulator.robot_sdf import GZ
from nav2_composition_bench.study.distribution import commands_are_stamped

BENCH = (
    *launch_entry.words_of_this_launch(),
    *(sys.executable, "-m", "nav2_composition_bench.cli.main"),
)
TRUTHS = ("true", "false")
NO_SEED = "0"


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments; everything else depends on their values."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "simulator",
                default_value="mujoco",
                choices=["mujoco", "gazebo", "gz", "none"],
                description="mujoco: the package's own; gazebo: Gazebo Classic 11 by gazebo_ros;"
                " gz: Gazebo Sim by ros_gz; none: a real robot, or a simulator started elsewhere",
            ),
            DeclareLaunchArgument(
                "world", default_value="", description="SDF world (default: worlds/bench.sdf)"
            ),
            DeclareLaunchArgument(
                "start",
                default_value="",
                description="where the robot starts, 'X Y YAW' (default: the world's own start)",
            ),
            DeclareLaunchArgument(
                "goals",
                default_value="",
                description="'NAME:X,Y,YAW NAME:X,Y,YAW' in the map frame (default: the study's)",
            ),
            DeclareLaunchArgument(
                "study",
                default_value="",
                description="study file that names the goals, in place of goals",
            ),
            DeclareLaunchArgument(
                "laps",
                default_value="",
                description="how often the robot drives to all goals in a trial, as --laps of"
                " 'nav2-bench run' (default: once, or as often as the study says)",
            ),
            DeclareLaunchArgument(
                "stamped",
                default_value="auto",
                choices=["auto", *TRUTHS],
                description="velocity commands are TwistStamped; auto: as Nav2 of this ROS"
                " distribution sends them",
            ),
            DeclareLaunchArgument(
                "goal_script",
                default_value="drive",
                choices=["drive", "none"],
                description="drive: nav2-bench drive; none: somebody else sends the goals",
            ),
            DeclareLaunchArgument(
                "use_sim_time",
                default_value="auto",
                choices=["auto", *TRUTHS],
                description="publish /clock; Gazebo always does, mujoco (auto: not) if wanted",
            ),
            DeclareLaunchArgument(
                "headless",
                default_value="true",
                choices=list(TRUTHS),
                description="run a Gazebo without a window; Classic's camera then sees by a"
                " virtual display (Xvfb)",
            ),
            DeclareLaunchArgument(
                "seed",
                default_value=NO_SEED,
                description="of sensor noise and moving obstacles; gz takes none",
            ),
            DeclareLaunchArgument(
                "mapped_only",
                default_value="false",
                choices=list(TRUTHS),
                description="leave out what does not belong on the map, to make one",
            ),
            OpaqueFunction(function=_host),
        ]
    )


def _host(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    def value(name: str) -> str:
        return str(LaunchConfiguration(name).perform(context))

    simulator, world = value("simulator"), value("world") or str(data_file("worlds/bench.sdf"))
    if not is_file(Path(world), "world"):
        raise UserError(f"world:={world} is no file")
    start = _start(value("start"))
    stamped = commands_are_stamped(os.environ.get("ROS_DISTRO"))
    if value("stamped") != "auto":
        stamped = value("stamped") == "true"
    if simulator == "gz" and value("seed") != NO_SEED:
        raise UserError(f"seed:={value('seed')} is for mujoco and gazebo; leave it out with gz")
    # Before the simulator, which makes a file for gz: arguments that are refused leave none.
    script: list[LaunchDescriptionEntity] = []
    if value("goal_script") == "drive":
        script = [_goal_script(value("goals").split(), value("study"), value("laps"))]
    actions: list[LaunchDescriptionEntity] = []
    if simulator in ("mujoco", "gazebo"):
        command = [*BENCH, "simulate", "--simulator", simulator, "--world", world]
        command += ["--seed", value("seed"), "--stamped" if stamped else "--no-stamped"]
        command += ["--start", *map(str, start)] if start else []
        command += ["--clock"] if value("use_sim_time") == "true" else []
        command += ["--gui"] if simulator == "gazebo" and value("headless") == "false" else []
        command += ["--mapped-only"] if value("mapped_only") == "true" else []
        actions.append(
            ExecuteProcess(cmd=command, name="simulator", output="screen", on_exit=end_with)
        )
    elif simulator == "gz":
        actions += _gz(
            Path(world),
            Pose2D(*start) if start else None,
            value("headless") == "true",
            value("mapped_only") == "true",
            stamped,
        )
    return [*actions, *script]


def _start(text: str) -> list[float]:
    """Return where the robot starts; nothing for the world's own start."""
    try:
        start = [float(word) for word in text.split()]
    except ValueError:
        start = [math.nan]
    if start and (len(start) != 3 or not all(map(math.isfinite, start))):
        raise UserError(f"start:='{text}' must be 'X Y YAW', metres and radians")
    return start


def _goal_script(goals: list[str], study: str, laps: str) -> ExecuteProcess:
    arguments = [word for goal in goals for word in ("--goal", goal)]
    arguments += ["--study", study] if study else []
    arguments += ["--laps", laps] if laps else []
    # Looked at here too: a program that refuses them later would leave a robot that never drives.
    parser = argparse.ArgumentParser(prog="goals:=, study:= or laps:=")
    drive.add_arguments(parser)
    drive.goals_of(parser.parse_args(arguments))
    return ExecuteProcess(
        cmd=[*BENCH, "drive", *arguments],
        name="goal_script",
        output="screen",
        on_exit=_end_if_failed,
    )


def _gz(
    world: Path, start: Pose2D | None, headless: bool, mapped_only: bool, stamped: bool
) -> list[LaunchDescriptionEntity]:
    given = gazebo_world(world, Robot(), GZ, start, mapped_only)
    handle, file = tempfile.mkstemp(prefix="nav2_bench_", suffix=".sdf")
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(given.text)
    twist = "geometry_msgs/msg/TwistStamped" if stamped else "geometry_msgs/msg/Twist"
    resources = f"{given.models}{os.pathsep}{os.environ.get('GZ_SIM_RESOURCE_PATH', '')}"
    return [
        RegisterEventHandler(OnShutdown(on_shutdown=lambda *_: Path(file).unlink(missing_ok=True))),
        SetEnvironmentVariable("GZ_SIM_RESOURCE_PATH", resources),
        IncludeLaunchDescription(
            [FindPackageShare("ros_gz_sim"), "/launch/gz_sim.launch.py"],
            launch_arguments={
                "gz_args": f"-r {'-s --headless-rendering ' if headless else ''}{file}",
                "on_exit_shutdown": "true",
            }.items(),
        ),
        Node(
            package="ros_gz_bridge",
            executable="parameter_bridge",
            prefix=launch_entry.prefix_of_this_launch(),
            arguments=[f"cmd_vel@{twist}]gz.msgs.Twist"],
            parameters=[
                {"config_file": str(data_file("params/gz_bridge.yaml")), "use_sim_time": True}
            ],
            output="screen",
        ),
        *map(_static_transform, fixed_frames(Robot())),
    ]


def _static_transform(frame: FixedFrame) -> Node:
    pose = frame.pose
    words = [*zip(("--x", "--y", "--z"), pose.position)]
    words += zip(("--qw", "--qx", "--qy", "--qz"), pose.quaternion)
    return Node(
        package="tf2_ros",
        executable="static_transform_publisher",
        prefix=launch_entry.prefix_of_this_launch(),
        name=f"{frame.child}_publisher",
        arguments=[
            *(text for option, number in words for text in (option, f"{number:.9f}")),
            "--frame-id",
            frame.parent,
            "--child-frame-id",
            frame.child,
        ],
        parameters=[{"use_sim_time": True}],
    )


def _end_if_failed(
    event: ProcessExited, context: LaunchContext
) -> list[LaunchDescriptionEntity] | None:
    """Without its goal script the robot would never drive."""
    return end_with(event, context) if event.returncode else None
