# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goal poses the robot drives to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """A pose in the map frame (REP-105).

    :param name: how the goal is called in records, e.g. ``A``.
    :param x_m: position, metres, map frame.
    :param y_m: position, metres, map frame.
    :param yaw_rad: heading, radians, counter-clockwise from the map's x axis (REP-103).
    """

    name: str
    x_m: float
    y_m: float
    yaw_rad: float
