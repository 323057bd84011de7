# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The depth camera: frame, range, what it sees."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from simulator_worlds import box

from nav2_composition_bench.simulator.depth_camera import DepthCamera
from nav2_composition_bench.simulator.lidar import Lidar
from nav2_composition_bench.simulator.physics import Physics
from nav2_composition_bench.simulator.robot import DepthCameraModel, LidarModel, Robot
from nav2_composition_bench.simulator.world import World

MakeWorld = Callable[..., World]
EXACT = DepthCameraModel(noise_per_m2=0.0)


def look(world: World, model: DepthCameraModel = EXACT, seed: int = 0) -> NDArray[np.float32]:
    physics = Physics(world, Robot(camera=model))
    return DepthCamera(model, physics.model, physics.data, seed).points()


def test_the_optical_frame_has_z_forward_x_right_and_y_down(world_of: MakeWorld) -> None:
    left_and_low = box("b", "1.3 0.2 0.1 0 0 0", "0.2 0.2 0.2")
    points = look(world_of(left_and_low))
    near = points[(points[:, 2] < 1.3) & (points[:, 1] < 0.15)]
    assert near[:, 2].min() == pytest.approx(1.2 - EXACT.forward_m, abs=5e-3)
    assert near[:, 0].min() > -0.32 and near[:, 0].max() < -0.08
    assert near[:, 1].min() > 0.0


def test_a_wall_is_flat_at_its_distance(world_of: MakeWorld) -> None:
    points = look(world_of(box("wall", "2.05 0 1 0 0 0", "0.1 8 2")))
    wall = points[points[:, 1] < 0.1]
    assert wall[:, 2] == pytest.approx(np.full(len(wall), 2.0 - EXACT.forward_m), abs=5e-3)
    assert len(wall) > EXACT.columns * EXACT.rows / 2


def test_the_floor_lies_below_by_the_cameras_height(world_of: MakeWorld) -> None:
    points = look(world_of(""))
    assert len(points) > 100
    assert points[:, 1] == pytest.approx(np.full(len(points), EXACT.height_m), abs=5e-3)


def test_a_low_box_is_seen_by_the_camera_and_not_by_the_lidar(world_of: MakeWorld) -> None:
    world = world_of(box("low", "1.1 0 0.06 0 0 0", "0.2 0.2 0.12"))
    physics = Physics(world, Robot())
    lidar = Lidar(LidarModel(), physics.model, physics.data, 0)
    points = DepthCamera(EXACT, physics.model, physics.data, 0).points()
    above_floor = points[points[:, 1] < EXACT.height_m - 0.05]
    assert len(above_floor) > 10
    assert (lidar.scan() == np.inf).all()


def test_a_collision_without_visual_is_seen_by_the_lidar_only(world_of: MakeWorld) -> None:
    dark = box("dark", "1.1 0 0.25 0 0 0", "0.2 0.2 0.5")
    start, end = dark.index("<visual"), dark.index("</visual>") + len("</visual>")
    physics = Physics(world_of(dark[:start] + dark[end:]), Robot())
    lidar = Lidar(LidarModel(), physics.model, physics.data, 0)
    points = DepthCamera(EXACT, physics.model, physics.data, 0).points()
    assert (points[:, 1] > EXACT.height_m - 0.01).all()
    assert lidar.scan()[180] == pytest.approx(1.0, abs=0.05)


def test_points_out_of_range_are_left_out_and_none_is_nan(world_of: MakeWorld) -> None:
    points = look(world_of(box("far", "5.1 0 1 0 0 0", "0.2 8 2")), DepthCameraModel())
    assert np.isfinite(points).all()
    assert points[:, 2].max() < 4.2
    assert points.dtype == np.float32


def test_the_seed_reproduces_the_noise(world_of: MakeWorld) -> None:
    world = world_of(box("wall", "2.05 0 1 0 0 0", "0.1 8 2"))
    first, again, other = (look(world, DepthCameraModel(), seed) for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("depth_m", [1.0, 3.0])
def test_the_depth_noise_grows_with_the_square_of_the_depth(
    world_of: MakeWorld, depth_m: float
) -> None:
    middle = EXACT.forward_m + depth_m + 0.05
    world = world_of(box("wall", f"{middle} 0 1.5 0 0 0", "0.1 8 3"))
    exact, noisy = look(world), look(world, DepthCameraModel(noise_per_m2=0.004), seed=3)
    wall = np.abs(exact[:, 2] - depth_m) < 5e-3
    assert wall.sum() > 1000
    off = noisy[wall, 2].astype(float) - exact[wall, 2]
    assert np.std(off) == pytest.approx(0.004 * depth_m**2, rel=0.1)
    assert np.mean(off) == pytest.approx(0.0, abs=0.2 * np.std(off))
