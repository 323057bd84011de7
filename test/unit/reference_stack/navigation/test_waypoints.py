# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The order of waypoints."""

from __future__ import annotations

import pytest

from nav2_composition_bench.reference_stack.navigation.waypoints import WaypointOrder


def test_waypoints_are_visited_in_order() -> None:
    assert list(WaypointOrder(3)) == [0, 1, 2]


def test_further_loops_begin_at_the_first_waypoint() -> None:
    assert list(WaypointOrder(3, first=1, loops=2)) == [1, 2, 0, 1, 2, 0, 1, 2]


def test_no_waypoints_are_refused() -> None:
    with pytest.raises(ValueError, match="no waypoints"):
        WaypointOrder(0)


def test_a_start_beyond_the_last_waypoint_is_refused() -> None:
    with pytest.raises(ValueError, match="no waypoint 3 among 3"):
        WaypointOrder(3, first=3)
