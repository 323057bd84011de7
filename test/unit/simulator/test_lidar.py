# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The lidar against rooms whose distances are known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from simulator_worlds import ROOM, box

from nav2_composition_bench.simulator.lidar import Lidar
from nav2_composition_bench.simulator.physics import Physics
from nav2_composition_bench.simulator.robot import LidarModel, Robot
from nav2_composition_bench.simulator.world import World

MakeWorld = Callable[..., World]


def scan(world: World, model: LidarModel, seed: int = 0) -> NDArray[np.float32]:
    physics = Physics(world, Robot(lidar=model))
    return Lidar(model, physics.model, physics.data, seed).scan()


def room_distance(x: float, y: float, angle: float) -> float:
    """Return the distance to the inner faces of ROOM along a direction."""
    cosine, sine = np.cos(angle), np.sin(angle)
    to_x = ((4 if cosine > 0 else -2) - x) / cosine
    to_y = ((3 if sine > 0 else -3) - y) / sine
    return float(min(to_x, to_y))


def test_ranges_are_the_distances_to_the_walls(world_of: MakeWorld) -> None:
    model = LidarModel(noise_sd_m=0.0)
    ranges = scan(world_of(ROOM, "0.5 -1 0.7"), model)
    angles = -np.pi + 2 * np.pi / 360 * np.arange(360)
    expected = [room_distance(0.5, -1.0, angle + 0.7) for angle in angles]
    assert ranges == pytest.approx(expected, abs=2e-3)


def test_noise_has_the_stated_deviation_and_its_seed_reproduces_it(world_of: MakeWorld) -> None:
    world = world_of(ROOM)
    exact = scan(world, LidarModel(noise_sd_m=0.0))
    noisy = scan(world, LidarModel(noise_sd_m=0.05), seed=7)
    assert np.std(noisy - exact) == pytest.approx(0.05, rel=0.2)
    assert np.array_equal(noisy, scan(world, LidarModel(noise_sd_m=0.05), seed=7))
    assert not np.array_equal(noisy, scan(world, LidarModel(noise_sd_m=0.05), seed=8))


def test_nothing_in_range_reads_as_infinity(world_of: MakeWorld) -> None:
    model = LidarModel(range_max_m=3.5)
    ranges = scan(world_of(ROOM), model)
    assert ranges[180] == np.inf
    assert ranges[0] == pytest.approx(2.0, abs=0.05)


def test_what_is_nearer_than_the_least_range_reads_as_minus_infinity(world_of: MakeWorld) -> None:
    """As REP-117 has it: something is there, too near to be measured."""
    world = world_of(box("near", "0.2 0 0.3 0 0 0", "0.2 0.2 0.3"))
    measured = scan(world, LidarModel(range_min_m=0.05, noise_sd_m=0.0))
    too_near = scan(world, LidarModel(range_min_m=0.12, noise_sd_m=0.0))
    assert measured[180] == pytest.approx(0.1, abs=2e-3)
    assert too_near[180] == -np.inf
    assert too_near[0] == np.inf


def test_a_box_below_the_scanning_plane_is_not_seen(world_of: MakeWorld) -> None:
    model = replace(LidarModel(), noise_sd_m=0.0)
    seen = scan(world_of(box("high", "1 0 0.1 0 0 0", "0.2 0.2 0.2")), model)
    unseen = scan(world_of(box("low", "1 0 0.06 0 0 0", "0.2 0.2 0.12")), model)
    assert seen[180] == pytest.approx(0.9, abs=2e-3)
    assert unseen[180] == np.inf


def test_a_visual_without_collision_is_not_seen(world_of: MakeWorld) -> None:
    ghost = (
        '<model name="ghost"><static>true</static><pose>1 0 0.5 0 0 0</pose><link name="l">'
        '<visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>'
        "</link></model>"
    )
    assert (scan(world_of(ghost), LidarModel()) == np.inf).all()
