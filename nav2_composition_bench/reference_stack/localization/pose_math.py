# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planar poses as arrays whose last axis is (x [m], y [m], yaw [rad])."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle


def compose(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """The pose ``second``, given in the frame of ``first``, in the frame ``first`` is given in."""
    a = np.asarray(first, dtype=np.float64)
    b = np.asarray(second, dtype=np.float64)
    cosine, sine = np.cos(a[..., 2]), np.sin(a[..., 2])
    x_m = a[..., 0] + cosine * b[..., 0] - sine * b[..., 1]
    y_m = a[..., 1] + sine * b[..., 0] + cosine * b[..., 1]
    return np.stack([x_m, y_m, wrap_angle(a[..., 2] + b[..., 2])], axis=-1)


def invert(pose: ArrayLike) -> NDArray[np.float64]:
    """The pose of the reference frame as seen from ``pose``."""
    p = np.asarray(pose, dtype=np.float64)
    cosine, sine = np.cos(p[..., 2]), np.sin(p[..., 2])
    x_m = -(cosine * p[..., 0] + sine * p[..., 1])
    y_m = sine * p[..., 0] - cosine * p[..., 1]
    return np.stack([x_m, y_m, wrap_angle(-p[..., 2])], axis=-1)
