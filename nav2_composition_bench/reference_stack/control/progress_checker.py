# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the robot makes progress."""

from __future__ import annotations

from nav2_composition_bench.reference_stack.control.geometry import (
    Pose,
    distance,
    wrap_angle,
)


class ProgressChecker:
    """Progress is to leave a circle, or to turn by an angle, within a time.

    :param required_movement_radius: metres.
    :param required_movement_angle: radians; a robot turning on the spot makes progress too.
    :param movement_time_allowance: seconds.
    """

    def __init__(
        self,
        required_movement_radius: float = 0.5,
        required_movement_angle: float = 0.5,
        movement_time_allowance: float = 10.0,
    ) -> None:
        self._radius_m = required_movement_radius
        self._angle_rad = required_movement_angle
        self._allowance_s = movement_time_allowance
        self._baseline: tuple[Pose, float] | None = None

    def reset(self) -> None:
        """Start anew at the next check."""
        self._baseline = None

    def is_progressing(self, pose: Pose, now_s: float) -> bool:
        """False when the robot has stayed where it was for longer than allowed."""
        if self._baseline is None or self._has_moved(self._baseline[0], pose):
            self._baseline = (pose, now_s)
            return True
        return now_s - self._baseline[1] <= self._allowance_s

    def _has_moved(self, start: Pose, pose: Pose) -> bool:
        turned = abs(wrap_angle(pose[2] - start[2]))
        return distance(start, pose) > self._radius_m or turned > self._angle_rad
