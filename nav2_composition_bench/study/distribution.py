# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What differs between ROS distributions for the host side."""

from __future__ import annotations

STAMPED_COMMANDS = frozenset({"kilted", "lyrical", "rolling"})
"""Where Nav2 sends TwistStamped by default (its ``enable_stamped_cmd_vel``); before, Twist."""


def commands_are_stamped(distro: str | None) -> bool:
    """Tell whether Nav2 of that distribution commands velocities as TwistStamped.

    :param distro: as in ROS_DISTRO; None without ROS 2, for the reference stack: Twist.
    """
    return distro in STAMPED_COMMANDS
