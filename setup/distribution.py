# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ROS distributions that come as wheels, and which one is wanted."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from commands import NEEDS_USER, SetupError

DISTRIBUTIONS = ("jazzy", "kilted")
"""Those with an extra in pyproject.toml and lock files. The first is the default, whose environment
is called ``.venv``; the Makefile knows that too."""


def wanted_distribution(asked: str, environment: Mapping[str, str]) -> str:
    """Return the distribution to set up.

    :param asked: its name; empty where none was named.
    :param environment: its ROS_DISTRO names the one that is sourced, where AMENT_PREFIX_PATH
        says that one is; its modules would come before those of the wheels.
    :raises SetupError: with one line, for one without wheels or beside another that is sourced.
    """
    if not asked:
        return DISTRIBUTIONS[0]
    if asked not in DISTRIBUTIONS:
        close = difflib.get_close_matches(asked, DISTRIBUTIONS, n=1)
        hint = f"did you mean '{close[0]}'? " if close else ""
        raise SetupError(
            f"there are no wheels of ROS distribution '{asked}'; {hint}"
            f"known: {', '.join(DISTRIBUTIONS)}",
            NEEDS_USER,
        )
    # Containers of ROS images set ROS_DISTRO in shells that have sourced nothing, too.
    sourced = (
        environment.get("ROS_DISTRO", asked) if environment.get("AMENT_PREFIX_PATH") else asked
    )
    if sourced != asked:
        raise SetupError(
            f"DISTRO is {asked} and ROS distribution {sourced} is sourced in this shell; "
            "use one that has not sourced it, or leave DISTRO out",
            NEEDS_USER,
        )
    return asked
