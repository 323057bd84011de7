# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The route of the mapping run, and how it is followed."""

from __future__ import annotations

import math
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from scipy import ndimage

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.map_making.render_map import OCCUPIED, render
from nav2_composition_bench.map_making.route import Route, RouteFollower, in_world, read_route
from nav2_composition_bench.simulator.physics import TICK_S, Physics
from nav2_composition_bench.simulator.pose import Pose, Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.sdf import read_world

ROUTE, WORLD = data_file("worlds/bench_route.yaml"), data_file("worlds/bench.sdf")
ROOM_M = 0.3
"""Robot's radius 0.17 m, and as much again nearly for cutting corners."""


def test_every_leg_of_the_shipped_route_leaves_room_to_what_is_mapped() -> None:
    occupancy, route = render(read_world(WORLD)), read_route(ROUTE)
    rows = occupancy.pixels.shape[0]
    room = ndimage.distance_transform_edt(occupancy.pixels != OCCUPIED) * occupancy.resolution_m
    places = [(route.start.x_m, route.start.y_m), *route.waypoints]
    for begin, end in pairwise(places):
        for share in np.linspace(0.0, 1.0, 2 + round(math.dist(begin, end) / 0.02)):
            x, y = (a + share * (b - a) for a, b in zip(begin, end))
            column = int((x - occupancy.origin[0]) / occupancy.resolution_m)
            row = rows - 1 - int((y - occupancy.origin[1]) / occupancy.resolution_m)
            assert room[row, column] > ROOM_M, f"between {begin} and {end}"


def test_the_shipped_route_starts_where_map_frame_and_world_frame_are_one() -> None:
    assert read_route(ROUTE).start == Pose2D(0.0, 0.0, 0.0)


def test_the_shipped_route_is_driven_to_its_end_without_a_collision() -> None:
    route = read_route(ROUTE)
    places = [(route.start.x_m, route.start.y_m), *route.waypoints]
    length_m = sum(math.dist(a, b) for a, b in pairwise(places))
    physics = Physics(read_world(WORLD).as_mapped(), Robot(), start=route.start)
    follower = RouteFollower(route)
    ticks = 0
    while follower.left:
        physics.tick(*follower.command(physics.pose))
        ticks += 1
        assert ticks * TICK_S < 3 * length_m / 0.35, f"{follower.left} waypoints left"
    assert physics.collisions == 0
    assert follower.command(physics.pose) == (0.0, 0.0)


def test_a_robot_is_in_the_world_where_its_start_and_its_way_from_there_put_it() -> None:
    start = Pose2D(3.0, -1.0, math.pi / 2)
    found = in_world(start, Pose.from_rpy(2.0, 0.5, 0.0, 0.0, 0.0, math.pi / 4))
    assert astuple(found) == pytest.approx((2.5, 1.0, 0.75 * math.pi))


def test_a_waypoint_behind_is_turned_to_before_it_is_driven_at() -> None:
    follower = RouteFollower(Route(Pose2D(), ((-1.0, 0.1),)))
    forward, turn = follower.command(Pose2D(0.0, 0.0, 0.0))
    assert forward == 0.0
    assert turn > 0.0
    forward, turn = follower.command(Pose2D(0.0, 0.0, math.pi))
    assert forward > 0.0


def test_waypoints_in_reach_are_passed_over() -> None:
    follower = RouteFollower(Route(Pose2D(), ((0.01, 0.0), (0.02, 0.0), (2.0, 0.0))))
    follower.command(Pose2D())
    assert follower.left == 1


@pytest.mark.parametrize(
    "text, fault",
    [
        ("waypoints: [[1, 2]]", "must hold start and waypoints"),
        ("start: [0, 0]\nwaypoints: [[1, 2]]", "start must be 3 numbers"),
        ("start: [0, 0, 0]\nwaypoints: []", "must be a list"),
        ("start: [0, 0, 0]\nwaypoints: [[1, 2], [1, .nan]]", "waypoint 2 must be 2 numbers"),
        ("start: [0", "not YAML"),
    ],
)
def test_a_route_that_makes_no_sense_is_one_line(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "route.yaml"
    file.write_text(text)
    with pytest.raises(UserError, match=fault) as caught:
        read_route(file)
    assert "\n" not in str(caught.value)


def test_a_missing_route_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="none.yaml: cannot be read"):
        read_route(tmp_path / "none.yaml")
