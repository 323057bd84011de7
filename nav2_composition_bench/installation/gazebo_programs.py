# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The programs of Gazebo Classic, and whether they are here."""

from __future__ import annotations

import shutil

from nav2_composition_bench.errors import UserError

SERVER, CLIENT, DISPLAY_SERVER = "gzserver", "gzclient", "Xvfb"


def check_installed(gui: bool) -> None:
    """Look for the programs that are needed.

    :raises UserError: naming the one that is missing.
    """
    hint = "install gazebo_ros_pkgs with Gazebo Classic 11, or use --simulator mujoco"
    for program, why in (
        (SERVER, hint),
        (CLIENT, hint) if gui else (DISPLAY_SERVER, "depth cameras need a display; install xvfb"),
    ):
        if shutil.which(program) is None:
            raise UserError(f"--simulator gazebo: {program} is not on the PATH: {why}")
