# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How uncertain a motion reported by the odometry of a differential drive is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle

_STANDING_M = 0.01
"""Below this translation the direction of motion is noise, and the motion counts as a turn."""


@dataclass(frozen=True)
class OdometryNoise:
    """Noise of the odometry motion model; names as in amcl.

    :param alpha1: rotation noise from rotation.
    :param alpha2: rotation noise from translation, rad²/m².
    :param alpha3: translation noise from translation.
    :param alpha4: translation noise from rotation, m²/rad².
    """

    alpha1: float = 0.2
    alpha2: float = 0.2
    alpha3: float = 0.2
    alpha4: float = 0.2


def _turn_size(angle_rad: float) -> float:
    """Size of a turn, the same for driving backwards as for driving forwards."""
    return min(abs(angle_rad), abs(float(wrap_angle(angle_rad - np.pi))))


def move_particles(
    poses: NDArray[np.float64],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
    noise: OdometryNoise,
    random: np.random.Generator,
) -> NDArray[np.float64]:
    """Move every particle by the odometry's motion plus noise of its own.

    The model of S. Thrun, W. Burgard, D. Fox, Probabilistic Robotics (2005), table 5.6: turn,
    drive, turn.

    :param poses: (n, 3), map frame.
    :param before: (3,) odometry pose at the last update; ``after`` now.
    :returns: (n, 3).
    """
    delta = after - before
    drive_m = float(np.hypot(delta[0], delta[1]))
    first_rad = 0.0
    if drive_m >= _STANDING_M:
        first_rad = float(wrap_angle(np.arctan2(delta[1], delta[0]) - before[2]))
    second_rad = float(wrap_angle(delta[2] - first_rad))
    turn1, turn2 = _turn_size(first_rad), _turn_size(second_rad)
    count = poses.shape[0]
    sigma_first = np.sqrt(noise.alpha1 * turn1**2 + noise.alpha2 * drive_m**2)
    sigma_drive = np.sqrt(noise.alpha3 * drive_m**2 + noise.alpha4 * (turn1**2 + turn2**2))
    sigma_second = np.sqrt(noise.alpha1 * turn2**2 + noise.alpha2 * drive_m**2)
    first = first_rad - random.normal(0.0, 1.0, count) * sigma_first
    drive = drive_m - random.normal(0.0, 1.0, count) * sigma_drive
    second = second_rad - random.normal(0.0, 1.0, count) * sigma_second
    heading = poses[:, 2] + first
    return np.stack(
        [
            poses[:, 0] + drive * np.cos(heading),
            poses[:, 1] + drive * np.sin(heading),
            wrap_angle(heading + second),
        ],
        axis=1,
    )
