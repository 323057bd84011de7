# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command lines of the host side. Nothing here has an effect."""

from __future__ import annotations

import sys

from nav2_composition_bench.bringup.host_side import HostProcess
from nav2_composition_bench.study.study import Study

_CLI = (sys.executable, "-m", "nav2_composition_bench.cli.main")
SIMULATOR_NODE = "/simulator"
GOAL_SCRIPT_NODE = "/goal_script"


def host_processes(study: Study) -> tuple[HostProcess, ...]:
    """The simulator with the robot at the last goal, and the goal script."""
    start = study.goals[-1]
    simulate = (
        *_CLI,
        "simulate",
        "--world",
        str(study.world_file.resolve()),
        "--seed",
        str(study.seed),
        "--start",
        *(repr(float(value)) for value in (start.x_m, start.y_m, start.yaw_rad)),
        *(("--clock",) if study.use_sim_time else ()),
    )
    goals = (
        word
        for goal in study.goals
        for word in ("--goal", f"{goal.name}:{goal.x_m!r},{goal.y_m!r},{goal.yaw_rad!r}")
    )
    return (
        HostProcess("simulator", simulate, SIMULATOR_NODE),
        HostProcess("goal_script", (*_CLI, "drive", *goals), GOAL_SCRIPT_NODE),
    )
