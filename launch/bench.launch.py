# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot board: measure one arm while the host drives.

    ros2 launch nav2_composition_bench bench.launch.py composition:=isolated trials:=10
    ros2 launch nav2_composition_bench bench.launch.py study:=nav2_executors \\
        arm:=events+without_bonds

It starts the measurement node and ends as that does: 0 when the trials are done, 1 when they were
given up, 2 when there is something to mend. See docs/boards.md.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from launch.actions import DeclareLaunchArgument, OpaqueFunction, Shutdown
from launch.events.process import ProcessExited
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node

from launch import LaunchContext, LaunchDescription, LaunchDescriptionEntity
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.measurement_node.parameters import PARAMETERS
from nav2_composition_bench.processes import launch_entry
from nav2_composition_bench.study.nav2_table import BY_POINTER

TRUTHS = ["true", "false"]
PATIENCE_S = "60"
"""How long the node may take to end the system, and what is left of it, after a signal."""


def offered() -> dict[str, Any]:
    """The node's parameters that are arguments here, with their defaults."""
    hidden = {"autostart"}
    if os.environ.get("ROS_DISTRO") not in BY_POINTER:
        hidden.add("use_intra_process_comms")
    return {each.name: each.default for each in PARAMETERS if each.name not in hidden}


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments, which are the node's parameters, and start the node."""
    descriptions = {each.name: each.description for each in PARAMETERS}
    arguments = [
        _argument(name, default, descriptions[name]) for name, default in offered().items()
    ]
    return LaunchDescription(
        [
            *arguments,
            _argument("use_sim_time", False, "nodes under test take their time from /clock"),
            _argument("log_level", "info", "of the measurement node"),
            OpaqueFunction(function=_measurement),
        ]
    )


def _argument(name: str, default: str | int | bool, description: str) -> DeclareLaunchArgument:
    choices = TRUTHS if isinstance(default, bool) else None  # of the rest the node says it
    text = str(default).lower() if choices else str(default)
    return DeclareLaunchArgument(name, default_value=text, choices=choices, description=description)


def _measurement(context: LaunchContext) -> list[LaunchDescriptionEntity]:
    def value(name: str, default: str | int | bool) -> str | int | bool:
        text = str(LaunchConfiguration(name).perform(context))
        if isinstance(default, bool):
            return text == "true"
        if not isinstance(default, int):
            return text
        try:
            return int(text)
        except ValueError:
            return text  # the node says what it must be

    parameters = {name: value(name, default) for name, default in offered().items()}
    rmw = str(parameters["rmw"])
    lack = Installation.here().lack_of_middleware(rmw) if rmw else None
    if lack is not None:  # its name would end the node before it can say anything
        print(f"error: rmw:={rmw} is {lack}", file=sys.stderr)
        raise SystemExit(2)
    return [
        Node(
            package="nav2_composition_bench",
            executable="measurement_node",
            prefix=launch_entry.prefix_of_this_launch(),
            output="screen",
            parameters=[
                {**parameters, "use_sim_time": value("use_sim_time", False), "autostart": True}
            ],
            arguments=["--ros-args", "--log-level", str(value("log_level", "info"))],
            additional_env={"RMW_IMPLEMENTATION": rmw} if rmw else {},
            sigterm_timeout=PATIENCE_S,
            sigkill_timeout=PATIENCE_S,
            on_exit=_end,
        )
    ]


def _end(event: ProcessExited, context: LaunchContext) -> Shutdown:
    """End the launch with the node's exit status."""
    if event.returncode:
        # launch itself only knows 0 and 1; nothing else is running that it would have to end.
        raise SystemExit(event.returncode)
    return Shutdown(reason="the trials are done")
