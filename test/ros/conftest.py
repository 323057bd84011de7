# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that need a real Nav2; without one each of them is skipped by name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from process_fixtures import begin, domain_id, interruptible, log_directory, ros_logs
from study_fixtures import start, write_study

__all__ = [
    "begin",
    "domain_id",
    "interruptible",
    "log_directory",
    "ros_logs",
    "start",
    "write_study",
]

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what lies here where Nav2 is not sourced, with the reason."""
    reason = why_not()
    if reason is None:
        return
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=reason))


def why_not() -> str | None:
    """Say what keeps these tests from running; None where nothing does."""
    distro = os.environ.get("ROS_DISTRO")
    if not distro:
        return "ROS_DISTRO is not set: no ROS 2 installation is sourced"
    for package in ("nav2_bt_navigator", "rclcpp_components"):
        if not _is_installed(package):
            return f"{package} of {distro} is not installed"
    return None


def _is_installed(package: str) -> bool:
    prefixes = filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep))
    index = Path("share") / "ament_index" / "resource_index" / "packages"
    return any((Path(prefix) / index / package).is_file() for prefix in prefixes)
