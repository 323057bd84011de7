# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The robot's frames, which every simulator gives it (REP-103, REP-105). Knows no middleware."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.simulator.pose import Pose, Quaternion
from nav2_composition_bench.simulator.robot import Robot

ODOM_FRAME, FOOTPRINT_FRAME, BASE_FRAME = "odom", "base_footprint", "base_link"
SCAN_FRAME, CAMERA_FRAME, OPTICAL_FRAME = "base_scan", "camera_link", "camera_depth_optical_frame"
OPTICAL_ROTATION: Quaternion = (0.5, -0.5, 0.5, -0.5)
"""From the optical frame (z forward, x right, y down) to the camera's (x forward, y left, z up)."""


@dataclass(frozen=True)
class FixedFrame:
    """A frame that never moves in its parent.

    :param pose: of the child in the parent.
    """

    parent: str
    child: str
    pose: Pose


def fixed_frames(robot: Robot) -> tuple[FixedFrame, ...]:
    """The fixed frames below base_footprint, parents first."""
    axle, camera = robot.drive.wheel_radius_m, robot.camera
    return (
        FixedFrame(FOOTPRINT_FRAME, BASE_FRAME, Pose((0.0, 0.0, axle))),
        FixedFrame(BASE_FRAME, SCAN_FRAME, Pose((0.0, 0.0, robot.lidar.height_m - axle))),
        FixedFrame(BASE_FRAME, CAMERA_FRAME, Pose((camera.forward_m, 0.0, camera.height_m - axle))),
        FixedFrame(CAMERA_FRAME, OPTICAL_FRAME, Pose(quaternion=OPTICAL_ROTATION)),
    )
