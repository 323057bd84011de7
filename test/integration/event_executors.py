# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the executors are that fill no wait set: not in every distribution."""

from __future__ import annotations

import os

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.settling.containers import OWN_CONTAINERS

CONTAINERS = {kind.value: program for kind, program in OWN_CONTAINERS.items()}
"""Level of the factor ``executor`` → the container of it."""


def is_built(executor: str) -> bool:
    """True where the package was built with that executor."""
    try:
        executable(PACKAGE, CONTAINERS[executor])
    except UserError:
        return False
    return True


def needs_executor(executor: str) -> pytest.MarkDecorator:
    """Skip a test where this rclcpp has not what the executor needs."""
    return pytest.mark.skipif(
        "ROS_DISTRO" in os.environ and not is_built(executor),
        reason=f"{CONTAINERS[executor]} is not built: this rclcpp lacks what it needs",
    )


needs_rclcpp_events = needs_executor("rclcpp_events")
