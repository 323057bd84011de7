# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planar poses."""

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.localization.pose_math import compose, invert


def test_a_step_ahead_of_a_robot_that_looks_north_goes_north() -> None:
    assert compose([1.0, 2.0, np.pi / 2], [3.0, 0.0, 0.1]) == pytest.approx(
        [1.0, 5.0, np.pi / 2 + 0.1]
    )


def test_a_pose_and_its_inverse_cancel() -> None:
    poses = np.random.default_rng(1).uniform(-3.0, 3.0, (20, 3))
    assert compose(poses, invert(poses)) == pytest.approx(np.zeros((20, 3)))
