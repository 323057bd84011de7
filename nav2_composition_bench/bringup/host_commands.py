# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command lines of the host side. Nothing here has an effect."""

from __future__ import annotations

import sys
from pathlib import Path

from nav2_composition_bench.bringup.host_side import HostProcess
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Navigation

_CLI = (sys.executable, "-m", "nav2_composition_bench.cli.main")
SIMULATOR_NODE = "/simulator"
GOAL_SCRIPT_NODE = "/goal_script"
STARTING_NODE = "_simulator_starting"
"""What ``simulator.gazebo_node`` waits for Gazebo's world with."""
GAZEBO_NODES = ("/gazebo", "/state", "/drive", "/lidar", "/camera", f"/{STARTING_NODE}")
"""Of gazebo_ros and its plugins, see ``simulator.robot_sdf``, and ours."""
EXTERNAL_HOST_NODES = (
    SIMULATOR_NODE,
    GOAL_SCRIPT_NODE,
    *GAZEBO_NODES,
    "/*_publisher",  # of robot_state_publisher, and of static transforms
    "/static_transform_publisher*",
    "/ros_gz_bridge",
    "/basic_navigator",
    "/launch_ros_*",
    "/_ros2cli*",
)
"""Nodes of a host side that others start, with any simulator, and of ROS's own tools.

They may be on the domain during a trial. Those on this machine are in the census of outsiders.
"""


def host_processes(settled: SettledStudy) -> tuple[HostProcess, ...]:
    """The simulator with the robot at the last goal, and the goal script; none for topologies."""
    study = settled.study
    if not isinstance(study.workload, Navigation):
        return ()
    in_gazebo = study.navigation.simulator == "gazebo"
    start = study.navigation.goals[-1]
    simulate = (
        *_CLI,
        "simulate",
        "--world",
        str(study.navigation.world_file.resolve()),
        *(() if study.seed is None else ("--seed", str(study.seed))),
        "--start",
        *(_number(value) for value in (start.x_m, start.y_m, start.yaw_rad)),
        "--stamped" if settled.commands_are_stamped else "--no-stamped",
        *(("--simulator", "gazebo") if in_gazebo else ()),
        *(("--clock",) if study.navigation.use_sim_time else ()),
    )
    drive = (
        *_CLI,
        "drive",
        *(word for goal in study.navigation.goals for word in ("--goal", _goal(goal))),
        "--rest",
        _number(study.limits.rest_s),
        "--leg-timeout",
        _number(study.limits.leg_s),
    )
    return (
        HostProcess("simulator", simulate, SIMULATOR_NODE, GAZEBO_NODES if in_gazebo else ()),
        HostProcess("goal_script", drive, GOAL_SCRIPT_NODE),
    )


def background_processes(study: Study, directory: Path) -> tuple[HostProcess, ...]:
    """What the study's background load consists of.

    The second robot drives the default study of its system without end.

    :param directory: where its records go.
    """
    load = study.background_load
    if load is None:
        return ()
    if load.robot is None:
        compute = ("nice", "-n", str(load.niceness), sys.executable, "-c", "while True: pass")
        return tuple(HostProcess(f"busy_{n}", compute, None) for n in range(1, load.busy + 1))
    run = ("run", "--system", study.system, "--composition", load.robot, "--laps", "1000")
    filing = ("--out", str(directory), "--trials", "1", "--no-live")
    environment = {"ROS_DOMAIN_ID": ""}  # so that it finds a free one
    drives = "  leg "  # as its progress is printed
    return (HostProcess("second_robot", (*_CLI, *run, *filing), None, (), drives, environment),)


def _goal(goal: Goal) -> str:
    pose = ",".join(_number(value) for value in (goal.x_m, goal.y_m, goal.yaw_rad))
    return f"{goal.name}:{pose}"


def _number(value: float) -> str:
    """Without an exponent: argparse takes ``-1e-05`` for an option."""
    return f"{value:.6f}"
