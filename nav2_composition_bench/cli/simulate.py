# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb ``simulate``: a robot in a world, for a navigation stack here or on a board."""

from __future__ import annotations

import argparse
import math
import os
import re
from pathlib import Path

from nav2_composition_bench.cli.ros_variables import checked_domain_id, stay_on_this_machine
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.installation.ament_index import sourced_distro
from nav2_composition_bench.processes.stop_event import set_by_signals
from nav2_composition_bench.simulator.options import SimulatorOptions
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.study.distribution import commands_are_stamped

NAME = "simulate"
HELP = "simulate the robot in a world until stopped"
DEFAULT_WORLD = "worlds/bench.sdf"
_MIN_FACTOR = 0.001
_MAX_S = 1e9
"""About as long as a wait of the system's calls can be."""
_MAX_START = 1e6
"""Metres: the physics diverge far beyond."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``simulate``."""
    # Before Python 3.14 it takes -1e-05 for an option.
    parser._negative_number_matcher = re.compile(r"-\.?\d")
    parser.add_argument(
        "--world",
        type=Path,
        metavar="FILE",
        help=f"SDF world file (default: {DEFAULT_WORLD} of the package)",
    )
    parser.add_argument(
        "--simulator",
        choices=("mujoco", "gazebo"),
        default="mujoco",
        help="the package's own, or Gazebo Classic by gazebo_ros, on simulated time (default:"
        " %(default)s)",
    )
    parser.add_argument(
        "--gui",
        action="store_true",
        help="with gazebo: show its window, in place of a virtual display (Xvfb)",
    )
    parser.add_argument(
        "--mapped-only",
        action="store_true",
        help="leave out what does not belong on a map, such as moving obstacles",
    )
    parser.add_argument(
        "--stamped",
        action=argparse.BooleanOptionalAction,
        help="velocity commands are TwistStamped, or Twist (default: as of the sourced Nav2)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, help="of noise and moving obstacles (default: %(default)s)"
    )
    parser.add_argument(
        "--start",
        type=float,
        nargs=3,
        metavar=("X", "Y", "YAW"),
        help="where the robot starts, metres and radians (default: the world's)",
    )
    parser.add_argument(
        "--clock", action="store_true", help="publish /clock and stamp with simulated time"
    )
    parser.add_argument(
        "--real-time-factor",
        type=float,
        default=1.0,
        metavar="N",
        help="simulated per real seconds, 0: unlimited; other than 1 needs --clock (default:"
        " %(default)s)",
    )
    parser.add_argument(
        "--duration", type=float, metavar="S", help="simulated seconds (default: until stopped)"
    )
    parser.add_argument(
        "--report-interval",
        type=float,
        default=10.0,
        metavar="S",
        help="simulated seconds between printed real-time factors (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Simulate until the duration is over, or SIGINT, SIGTERM or SIGHUP comes.

    :raises UserError: if an argument or a ROS variable of the shell makes no sense, or the world
        cannot be read.
    """
    _check(arguments)
    checked_domain_id()
    stay_on_this_machine()
    stop = set_by_signals()
    stamped = arguments.stamped
    if stamped is None:
        stamped = commands_are_stamped(sourced_distro(os.environ))
    options = SimulatorOptions(
        world_file=arguments.world or data_file(DEFAULT_WORLD),
        seed=arguments.seed,
        start=Pose2D(*arguments.start) if arguments.start else None,
        publish_clock=arguments.clock,
        real_time_factor=arguments.real_time_factor,
        duration_s=arguments.duration,
        report_interval_s=arguments.report_interval,
        stamped=stamped,
        mapped_only=arguments.mapped_only,
    )
    if arguments.simulator == "gazebo":
        from nav2_composition_bench.simulator.gazebo_loop import simulate_in_gazebo

        simulate_in_gazebo(options, arguments.gui, stop, _print_line)
    else:
        from nav2_composition_bench.simulator.main_loop import simulate

        simulate(options, stop, _print_line)
    return 0


def _print_line(line: str) -> None:
    print(line, flush=True)


def _check(arguments: argparse.Namespace) -> None:
    factor, duration = arguments.real_time_factor, arguments.duration
    if factor != 0.0 and not _MIN_FACTOR <= factor < math.inf:
        raise UserError(f"--real-time-factor {factor} must be 0 or from {_MIN_FACTOR} on")
    if arguments.simulator == "gazebo" and factor != 1.0:
        raise UserError("--real-time-factor is for mujoco; gazebo runs in real time")
    if arguments.gui and arguments.simulator != "gazebo":
        raise UserError("--gui is for gazebo; mujoco has no window")
    if factor != 1.0 and not arguments.clock:
        raise UserError(
            "a --real-time-factor other than 1 needs --clock, and a stack with sim time"
        )
    if arguments.seed < 0:
        raise UserError(f"--seed {arguments.seed} must not be negative")
    if duration is not None and not 0.0 < duration <= _MAX_S:
        raise UserError(f"--duration {duration} must be above zero, and {_MAX_S:g} s at most")
    if not all(abs(value) <= _MAX_START for value in arguments.start or ()):  # which NaN is not
        raise UserError(f"--start {arguments.start} must be three numbers within {_MAX_START:g}")
    if not 1.0 <= arguments.report_interval <= _MAX_S:
        raise UserError(
            f"--report-interval {arguments.report_interval} must be at least 1 s, and {_MAX_S:g} s"
            " at most"
        )
