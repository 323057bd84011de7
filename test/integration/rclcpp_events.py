# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where rclcpp's EventsExecutor is: not in every distribution."""

from __future__ import annotations

import os

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable

CONTAINER = "rclcpp_events_container"


def is_built() -> bool:
    """True where the package was built with that executor."""
    try:
        executable(PACKAGE, CONTAINER)
    except UserError:
        return False
    return True


needs_rclcpp_events = pytest.mark.skipif(
    "ROS_DISTRO" in os.environ and not is_built(),
    reason=f"{CONTAINER} is not built: rclcpp has no EventsExecutor",
)
