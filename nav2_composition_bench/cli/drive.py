# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb ``drive``: send the goals to every navigation stack that comes up."""

from __future__ import annotations

import argparse
import math
from datetime import datetime

from nav2_composition_bench.cli.ros_variables import checked_domain_id, stay_on_this_machine
from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.processes.stop_event import set_by_signals
from nav2_composition_bench.study.arm_design import refuse_given_twice
from nav2_composition_bench.study.goal import Goal, in_laps, refuse_same_place
from nav2_composition_bench.study.node_table import NAVIGATING
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.workload import Navigation

NAME = "drive"
HELP = "send the goals to every navigation stack that comes up"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of ``drive``."""
    parser.add_argument(
        "--goal",
        action="append",
        default=[],
        metavar="NAME:X,Y,YAW",
        help="goal in the map frame, metres and radians; repeatable, driven in order (default: the"
        " study's)",
    )
    parser.add_argument(
        "--study",
        metavar="NAME|FILE",
        help="study whose goals are driven (default: the package's for the reference stack)",
    )
    parser.add_argument(
        "--laps",
        type=int,
        metavar="N",
        help="times that all goals are driven to after one bring-up (default: the study's)",
    )
    parser.add_argument(
        "--once",
        action="store_true",
        help="end after one bring-up, with status 1 unless every goal succeeded",
    )
    parser.add_argument(
        "--rest",
        type=float,
        default=2.0,
        metavar="S",
        help="seconds from the navigator's activation to the first goal (default: %(default)s)",
    )
    parser.add_argument(
        "--leg-timeout",
        type=float,
        default=120.0,
        metavar="S",
        help="seconds after which a goal is cancelled (default: %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Drive until SIGINT, SIGTERM or SIGHUP comes, or one bring-up is done.

    :returns: 0; with ``--once`` 1 unless every goal succeeded.
    :raises UserError: if a goal, or the shell's ROS variables, cannot be understood.
    """
    goals = goals_of(arguments)
    _check_times(arguments)
    checked_domain_id()
    stop = set_by_signals()
    stay_on_this_machine()
    from nav2_composition_bench.driving.goal_script import DriveLimits, GoalOutcome, GoalScript
    from nav2_composition_bench.driving.navigation_client import NavigationClient

    limits = DriveLimits(rest_s=arguments.rest, leg_s=arguments.leg_timeout)
    with NavigationClient() as navigation:
        script = GoalScript(goals, navigation, limits, _print_event, stop.is_set)
        if not arguments.once:
            script.run()
            return 0
        outcomes = script.serve_next()
    return 0 if outcomes == (GoalOutcome.SUCCEEDED,) * len(goals) else 1


def goals_of(arguments: argparse.Namespace) -> tuple[Goal, ...]:
    """Return the goals named on the command line, or else the study's, in as many laps as asked.

    :raises UserError: naming the goal that cannot be understood or driven to, or a study without
        goals.
    """
    goals = _of_one_bring_up(arguments)
    if arguments.laps is not None:
        goals = in_laps(goals, at_least("--laps", arguments.laps, 1))
    if arguments.goal and len(goals) > 1:
        refuse_same_place(goals, lambda _: "--goal")
    return goals


def _of_one_bring_up(arguments: argparse.Namespace) -> tuple[Goal, ...]:
    if arguments.goal:
        if arguments.study is not None:
            raise UserError("--goal and --study both say where to drive; leave one of them out")
        goals = tuple(_parse_goal(text) for text in arguments.goal)
        refuse_given_twice("--goal", [goal.name for goal in goals])
        return goals
    study = load_study(study_file(arguments.study))
    if not isinstance(study.workload, Navigation):
        raise UserError(
            f"--study {arguments.study} is of system {study.system}, which has no goals; name a"
            f" study of system {' or '.join(NAVIGATING)}, or give --goal"
        )
    return study.workload.goals


def _check_times(arguments: argparse.Namespace) -> None:
    """Look at the durations.

    :raises UserError: if one makes no sense.
    """
    at_least("--rest", arguments.rest, 0.0)
    if not 0.0 < arguments.leg_timeout < math.inf:
        raise UserError(
            f"--leg-timeout is {arguments.leg_timeout:g}, must be a finite number above zero"
        )


def _parse_goal(text: str) -> Goal:
    name, _, numbers = text.rpartition(":")
    try:
        values = [float(number) for number in numbers.split(",")]
    except ValueError:
        values = []
    if not name or len(values) != 3 or not all(math.isfinite(value) for value in values):
        raise UserError(f"--goal '{text}' must be NAME:X,Y,YAW, for instance A:3.0,-1.5,0.0")
    return Goal(name, *values)


def _print_event(line: str) -> None:
    print(f"{datetime.now():%H:%M:%S} {line}", flush=True)
