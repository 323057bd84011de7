# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths as arrays: (n, 2) positions or (n, 3) poses with yaw."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def with_headings(points: NDArray[np.float64], final_yaw_rad: float) -> NDArray[np.float64]:
    """Poses that look along the path; the last one looks where it shall.

    :param points: (n, 2), n at least 1.
    :returns: (n, 3).
    """
    yaw_rad = np.full(points.shape[0], final_yaw_rad)
    steps = np.diff(points, axis=0)
    yaw_rad[:-1] = np.arctan2(steps[:, 1], steps[:, 0])
    return np.column_stack([points, yaw_rad])
