# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Obstacles that move by themselves."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from simulator_worlds import box

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator.mover_path import YIELD_DISTANCE_M, position_along
from nav2_composition_bench.simulator.physics import TICK_S, Physics
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import MoverPath, World
from nav2_composition_bench.study.goal import Goal

MakeWorld = Callable[..., World]


def test_a_path_is_driven_to_and_fro() -> None:
    path = MoverPath(((0.0, 0.0), (2.0, 0.0), (2.0, 1.0)), 1.0)
    assert position_along(path, 1.5) == pytest.approx((1.5, 0.0))
    assert position_along(path, 2.5) == pytest.approx((2.0, 0.5))
    assert position_along(path, 3.5) == pytest.approx((2.0, 0.5))
    assert position_along(path, 6.0 + 0.25) == pytest.approx((0.25, 0.0))


def test_movers_stay_clear_of_the_goals_of_the_default_study(default_goals: list[Goal]) -> None:
    paths = [m.mover for m in read_world(data_file("worlds/bench.sdf")).models if m.mover]
    assert paths
    for path in paths:
        length = sum(math.dist(a, b) for a, b in zip(path.waypoints, path.waypoints[1:]))
        for step in range(101):
            x, y = position_along(path, length * step / 100)
            for goal in default_goals:
                assert math.dist((x, y), (goal.x_m, goal.y_m)) > 1.0


def test_a_mover_moves_and_waits_before_it_reaches_the_robot(world_of: MakeWorld) -> None:
    mover = (
        "<bench:mover><bench:speed>1.0</bench:speed><bench:waypoint>3 0</bench:waypoint>"
        "<bench:waypoint>0 0</bench:waypoint></bench:mover>"
    )
    physics = Physics(world_of(box("cart", "3 0 0.1 0 0 0", "0.2 0.2 0.2", mover)), Robot())
    nearest, places = math.inf, set()
    for _ in range(round(10.0 / TICK_S)):
        physics.tick(0.0, 0.0)
        x = float(physics.data.mocap_pos[0][0])
        nearest = min(nearest, x)
        places.add(round(x, 2))
    assert len(places) > 10
    assert YIELD_DISTANCE_M - 0.05 <= nearest <= 1.5
    assert physics.collisions == 0
