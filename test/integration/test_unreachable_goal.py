# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A goal that is free and on the map, but to which no way leads."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import yaml
from action_msgs.msg import GoalStatus
from driven_robot import GOAL_A, driving
from nav2_msgs.action import ComputePathToPose
from study_factory import ISOLATED

from nav2_composition_bench.study.study_file import default_study_file, load_study


def map_with_the_door_walled_up(directory: Path) -> Path:
    """The bench map, with a wall where the door is."""
    original = load_study(default_study_file()).navigation.map_file
    header, size, depth, pixels = _netpbm(original.with_suffix(".pgm").read_bytes())
    image = np.frombuffer(pixels, np.uint8).reshape(size[::-1]).copy()
    description = yaml.safe_load(original.read_text())
    column = round((-1.475 - description["origin"][0]) / description["resolution"])
    image[:, column - 1 : column + 2] = 0
    (directory / "bench.pgm").write_bytes(header + image.tobytes())
    walled = directory / "bench.yaml"
    walled.write_text(original.read_text())
    assert depth == 255
    return walled


def _netpbm(content: bytes) -> tuple[bytes, tuple[int, int], int, bytes]:
    """Header, width and height, depth and pixels of a binary PGM."""
    match = re.match(rb"P5\s+(?:#.*\s+)*(\d+)\s+(\d+)\s+(\d+)\s", content)
    assert match is not None
    width, height, depth = (int(word) for word in match.groups())
    return match.group(), (width, height), depth, content[match.end() :]


def test_a_goal_to_which_no_way_leads_is_aborted_after_recoveries(tmp_path: Path) -> None:
    walled = map_with_the_door_walled_up(tmp_path)
    with driving(ISOLATED, tmp_path / "log", walled) as robot:
        leg = robot.go_to(GOAL_A)
        assert leg.wait() == GoalStatus.STATUS_ABORTED
        assert leg.result.error_code == ComputePathToPose.Result.NO_VALID_PATH, leg.result
        assert leg.feedback[-1].number_of_recoveries >= 6
        assert robot.truth["collisions"] == 0
