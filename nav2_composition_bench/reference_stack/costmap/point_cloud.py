# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Coordinates out of sensor_msgs/PointCloud2."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sensor_msgs.msg import PointCloud2, PointField


def points_of(message: PointCloud2) -> NDArray[np.float32]:
    """The finite points of a cloud, (n, 3), in its frame.

    :raises ValueError: if the cloud has not the fields x, y, z as 32-bit floats, or is too short.
    """
    offsets = {
        field.name: field.offset for field in message.fields if field.datatype == PointField.FLOAT32
    }
    if not {"x", "y", "z"} <= offsets.keys():
        names = ", ".join(field.name for field in message.fields)
        raise ValueError(f"cloud needs 32-bit float fields x, y, z; it has: {names or 'none'}")
    order = ">" if message.is_bigendian else "<"
    layout = np.dtype(
        {
            "names": ["x", "y", "z"],
            "formats": [f"{order}f4"] * 3,
            "offsets": [offsets[name] for name in "xyz"],
            "itemsize": message.point_step,
        }
    )
    count = message.width * message.height
    if len(message.data) < message.row_step * message.height or count == 0:
        if count == 0:
            return np.zeros((0, 3), dtype=np.float32)
        raise ValueError(f"cloud of {count} points has only {len(message.data)} bytes")
    raw = np.ndarray(
        (message.height, message.width),
        dtype=layout,
        buffer=memoryview(message.data),
        strides=(message.row_step, message.point_step),
    )
    points = np.stack([raw["x"], raw["y"], raw["z"]], axis=-1).reshape(-1, 3)
    finite = np.isfinite(points).all(axis=1)
    return np.asarray(points[finite], dtype=np.float32)
