# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.companions import companions


def test_full_names_and_patterns_are_taken_as_they_are() -> None:
    assert companions(["/rviz2", "/foxglove_*", "*"], "--companion") == (
        "/rviz2",
        "/foxglove_*",
        "*",
    )


def test_a_name_that_no_node_can_have_is_refused_with_what_would_be_right() -> None:
    with pytest.raises(
        UserError, match="^--companion 'rviz2' is no full name of a node; it begins with / or"
    ):
        companions(["/amcl", "rviz2"], "--companion")
