# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The options by which every verb that runs something names a study, its arms and its results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from nav2_composition_bench.files.user_path import user_path
from nav2_composition_bench.study.fleet_sizes import parse_robots
from nav2_composition_bench.study.node_table import SYSTEMS
from nav2_composition_bench.study.placement import FORM
from nav2_composition_bench.study.workload import MIN_WINDOW_S
from nav2_composition_bench.trial.filing import machine_name


def add_study_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument

    def add_repeatable(option: str, metavar: str, text: str) -> None:
        add(option, action="append", default=[], metavar=metavar, help=text)

    add(
        "--study",
        metavar="NAME|FILE",
        help="study of the package, or study file (default: the package's for the system)",
    )
    add("--system", metavar="NAME", help=f"system under test: {', '.join(SYSTEMS)}")
    add_repeatable(
        "--factor",
        "FACTOR=LEVEL,LEVEL",
        "levels of a factor; repeatable, every combination is an arm",
    )
    add_repeatable("--arm", "NAME", "run only this arm; repeatable")
    add("--baseline", metavar="ARM", help="arm that savings are against")
    add_repeatable(
        "--composition",
        "NAME",
        "composition or placement, or all: the paper's four and the placements; repeatable",
    )
    add_placement_argument(parser, "run this too, as a composition of its own")
    add_repeatable(
        "--params",
        "FILE",
        "parameters of all nodes; repeatable, read in order as by ROS 2",
    )
    add_repeatable(
        "--overlay",
        "NAME=FILE",
        "parameter file laid over the study's, as a level of the factor params; repeatable",
    )
    add(
        "--robots",
        type=parse_robots,
        default=(),
        metavar="N,N",
        help="sizes of the fleet",
    )
    add(
        "--laps",
        type=int,
        metavar="N",
        help="times that the robot drives to all goals in a trial",
    )
    add(
        "--window",
        type=float,
        metavar="S",
        help="seconds of a trial in which messages are counted, 10 at least, of fleets 3",
    )
    add("--rmw", metavar="NAME", help="middleware, such as rmw_cyclonedds_cpp")


def add_placement_argument(parser: argparse.ArgumentParser, text: str) -> None:
    """Declare the option that names a placement.

    :param text: what the verb does with it.
    """
    parser.add_argument(
        "--placement",
        action="append",
        default=[],
        metavar=f"'{FORM}'",
        help=f"{text}; repeatable. A space separates processes, | executors, a comma nodes; @ and a"
        " number name an executor's core; * is all other nodes in one executor, ** in one each;"
        " nodes not named have a process each",
    )


def add_window_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the window and the seed of a verb that runs trials of one topology."""
    add = parser.add_argument
    add(
        "--window",
        type=float,
        default=20.0,
        metavar="S",
        help="seconds of a trial in which messages are counted,"
        f" {MIN_WINDOW_S:g} at least (default: %(default)g)",
    )
    add("--seed", type=int, default=1, metavar="N", help="random seed (default: %(default)s)")


def add_results_arguments(parser: argparse.ArgumentParser, *, name: str, resume: str) -> None:
    """Declare where the results of a verb go that runs trials, and how it shows them.

    :param name: the default of ``--name``, in words.
    :param resume: what ``--resume`` goes on with.
    """
    add = parser.add_argument
    add("--name", help=f"directory of the results (default: {name})")
    add(
        "--out",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="where results of all machines go (default: %(default)s)",
    )
    add("--machine", metavar="NAME", help="name of this machine (default: its host name)")
    add("--resume", action="store_true", help=f"go on with {resume}")
    add("--no-live", action="store_true", help="one line per event on a terminal too")


def machine_directory(arguments: argparse.Namespace) -> Path:
    """Return the directory of this machine's results.

    :raises UserError: for a name that it cannot have, or an unknown home directory.
    """
    return user_path("--out", arguments.out) / machine_name(arguments.machine)


def study_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was said by these options, as fields of ``StudyOptions``."""
    return {
        "system": arguments.system,
        "rmw": arguments.rmw,
        "compositions": tuple(arguments.composition),
        "placements": tuple(arguments.placement),
        "factors": tuple(arguments.factor),
        "overlays": tuple(arguments.overlay),
        "params_files": tuple(arguments.params),
        "arms": tuple(arguments.arm),
        "baseline": arguments.baseline,
        "robots": arguments.robots,
        "laps": arguments.laps,
        "window_s": arguments.window,
    }
