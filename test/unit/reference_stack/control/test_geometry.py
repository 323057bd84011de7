# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planar poses."""

from __future__ import annotations

import math

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.control.geometry import (
    compose,
    invert,
    transform_poses,
    wrap_angle,
)

FRAME = (1.0, 2.0, math.pi / 2)


def test_angles_are_brought_between_minus_pi_and_pi() -> None:
    assert wrap_angle(3 * math.pi / 2) == pytest.approx(-math.pi / 2)
    several = np.array([-4.0, 0.5, -3 * math.pi])
    assert wrap_angle(several) == pytest.approx([2 * math.pi - 4.0, 0.5, -math.pi])


def test_a_pose_in_a_turned_frame_is_turned_with_it() -> None:
    assert compose(FRAME, (1.0, 0.0, 0.3)) == pytest.approx((1.0, 3.0, math.pi / 2 + 0.3))


def test_many_poses_are_transformed_as_one_is() -> None:
    poses = np.array([(1.0, 0.0, 0.3), (-2.0, 4.0, 1.0)])
    wanted = [compose(FRAME, (row[0], row[1], row[2])) for row in poses.tolist()]
    assert transform_poses(poses, FRAME) == pytest.approx(np.array(wanted))


def test_a_frame_composed_with_its_inverse_is_where_one_stands() -> None:
    assert compose(FRAME, invert(FRAME)) == pytest.approx((0.0, 0.0, 0.0))
