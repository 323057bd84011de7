# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Make the map: a simulator, SLAM Toolbox, and the mapping script that drives and saves.

    ros2 launch nav2_composition_bench slam.launch.py save:=maps/bench

made the map of this package. Without ``save`` nothing is saved; with ``route:=none`` nobody drives.
It ends with status 1 if the simulator or the mapping script failed.
"""

from __future__ import annotations

from pathlib import Path

from launch.actions import (
    DeclareLaunchArgument,
    IncludeLaunchDescription,
    OpaqueFunction,
)
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.substitutions import FindPackageShare

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.map_making.route import read_route
from nav2_composition_bench.processes import launch_entry
from nav2_composition_bench.processes.launch_end import end_with


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments; everything else depends on their values."""
    return LaunchDescription(
        [
            DeclareLaunchArgument(
                "simulator",
                default_value="mujoco",
                choices=["mujoco", "gazebo", "gz", "none"],
                description="as of host.launch.py; none: started elsewhere, or a real robot",
            ),
            DeclareLaunchArgument(
                "world",
                default_value="",
                description="SDF world (default: worlds/bench.sdf, and with simulator:=none the"
                " map's provenance names no world)",
            ),
            DeclareLaunchArgument(
                "slam_params_file", default_value="", description="default: params/slam.yaml"
            ),
            DeclareLaunchArgument(
                "route",
                default_value="",
                description="YAML file with start and waypoints (default: worlds/bench_route.yaml);"
                " none: drive it yourself",
            ),
            DeclareLaunchArgument(
                "save",
                default_value="",
                description="path of the map without suffix, saved at the end of the route",
            ),
            DeclareLaunchArgument(
                "seed", default_value="0", description="of sensor noise; gz takes none"
            ),
            DeclareLaunchArgument(
                "use_sim_time",
                default_value="auto",
                choices=["auto", "true", "false"],
                description="auto: as the simulator's own clock wants it",
            ),
            OpaqueFunction(function=_slam),
        ]
    )


def _slam(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    def value(name: str) -> str:
        return str(LaunchConfiguration(name).perform(context))

    simulator = value("simulator")
    world = value("world")
    params = value("slam_params_file") or str(data_file("params/slam.yaml"))
    route = value("route") or str(data_file("worlds/bench_route.yaml"))
    sim_time = value("use_sim_time")
    if sim_time == "auto":
        sim_time = "true" if simulator in ("gazebo", "gz") else "false"
    actions: list[LaunchDescriptionEntity] = []
    if simulator != "none":
        host = {
            "simulator": simulator,
            "world": world or str(data_file("worlds/bench.sdf")),
            "seed": value("seed"),
            "use_sim_time": sim_time,
            "goal_script": "none",
            "mapped_only": "true",
        }
        if route != "none":
            start = read_route(Path(route)).start
            host["start"] = f"{start.x_m} {start.y_m} {start.yaw_rad}"
        actions.append(
            IncludeLaunchDescription(
                [str(Path(__file__).with_name("host.launch.py"))],
                launch_arguments=host.items(),
            )
        )
    actions.append(
        IncludeLaunchDescription(
            [FindPackageShare("slam_toolbox"), "/launch/online_async_launch.py"],
            launch_arguments={"slam_params_file": params, "use_sim_time": sim_time}.items(),
        )
    )
    if route != "none":
        words = {"save": value("save"), "simulator": simulator, "seed": value("seed")}
        given = " ".join(f"{name}:={text}" for name, text in words.items() if text)
        arguments = ["--route", route, "--params", params]
        arguments += ["--world", world] if world else []
        arguments += ["--simulator", simulator, "--seed", value("seed")]
        arguments += ["--command", f"ros2 launch nav2_composition_bench slam.launch.py {given}"]
        arguments += ["--save", value("save")] if value("save") else []
        actions.append(
            Node(
                package="nav2_composition_bench",
                executable="map_world.py",
                prefix=launch_entry.prefix_of_this_launch(),
                arguments=arguments,
                parameters=[{"use_sim_time": sim_time == "true"}],
                output="screen",
                on_exit=end_with,
            )
        )
    return actions
