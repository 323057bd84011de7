# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Simulate in Gazebo Classic: its server, and what has to be done beside it."""

from __future__ import annotations

import math
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.gazebo_programs import check_installed
from nav2_composition_bench.simulator.gazebo_process import GazeboProcess, NotLoadedError
from nav2_composition_bench.simulator.gazebo_world import gazebo_world
from nav2_composition_bench.simulator.mover_path import Tour, tours
from nav2_composition_bench.simulator.options import SimulatorOptions
from nav2_composition_bench.simulator.real_time import RealTimePacer
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_sdf import GAZEBO

if TYPE_CHECKING:
    from nav2_composition_bench.simulator.gazebo_node import GazeboNode

LOOP_HZ = 50
"""How often velocity commands are looked for: late by 10 ms in the mean."""
MOVE_EVERY_S, TELL_EVERY_S = 0.09, 0.99
"""Of simulated time, a little below whole ticks of Gazebo's clock, which has 10 Hz."""
CHECK_EVERY_S = 1.0
"""Of real time: simulated time stands still when Gazebo has died."""
_LOAD_TIMEOUTS_S = (25.0, 25.0, 90.0)
"""Of one start after the other: a world is there within 10 s, or something went wrong."""


def simulate_in_gazebo(
    options: SimulatorOptions, gui: bool, stop: threading.Event, report: Callable[[str], None]
) -> None:
    """Run Gazebo until stopped or the duration is over. Time is always simulated.

    :param report: takes one line at a time.
    :raises UserError: if the world cannot be read, Gazebo is not installed, does not load the world
        in any of several starts, or ends by itself.
    """
    check_installed(gui)
    try:
        from nav2_composition_bench.simulator.gazebo_node import GazeboNode
    except ImportError as error:
        raise UserError(
            f"--simulator gazebo: {error.name} cannot be imported: install gazebo_ros_pkgs, "
            "and source the installation"
        ) from error
    given = gazebo_world(options.world_file, Robot(), GAZEBO, options.start, options.mapped_only)
    moving = [] if options.mapped_only else tours(given.world, options.seed)
    for start, timeout_s in enumerate(_LOAD_TIMEOUTS_S, 1):
        with (
            tempfile.TemporaryDirectory(prefix="nav2-bench-gazebo-") as directory,
            GazeboProcess(given.text, given.models, options.seed, Path(directory), gui) as gazebo,
        ):
            report(f"loading {options.world_file} into Gazebo (seed {options.seed})")
            if not gazebo.is_real_time:
                report(
                    "no real-time priority for Gazebo (it needs CAP_SYS_NICE, chrt and no window): "
                    "it may fall behind"
                )
            try:
                node = GazeboNode(Robot(), options.stamped, gazebo, stop, timeout_s)
            except NotLoadedError as error:
                if start == len(_LOAD_TIMEOUTS_S):
                    raise
                report(f"{error}; starting it again")
                continue
            with node:
                _run(options, stop, report, node, moving, gazebo.check)
            return


def _run(
    options: SimulatorOptions,
    stop: threading.Event,
    report: Callable[[str], None],
    node: GazeboNode,
    moving: list[Tour],
    check: Callable[[], None],
) -> None:
    pacer = RealTimePacer()
    pacer.start(node.sim_time_s)
    moved_s = told_s = node.sim_time_s
    checked_s = time.monotonic()
    next_report_s = node.sim_time_s + options.report_interval_s
    last_s = math.inf if options.duration_s is None else node.sim_time_s + options.duration_s
    if not stop.is_set():
        report(f"simulating {options.world_file} in Gazebo (seed {options.seed})")
    while node.sim_time_s < last_s and not stop.wait(1.0 / LOOP_HZ):
        if time.monotonic() - checked_s >= CHECK_EVERY_S:
            checked_s = time.monotonic()
            check()
        node.look()
        node.drive()
        now_s = node.sim_time_s
        if now_s - moved_s >= MOVE_EVERY_S:
            _move(node, moving, now_s - moved_s)
            moved_s = now_s
        # Told when the clock has just come: it is the trial's measure of the real-time factor.
        if now_s - told_s >= TELL_EVERY_S:
            told_s = now_s
            node.publish_status(_status(node, pacer.real_time_factor(now_s)))
        if now_s >= next_report_s:
            next_report_s += options.report_interval_s
            report(f"{now_s:.1f} s, real-time factor {pacer.overall_factor(now_s):.3f}")
    factor = pacer.overall_factor(node.sim_time_s)
    report(f"simulated {node.sim_time_s:.1f} s, real-time factor {factor:.3f}")


def _move(node: GazeboNode, moving: list[Tour], period_s: float) -> None:
    robot = node.pose
    if robot is None:
        return
    for tour in moving:
        tour.advance(period_s, robot.x_m, robot.y_m)
        node.place(tour)  # also one that waits, since a push may have moved it


def _status(node: GazeboNode, real_time_factor: float) -> dict[str, str]:
    values = {
        "real_time_factor": f"{real_time_factor:.4f}",
        "sim_time_s": f"{node.sim_time_s:.3f}",
    }
    if node.pose is not None:
        values |= {
            "true_x_m": f"{node.pose.x_m:.3f}",
            "true_y_m": f"{node.pose.y_m:.3f}",
            "true_yaw_rad": f"{node.pose.yaw_rad:.3f}",
        }
    return values
