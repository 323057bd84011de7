# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Gazebo Classic itself, without ROS, gets its window in every start."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from waiting import wait_until

from nav2_composition_bench.installation.gazebo_programs import DISPLAY_SERVER, SERVER
from nav2_composition_bench.simulator import gazebo_process
from nav2_composition_bench.simulator.gazebo_process import GazeboProcess

pytestmark = [
    pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed")
    for program in (SERVER, DISPLAY_SERVER)
]

STARTS = 10  # two in five failed where the display server had to wait for gzserver
WORLD = '<sdf version="1.6"><world name="nothing"/></sdf>'


def server_alone(world_file: Path, seed: int) -> tuple[str, ...]:
    return (SERVER, "--verbose", "--seed", str(seed), str(world_file))


def test_its_window_is_made_in_every_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gazebo_process, "server_command", server_alone)
    for number in range(STARTS):
        directory = tmp_path / str(number)
        directory.mkdir()
        log = directory / "ogre.log"
        with GazeboProcess(WORLD, tmp_path, 0, directory, gui=False) as gazebo:

            def is_made(gazebo: GazeboProcess = gazebo, log: Path = log) -> bool:
                gazebo.check()
                return log.exists() and "GLXWindow::create used" in log.read_text()

            wait_until(is_made, f"the window of start {number}")
