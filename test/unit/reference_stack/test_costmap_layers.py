# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What each costmap layer marks and clears."""

import math
from typing import Any

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.costmap.costs import (
    FREE_SPACE,
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import Window
from nav2_composition_bench.reference_stack.costmap.inflation_layer import InflationLayer
from nav2_composition_bench.reference_stack.costmap.layered_costmap import LayeredCostmap
from nav2_composition_bench.reference_stack.costmap.obstacle_layer import (
    ObstacleLayer,
    Scan,
    ScanLimits,
    observe,
)
from nav2_composition_bench.reference_stack.costmap.static_layer import StaticLayer
from nav2_composition_bench.reference_stack.costmap.voxel_layer import VoxelLayer, VoxelLimits
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap

WINDOW = Window(0.05, -2.0, -2.0, rows=80, columns=80)
LIMITS = ScanLimits(obstacle_max_range=2.5, raytrace_max_range=3.0)
LOOKING_ALONG_X = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
"""Takes an optical frame (x right, y down, z forward) to a frame with x forward, z up."""
CAMERA = np.array([0.0, 0.0, 0.3])


def empty() -> np.ndarray:
    return np.full(WINDOW.shape, NO_INFORMATION, dtype=np.uint8)


def at(costs: np.ndarray, x_m: float, y_m: float) -> int:
    row, column, inside = WINDOW.cells(x_m, y_m)
    assert inside
    return int(costs[row, column])


def scan_with(range_m: float, beams: int = 72) -> Scan:
    return Scan(np.full(beams, range_m), -math.pi, 2.0 * math.pi / beams, 0.1, 12.0)


def applied(layer: ObstacleLayer | VoxelLayer | StaticLayer, costs: np.ndarray) -> np.ndarray:
    layer.apply(WINDOW, costs)
    return costs


# Static


def test_the_map_is_copied_to_its_place() -> None:
    layer = StaticLayer()
    occupancy = np.array([[0, 100], [-1, 50]], dtype=np.int8)
    layer.set_map(OccupancyMap(0.05, 0.0, 0.0, occupancy))
    costs = applied(layer, np.zeros(WINDOW.shape, dtype=np.uint8))
    assert at(costs, 0.07, 0.02) == LETHAL_OBSTACLE
    assert at(costs, 0.02, 0.07) == NO_INFORMATION
    assert at(costs, 0.07, 0.07) == 127
    assert np.count_nonzero(costs) == 3


def test_unknown_cells_of_the_map_count_as_free_where_unknown_space_is_not_tracked() -> None:
    layer = StaticLayer(track_unknown_space=False)
    layer.set_map(OccupancyMap(0.05, 0.0, 0.0, np.array([[-1]], dtype=np.int8)))
    assert at(applied(layer, empty()), 0.02, 0.02) == FREE_SPACE


# Obstacles from scans


def test_beams_mark_their_ends_and_clear_the_way_there() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    layer.add(observe(scan_with(1.0), (0.01, 0.02, 0.0), LIMITS))
    costs = applied(layer, empty())
    assert at(costs, -1.0, 0.0) == LETHAL_OBSTACLE
    assert at(costs, 0.5, 0.0) == FREE_SPACE
    assert at(costs, 1.5, 0.0) == NO_INFORMATION


def test_an_obstacle_clears_after_it_is_gone() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    layer.add(observe(scan_with(1.0), (0.01, 0.02, 0.0), LIMITS))
    layer.add(observe(scan_with(math.inf), (0.01, 0.02, 0.0), LIMITS))
    assert not (applied(layer, empty()) == LETHAL_OBSTACLE).any()


def test_whatever_a_beam_has_marked_a_longer_one_clears() -> None:
    random = np.random.default_rng(5)
    for x_m, y_m, yaw_rad in random.uniform(-0.5, 0.5, (20, 3)):
        layer = ObstacleLayer()
        layer.move_to(WINDOW)
        short = Scan(random.uniform(0.2, 1.2, 90), 0.0, 2.0 * math.pi / 90, 0.1, 12.0)
        layer.add(observe(short, (x_m, y_m, yaw_rad), LIMITS))
        layer.add(observe(scan_with(math.inf, 90), (x_m, y_m, yaw_rad + math.pi), LIMITS))
        assert not (applied(layer, empty()) == LETHAL_OBSTACLE).any()


def test_a_far_echo_does_not_clear_its_own_cell() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    one_beam = Scan(np.array([1.0]), 0.0, 0.1, 0.1, 12.0)
    layer.add(observe(one_beam, (0.01, 0.02, 0.0), LIMITS))
    layer.add(observe(one_beam, (0.01, 0.02, 0.0), ScanLimits(obstacle_max_range=0.5)))
    assert at(applied(layer, empty()), 1.01, 0.02) == LETHAL_OBSTACLE


def test_a_beam_without_an_echo_clears_nothing_where_infinity_is_not_valid() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    layer.add(observe(scan_with(1.0), (0.0, 0.0, 0.0), LIMITS))
    deaf = ScanLimits(inf_is_valid=False)
    layer.add(observe(scan_with(math.inf), (0.0, 0.0, 0.0), deaf))
    assert (applied(layer, empty()) == LETHAL_OBSTACLE).any()


def test_far_echoes_clear_but_do_not_mark() -> None:
    observation = observe(scan_with(2.8), (0.0, 0.0, 0.0), LIMITS)
    assert observation.hits.shape == (0, 2)
    assert observation.clear_lengths_m == pytest.approx(np.full(72, 2.8))


def test_nan_and_too_short_ranges_count_for_nothing() -> None:
    scan = Scan(np.array([math.nan, 0.05, -1.0]), 0.0, 0.1, 0.1, 12.0)
    observation = observe(scan, (0.0, 0.0, 0.0), LIMITS)
    assert observation.hits.size == 0 and observation.clear_lengths_m.size == 0


def test_a_scan_is_placed_by_the_pose_of_the_scanner() -> None:
    scan = Scan(np.array([1.0]), 0.0, 0.1, 0.1, 12.0)
    observation = observe(scan, (0.5, 0.2, math.pi / 2), LIMITS)
    assert observation.hits == pytest.approx(np.array([[0.5, 1.2]]))


def test_marks_stay_in_place_when_the_window_rolls_and_go_when_it_leaves_them() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    layer.add(observe(Scan(np.array([1.0]), 0.0, 0.1, 0.1, 12.0), (0.0, 0.0, 0.0), LIMITS))
    rolled = WINDOW.centred_at(2.0, 0.0)
    costs = np.full(rolled.shape, NO_INFORMATION, dtype=np.uint8)
    layer.apply(rolled, costs)
    row, column, _ = rolled.cells(1.0, 0.0)
    assert costs[row, column] == LETHAL_OBSTACLE
    layer.apply(WINDOW.centred_at(9.0, 0.0), np.full(WINDOW.shape, 255, dtype=np.uint8))
    assert not (applied(layer, empty()) == LETHAL_OBSTACLE).any()


def test_an_obstacle_layer_does_not_lower_what_the_map_says() -> None:
    layer = ObstacleLayer()
    layer.move_to(WINDOW)
    layer.add(observe(scan_with(1.0), (0.0, 0.0, 0.0), LIMITS))
    costs = applied(layer, np.full(WINDOW.shape, LETHAL_OBSTACLE, dtype=np.uint8))
    assert (costs == LETHAL_OBSTACLE).all()


# Voxels from depth points


def post(distance_m: float) -> np.ndarray:
    """Points of a thin post in front of the camera, optical frame, from the floor upwards."""
    down_m = np.linspace(-0.2, 0.25, 40)
    return np.column_stack([np.zeros(40), down_m, np.full(40, distance_m)]).astype(np.float32)


def layer_with_post(**limits: Any) -> VoxelLayer:
    layer = VoxelLayer(VoxelLimits(min_obstacle_height=0.08, max_obstacle_height=1.0, **limits))
    layer.add(post(1.0), LOOKING_ALONG_X, CAMERA, now_s=0.0)
    return layer


def test_depth_points_are_marked_where_they_are_in_the_costmap_frame() -> None:
    costs = applied(layer_with_post(), empty())
    assert at(costs, 1.01, -0.01) == LETHAL_OBSTACLE or at(costs, 1.01, 0.01) == LETHAL_OBSTACLE
    assert (costs == LETHAL_OBSTACLE).sum() == 1


def test_points_of_the_floor_and_above_the_robot_are_left_out() -> None:
    layer = VoxelLayer(VoxelLimits(min_obstacle_height=0.08, max_obstacle_height=1.0))
    floor_and_lamp = np.array([[0.0, 0.3, 1.0], [0.0, -1.5, 1.0]], dtype=np.float32)
    layer.add(floor_and_lamp, LOOKING_ALONG_X, CAMERA, now_s=0.0)
    assert len(layer.centres()) == 0


def test_voxels_decay() -> None:
    layer = layer_with_post(voxel_decay=5.0)
    layer.decay(4.9)
    assert len(layer.centres()) > 0
    layer.decay(5.1)
    assert len(layer.centres()) == 0
    assert not (applied(layer, empty()) == LETHAL_OBSTACLE).any()


def test_voxels_that_are_seen_again_live_on() -> None:
    layer = layer_with_post(voxel_decay=5.0)
    before = len(layer.centres())
    layer.add(post(1.0), LOOKING_ALONG_X, CAMERA, now_s=4.0)
    layer.decay(8.0)
    assert len(layer.centres()) == before


def test_in_view_and_unseen_voxels_age_faster() -> None:
    seen_through = np.array([[0.0, 0.0, 2.0]], dtype=np.float32)
    layer = layer_with_post(voxel_decay=10.0, decay_acceleration=9.0)
    layer.add(seen_through, LOOKING_ALONG_X, CAMERA, now_s=1.5)
    layer.decay(1.5)
    # Half of the frustum's height covers only the middle of the post at this distance.
    assert not (np.abs(layer.centres()[:, 2] - 0.3) < 0.25)[layer.centres()[:, 0] < 1.5].any()


def test_voxels_out_of_view_age_as_usual() -> None:
    looking_back = LOOKING_ALONG_X * np.array([[-1.0], [-1.0], [1.0]])
    layer = layer_with_post(voxel_decay=10.0, decay_acceleration=9.0)
    before = len(layer.centres())
    layer.add(np.zeros((0, 3), dtype=np.float32), looking_back, CAMERA, now_s=1.5)
    layer.decay(1.5)
    assert len(layer.centres()) == before


def test_columns_with_too_few_voxels_are_no_obstacle() -> None:
    layer = layer_with_post(mark_threshold=100)
    assert not (applied(layer, empty()) == LETHAL_OBSTACLE).any()
    layer = layer_with_post(mark_threshold=2)
    assert (applied(layer, empty()) == LETHAL_OBSTACLE).sum() == 1


def test_voxels_outside_the_window_are_dropped() -> None:
    layer = layer_with_post()
    layer.apply(WINDOW.centred_at(50.0, 0.0), empty())
    assert len(layer.centres()) == 0


def test_negative_coordinates_survive_packing() -> None:
    layer = VoxelLayer(VoxelLimits(min_obstacle_height=-1.0))
    layer.add(np.array([[-1.23, 0.4, 1.1]]), np.eye(3), np.array([-0.5, -1.0, -0.9]), now_s=0.0)
    assert layer.centres() == pytest.approx(np.array([[-1.725, -0.575, 0.225]]))


# Inflation


def test_cost_falls_with_the_distance_from_an_obstacle() -> None:
    costs = np.zeros(WINDOW.shape, dtype=np.uint8)
    costs[40, 40] = LETHAL_OBSTACLE
    InflationLayer(0.22, 0.55, 3.0).apply(WINDOW, costs)
    assert costs[40, 40] == LETHAL_OBSTACLE
    assert costs[40, 44] == INSCRIBED_INFLATED_OBSTACLE
    assert costs[40, 46] == int(252 * math.exp(-3.0 * (0.30 - 0.22)))
    assert costs[40, 50] == int(252 * math.exp(-3.0 * (0.50 - 0.22)))
    assert costs[40, 52] == FREE_SPACE
    assert (costs == costs.T).all()


def test_unknown_cells_stay_unknown_beyond_the_inscribed_radius() -> None:
    costs = empty()
    costs[40, 40] = LETHAL_OBSTACLE
    InflationLayer(0.22, 0.55, 3.0).apply(WINDOW, costs)
    assert costs[40, 42] == INSCRIBED_INFLATED_OBSTACLE
    assert costs[40, 48] == NO_INFORMATION


def test_without_obstacles_nothing_is_inflated() -> None:
    costs = np.zeros(WINDOW.shape, dtype=np.uint8)
    InflationLayer(0.22, 0.55, 3.0).apply(WINDOW, costs)
    assert not costs.any()


# All together


def test_a_rolling_costmap_follows_the_robot_and_a_fixed_one_does_not() -> None:
    rolling = LayeredCostmap(WINDOW, [], "odom", rolling=True, track_unknown_space=False)
    fixed = LayeredCostmap(WINDOW, [], "map", rolling=False, track_unknown_space=True)
    for costmap in (rolling, fixed):
        costmap.follow(5.0, 5.0)
    assert rolling.update(1.0).origin_x_m == pytest.approx(3.0)
    assert fixed.update(1.0).window == WINDOW
    assert (rolling.update(1.0).costs == FREE_SPACE).all()
    assert (fixed.update(1.0).costs == NO_INFORMATION).all()


def test_an_obstacle_absent_from_the_map_is_added_to_it_and_inflated() -> None:
    static = StaticLayer()
    static.set_map(OccupancyMap(0.05, -2.0, -2.0, np.zeros(WINDOW.shape, dtype=np.int8)))
    obstacles = ObstacleLayer()
    obstacles.move_to(WINDOW)
    obstacles.add(observe(Scan(np.array([1.0]), 0.0, 0.1, 0.1, 12.0), (0.0, 0.0, 0.0), LIMITS))
    costmap = LayeredCostmap(
        WINDOW, [static, obstacles, InflationLayer(0.22, 0.55, 3.0)], "map", False, True
    )
    grid = costmap.update(stamp_s=3.0)
    assert grid.stamp_s == 3.0
    assert grid.cost_at(1.02, 0.02) == LETHAL_OBSTACLE
    assert 0 < grid.cost_at(1.0, 0.4) < INSCRIBED_INFLATED_OBSTACLE
    assert grid.cost_at(-1.0, 0.0) == FREE_SPACE
