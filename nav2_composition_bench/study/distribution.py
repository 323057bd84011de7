# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What differs between ROS distributions for the host side."""

from __future__ import annotations

from collections.abc import Mapping

STAMPED_COMMANDS = frozenset({"kilted", "lyrical", "rolling"})
"""Where Nav2 sends TwistStamped by default; before, Twist."""
STAMPED_PARAMETER = "enable_stamped_cmd_vel"
"""Of Nav2's nodes that send or hear velocities, from Jazzy on."""


def commands_are_stamped(
    distro: str | None, parameters: Mapping[str, object] | None = None
) -> bool:
    """Tell whether Nav2 of that distribution commands velocities as TwistStamped.

    :param distro: as in ROS_DISTRO; None without ROS 2, for the reference stack: Twist.
    :param parameters: of the node that sends them; None where they are not known.
    """
    said = (parameters or {}).get(STAMPED_PARAMETER)
    if isinstance(said, bool) and distro != "humble":
        return said
    return distro in STAMPED_COMMANDS
