# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Python libraries that a ROS installation may lack, since no rosdep key names them."""

from __future__ import annotations

from collections.abc import Mapping

WITHOUT_ROSDEP_KEY: Mapping[str, str] = {
    "deap": '"deap<1.4.4"',
    "junitparser": "junitparser",
    "mujoco": '"mujoco>=3.5"',
}
"""Module → how pip calls it; docs/nav2.md has them in one line."""


def missing_library(module: str) -> str:
    """Say in one line that such a library is missing, and what installs it."""
    return (
        f"the Python library {module} is not installed; install it with"
        f" python3 -m pip install {WITHOUT_ROSDEP_KEY[module]}"
    )
