# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from ament_prefix import Prefix

from nav2_composition_bench.installation.rclcpp_release import Number, RclcppRelease


@pytest.mark.parametrize(
    ("number", "has_events_cbg", "keeps_latched", "is_busy"),
    [
        ((16, 0, 15), False, False, False),
        ((28, 1, 6), False, False, False),
        ((28, 1, 7), False, True, True),
        ((28, 1, 8), False, True, True),
        ((28, 1, 9), False, True, False),
        ((28, 1, 19), False, True, False),
        ((28, 1, 20), True, True, False),
        ((29, 2, 0), False, False, False),
        ((29, 3, 0), False, True, False),
        ((29, 5, 8), False, True, False),
        ((29, 5, 9), True, True, False),
        ((31, 0, 3), False, True, False),
        ((32, 0, 1), True, True, False),
        ((33, 0, 2), True, True, False),
    ],
)
def test_what_a_release_does_follows_from_its_number(
    number: Number, has_events_cbg: bool, keeps_latched: bool, is_busy: bool
) -> None:
    release = RclcppRelease(number)
    assert release.has_events_cbg == has_events_cbg
    assert release.keeps_latched == keeps_latched
    assert release.has_busy_action_servers == is_busy


def test_the_release_is_that_of_the_installed_package(tmp_path: Path) -> None:
    prefix = Prefix(tmp_path)
    assert prefix.installation.rclcpp is None
    prefix.version("rclcpp", "28.1.21")
    assert str(prefix.installation.rclcpp) == "28.1.21"


@pytest.mark.parametrize("version", ["", "28.1", "28.1.x"])
def test_a_version_that_is_none_is_not_guessed(tmp_path: Path, version: str) -> None:
    prefix = Prefix(tmp_path)
    prefix.version("rclcpp", version)
    assert prefix.installation.rclcpp is None
