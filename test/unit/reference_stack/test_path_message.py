# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths as messages."""

import numpy as np
import pytest
from builtin_interfaces.msg import Time
from nav_msgs.msg import Path

from nav2_composition_bench.reference_stack.planning.path_message import (
    positions_of,
    to_path_message,
)


def test_a_path_survives_its_message() -> None:
    poses = np.array([[0.0, 1.0, 0.5], [0.05, 1.0, -3.0]])
    message = to_path_message(poses, "map", Time(sec=3))
    assert {pose.header.frame_id for pose in message.poses} == {"map"}
    assert message.poses[0].header.stamp.sec == 3
    assert message.poses[1].pose.orientation.z == pytest.approx(np.sin(-1.5))
    assert positions_of(message) == pytest.approx(poses[:, :2])


def test_an_empty_path_has_no_positions() -> None:
    assert positions_of(Path()).shape == (0, 2)
