# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The options by which every verb that runs something names a study and its arms."""

from __future__ import annotations

import argparse
from typing import Any

from nav2_composition_bench.study.fleet_sizes import parse_robots
from nav2_composition_bench.study.grouping import DEFAULT_NAME


def add_study_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add(
        "--study",
        metavar="NAME|FILE",
        help="a study of the package by its name, or a study file (default: the system's)",
    )
    add("--system", metavar="NAME", help="system under test: reference, nav2 or topology")
    add(
        "--factor",
        action="append",
        default=[],
        metavar="FACTOR=LEVEL,LEVEL",
        help="levels of composition, executor, mapping (by name), rmw, intra_process, params"
        " (overlays by name) or topology; repeatable, every combination is an arm",
    )
    add(
        "--arm",
        action="append",
        default=[],
        metavar="NAME",
        help="run only this arm of the study; repeatable",
    )
    add("--baseline", metavar="ARM", help="the arm that savings are against (default: the study's)")
    add(
        "--composition",
        action="append",
        metavar="NAME",
        help="multi_process, manual, isolated, multi_threaded, single_threaded, a grouping's name"
        " or all; repeatable (default: what the study says)",
    )
    add(
        "--group",
        action="append",
        metavar="[NAME=]NODE,NODE",
        help="run these nodes in one process, as a composition of its own; repeatable, those of one"
        f" NAME (default: {DEFAULT_NAME}) are one composition, and nodes that none of them names"
        " keep a process each",
    )
    add(
        "--overlay",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="a parameter file to be laid over the study's, as a level of the factor params",
    )
    add(
        "--mapping",
        action="append",
        default=[],
        metavar="'NAME=NODE,NODE@CORE NODE'",
        help="nodes that share an event loop, a word for each loop, and the core it runs on, as a"
        " level of the factor mapping",
    )
    add(
        "--robots",
        type=parse_robots,
        default=(),
        metavar="N,N",
        help="sizes of the fleet, of a study of fleets (default: the study's)",
    )
    add("--rmw", metavar="NAME", help="middleware, e.g. rmw_cyclonedds_cpp (default: the study's)")


def study_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return what was said by these options, as fields of ``StudyOptions``."""
    return {
        "system": arguments.system,
        "rmw": arguments.rmw,
        "compositions": arguments.composition,
        "groups": arguments.group,
        "factors": tuple(arguments.factor),
        "overlays": tuple(arguments.overlay),
        "mappings": tuple(arguments.mapping),
        "arms": tuple(arguments.arm),
        "baseline": arguments.baseline,
        "robots": arguments.robots,
    }
