# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The options by which every verb that runs something names a study, its arms and its results."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from nav2_composition_bench.files.user_path import user_path
from nav2_composition_bench.study.factor import FACTORS
from nav2_composition_bench.study.fleet_sizes import parse_robots
from nav2_composition_bench.study.node_table import SYSTEMS
from nav2_composition_bench.study.placement import FORM, STOCK
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
        help="a study of the package by its name, or a study file (default: the system's)",
    )
    add("--system", metavar="NAME", help=f"system under test: {', '.join(SYSTEMS)}")
    add_repeatable(
        "--factor",
        "FACTOR=LEVEL,LEVEL",
        f"levels of {', '.join(FACTORS)}, those of params (overlays) by name;"
        " repeatable, every combination is an arm",
    )
    add_repeatable("--arm", "NAME", "run only this arm of the study; repeatable")
    add("--baseline", metavar="ARM", help="the arm that savings are against (default: the study's)")
    add_repeatable(
        "--composition",
        "NAME",
        f"{', '.join(STOCK)}, a placement's name or all; repeatable (default: what the study says)",
    )
    add_placement_argument(parser, "run this too, as a composition of its own")
    add_repeatable(
        "--params",
        "FILE",
        "parameters of all nodes, in place of the study's; repeatable, read as by one --params-file"
        " after another, so that a robot's files of localization and navigation are both given",
    )
    add_repeatable(
        "--overlay",
        "NAME=FILE",
        "a parameter file to be laid over the study's, as a level of the factor params",
    )
    add(
        "--robots",
        type=parse_robots,
        default=(),
        metavar="N,N",
        help="sizes of the fleet, of a study of fleets (default: the study's)",
    )
    add(
        "--laps",
        type=int,
        metavar="N",
        help="how often the robot drives to all goals in a trial (default: the study's)",
    )
    add(
        "--window",
        type=float,
        metavar="S",
        help="how long messages are counted in a trial of a topology (default: the study's)",
    )
    add("--rmw", metavar="NAME", help="middleware, e.g. rmw_cyclonedds_cpp (default: the study's)")


def add_placement_argument(parser: argparse.ArgumentParser, text: str) -> None:
    """Declare the option that names a placement.

    :param text: what the verb does with it.
    """
    parser.add_argument(
        "--placement",
        action="append",
        default=[],
        metavar=f"'{FORM}'",
        help=f"{text}; repeatable. A space parts processes, | the executors of one, a comma the"
        " nodes of an executor, behind which @ and a core may stand; * is all nodes that nothing"
        " else names, in one executor, ** an executor for each of them; nodes that are not named"
        " keep a process each",
    )


def add_window_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the window and the seed of a verb that runs trials of one topology."""
    add = parser.add_argument
    add(
        "--window",
        type=float,
        default=20.0,
        metavar="S",
        help="how long messages are counted in a trial,"
        f" {MIN_WINDOW_S:g} at least (default: %(default)g)",
    )
    add("--seed", type=int, default=1, metavar="N", help="default: %(default)s")


def add_results_arguments(parser: argparse.ArgumentParser, *, name: str, resume: str) -> None:
    """Declare where the results of a verb go that runs trials, and how it shows them.

    :param name: the default of ``--name``, in words.
    :param resume: what ``--resume`` goes on with.
    """
    add = parser.add_argument
    add("--name", help=f"directory name of the results (default: {name})")
    add(
        "--out",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="where results go (default: %(default)s)",
    )
    add("--machine", metavar="NAME", help="name of this machine (default: its host name)")
    add("--resume", action="store_true", help=f"go on with {resume}")
    add("--no-live", action="store_true", help="plain lines on a terminal too, no live view")


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
