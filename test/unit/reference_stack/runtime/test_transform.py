# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.runtime.transform import (
    Transform,
    pose_2d_to_transform,
)


def random_transform(seed: int) -> Transform:
    random = np.random.default_rng(seed)
    quaternion = random.normal(size=4)
    quaternion /= np.linalg.norm(quaternion)
    return Transform(*random.normal(size=3), *quaternion)


@pytest.mark.parametrize("seed", range(5))
def test_composition_is_the_product_of_the_matrices(seed: int) -> None:
    a, b = random_transform(seed), random_transform(seed + 100)
    np.testing.assert_allclose(a.compose(b).matrix(), a.matrix() @ b.matrix(), atol=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_a_transform_and_its_inverse_cancel(seed: int) -> None:
    a = random_transform(seed)
    np.testing.assert_allclose(a.compose(a.inverse()).matrix(), np.eye(4), atol=1e-12)


def test_the_projection_on_the_ground_keeps_position_and_heading() -> None:
    pose = pose_2d_to_transform(1.0, -2.0, 0.7).pose_2d()
    assert pose[:2] == (1.0, -2.0)
    assert pose[2] == pytest.approx(0.7)
    assert pose_2d_to_transform(1.0, 2.0, 0.5).pose_2d() == pytest.approx((1.0, 2.0, 0.5))


def test_interpolation_takes_the_shorter_way_round() -> None:
    before = pose_2d_to_transform(0.0, 0.0, math.radians(170.0), stamp_ns=0)
    after = pose_2d_to_transform(2.0, 0.0, math.radians(-170.0), stamp_ns=10)
    middle = before.interpolate(after, 5)
    assert middle.x == pytest.approx(1.0)
    assert abs(middle.yaw_rad) == pytest.approx(math.pi)
    assert middle.stamp_ns == 5
