# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Decoding point clouds."""

import array

import numpy as np
import pytest
from sensor_msgs.msg import PointCloud2, PointField

from nav2_composition_bench.reference_stack.costmap.point_cloud import points_of


def cloud(points: np.ndarray, point_step: int, big: bool = False) -> PointCloud2:
    message = PointCloud2()
    message.height, message.width = points.shape[:2]
    message.point_step = point_step
    message.row_step = point_step * message.width
    message.is_bigendian = big
    message.fields = [
        PointField(name=name, offset=4 * index, datatype=PointField.FLOAT32, count=1)
        for index, name in enumerate("xyz")
    ]
    raw = np.zeros((message.height, message.width, point_step), dtype=np.uint8)
    packed = np.ascontiguousarray(points.astype(">f4" if big else "<f4"))
    raw[:, :, :12] = packed.view(np.uint8).reshape(*points.shape[:2], 12)
    message.data = array.array("B", raw.tobytes())
    return message


POINTS = np.arange(24, dtype=np.float32).reshape(2, 4, 3)


@pytest.mark.parametrize("point_step", [12, 16, 32])
@pytest.mark.parametrize("big", [False, True])
def test_points_come_out_as_they_went_in(point_step: int, big: bool) -> None:
    assert np.array_equal(points_of(cloud(POINTS, point_step, big)), POINTS.reshape(-1, 3))


def test_points_that_are_not_finite_are_left_out() -> None:
    points = POINTS.copy()
    points[0, 0, 2] = np.nan
    points[1, 3, 0] = np.inf
    assert points_of(cloud(points, 16)).shape == (6, 3)


def test_an_empty_cloud_has_no_points() -> None:
    assert points_of(cloud(np.zeros((0, 4, 3)), 16)).shape == (0, 3)


def test_a_cloud_without_coordinates_is_refused_with_its_fields() -> None:
    message = cloud(POINTS, 16)
    message.fields = [PointField(name="rgb", offset=0, datatype=PointField.FLOAT32, count=1)]
    with pytest.raises(ValueError, match="it has: rgb"):
        points_of(message)


def test_a_cloud_that_is_too_short_is_refused() -> None:
    message = cloud(POINTS, 16)
    message.data = message.data[:40]
    with pytest.raises(ValueError, match="cloud of 8 points has only 40 bytes"):
        points_of(message)
