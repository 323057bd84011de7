# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which ROS distribution the wheels of an environment are of; they set no ROS_DISTRO."""

from __future__ import annotations

RCLPY = "ros-rclpy"
_BY_MAJOR_OF_RCLPY = {"7": "jazzy", "9": "kilted"}


def distro_of_wheels(rclpy_version: str | None) -> str | None:
    """Return the distribution by the version of its ``ros-rclpy``.

    :param rclpy_version: None where that is not installed.
    :returns: None where there are no wheels, or of a distribution that is not known here.
    """
    return _BY_MAJOR_OF_RCLPY.get((rclpy_version or "").partition(".")[0])
