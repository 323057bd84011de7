# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a simulator is asked for, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.simulator.pose import Pose2D


@dataclass(frozen=True)
class SimulatorOptions:
    """What to simulate.

    :param start: of the robot, in place of the world's own.
    :param real_time_factor: simulated seconds per real second; 0 means as fast as possible.
    :param duration_s: of simulated time; None runs until stopped.
    :param report_interval_s: of simulated time between reports.
    :param stamped: velocity commands are TwistStamped, not Twist.
    :param mapped_only: leave out what does not belong on the map.
    """

    world_file: Path
    seed: int = 0
    start: Pose2D | None = None
    publish_clock: bool = False
    real_time_factor: float = 1.0
    duration_s: float | None = None
    report_interval_s: float = 10.0
    stamped: bool = False
    mapped_only: bool = False
