# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The programs of Gazebo Classic, and whether they are here."""

from __future__ import annotations

import shutil

from nav2_composition_bench.errors import UserError

SERVER, CLIENT, DISPLAY_SERVER = "gzserver", "gzclient", "Xvfb"


def check_installed(gui: bool, of_study: bool = False) -> None:
    """Look for the programs that are needed.

    :param of_study: a study asks for them, not an option of the command line.
    :raises UserError: naming the one that is missing.
    """
    asked, other = "--simulator gazebo", "use --simulator mujoco"
    if of_study:
        asked, other = "simulator gazebo", "say simulator: mujoco in the study file"
    hint = f"install gazebo_ros_pkgs with Gazebo Classic 11, or {other}"
    for program, why in (
        (SERVER, hint),
        (CLIENT, hint) if gui else (DISPLAY_SERVER, "depth cameras need a display; install xvfb"),
    ):
        if shutil.which(program) is None:
            raise UserError(f"{asked}: {program} is not on the PATH: {why}")
