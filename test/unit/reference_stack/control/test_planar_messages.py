# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths and velocities as messages."""

from __future__ import annotations

import math

import numpy as np
import pytest
from geometry_msgs.msg import PoseStamped
from nav_msgs.msg import Path

from nav2_composition_bench.reference_stack.control.planar_messages import (
    poses_of,
    to_twist,
    velocity_of,
)


def test_a_velocity_survives_its_message() -> None:
    assert velocity_of(to_twist((0.4, -1.0))) == (0.4, -1.0)


def test_the_poses_of_a_path_are_read_with_their_headings() -> None:
    pose = PoseStamped()
    pose.pose.position.x, pose.pose.position.y = 1.0, 2.0
    pose.pose.orientation.z, pose.pose.orientation.w = math.sin(0.4), math.cos(0.4)
    poses = poses_of(Path(poses=[pose, PoseStamped()]))
    assert poses == pytest.approx(np.array([(1.0, 2.0, 0.8), (0.0, 0.0, 0.0)]))


def test_an_empty_path_has_no_poses() -> None:
    assert poses_of(Path()).shape == (0, 3)
