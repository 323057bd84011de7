# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Planning and smoothing over a costmap with a wall that has a gap."""

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.costmap.costs import (
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window
from nav2_composition_bench.reference_stack.costmap.inflation_layer import InflationLayer
from nav2_composition_bench.reference_stack.planning.grid_planner import PlannerLimits, plan
from nav2_composition_bench.reference_stack.planning.path_geometry import with_headings
from nav2_composition_bench.reference_stack.planning.path_smoother import (
    SmoothingWeights,
    first_collision,
    smooth,
    smooth_within,
)
from nav2_composition_bench.reference_stack.planning.planning_error import (
    PlanningError,
    PlanningFailure,
)

WINDOW = Window(0.05, 0.0, 0.0, rows=100, columns=120)
"""6 x 5 m."""


def inflated(costs: np.ndarray) -> CostGrid:
    InflationLayer(0.22, 0.7, 3.0).apply(WINDOW, costs)
    return CostGrid(WINDOW, costs)


def open_costs() -> np.ndarray:
    return np.zeros(WINDOW.shape, dtype=np.uint8)


def wall_with_gap(gap: slice = slice(70, 90)) -> CostGrid:
    costs = open_costs()
    costs[:, 60:62] = LETHAL_OBSTACLE
    costs[gap, 60:62] = 0
    return inflated(costs)


def length_m(points: np.ndarray) -> float:
    return float(np.hypot(*np.diff(points[:, :2], axis=0).T).sum())


def total_turning_rad(points: np.ndarray) -> float:
    """The sum of the absolute changes of direction along a path without standstill."""
    steps = np.diff(points[:, :2], axis=0)
    directions = np.unwrap(np.arctan2(steps[:, 1], steps[:, 0]))
    return float(np.abs(np.diff(directions)).sum())


def failure(grid: CostGrid, start: tuple[float, float], goal: tuple[float, float]) -> PlanningError:
    with pytest.raises(PlanningError) as raised:
        plan(grid, start, (*goal, 0.0), PlannerLimits())
    return raised.value


def test_in_the_open_the_path_is_straight_and_as_long_as_the_distance() -> None:
    path = plan(CostGrid(WINDOW, open_costs()), (0.5, 0.5), (4.5, 3.5, 1.0), PlannerLimits())
    assert length_m(path) < 1.09 * 5.0
    assert path[0, :2] == pytest.approx([0.5, 0.5])
    assert path[-1] == pytest.approx([4.5, 3.5, 1.0])


def test_the_path_leads_through_the_gap_and_keeps_clear_of_its_posts() -> None:
    grid = wall_with_gap()
    path = plan(grid, (1.0, 1.0), (5.0, 1.0, 0.0), PlannerLimits())
    crossing = path[np.argmin(np.abs(path[:, 0] - 3.05))]
    assert 3.5 + 0.35 < crossing[1] < 4.5 - 0.35
    assert first_collision(path[:, :2], grid) is None
    assert (grid.cost_at(path[:, 0], path[:, 1]) < INSCRIBED_INFLATED_OBSTACLE).all()


def test_the_path_keeps_clearance_where_there_is_room() -> None:
    costs = open_costs()
    costs[:40, 58:62] = LETHAL_OBSTACLE
    grid = inflated(costs)
    path = plan(grid, (1.5, 1.0), (4.5, 1.0, 0.0), PlannerLimits())
    corner = np.array([3.0, 2.0])
    assert np.hypot(*(path[:, :2] - corner).T).min() > 0.3


def test_consecutive_poses_are_about_a_cell_apart_and_look_along_the_path() -> None:
    path = plan(wall_with_gap(), (1.0, 1.0), (5.0, 1.0, -2.0), PlannerLimits())
    steps = np.diff(path[:, :2], axis=0)
    assert np.hypot(*steps.T).max() < 0.11
    assert path[:-1, 2] == pytest.approx(np.arctan2(steps[:, 1], steps[:, 0]))
    assert path[-1, 2] == -2.0


def test_a_gap_narrower_than_the_robot_is_no_way() -> None:
    found = failure(wall_with_gap(slice(70, 77)), (1.0, 1.0), (5.0, 1.0))
    assert found.failure is PlanningFailure.NO_VALID_PATH
    assert "(1.00, 1.00) to (5.00, 1.00)" in str(found)


@pytest.mark.parametrize(
    ("start", "goal", "expected"),
    [
        ((1.0, 1.0), (3.05, 1.0), PlanningFailure.GOAL_OCCUPIED),
        ((1.0, 1.0), (3.2, 1.0), PlanningFailure.GOAL_OCCUPIED),
        ((1.0, 1.0), (7.0, 1.0), PlanningFailure.GOAL_OUTSIDE_MAP),
        ((-0.1, 1.0), (1.0, 1.0), PlanningFailure.START_OUTSIDE_MAP),
        ((3.05, 1.0), (1.0, 1.0), PlanningFailure.START_OCCUPIED),
    ],
)
def test_what_is_wrong_with_start_or_goal_is_a_typed_failure(
    start: tuple[float, float], goal: tuple[float, float], expected: PlanningFailure
) -> None:
    assert failure(wall_with_gap(), start, goal).failure is expected


def test_within_the_tolerance_the_path_ends_beside_an_occupied_goal() -> None:
    path = plan(wall_with_gap(), (1.0, 1.0), (2.9, 1.0, 0.5), PlannerLimits(tolerance=0.3))
    assert 0.05 < np.hypot(*(path[-1, :2] - (2.9, 1.0))) <= 0.3
    assert path[-1, 2] == 0.5


def test_a_robot_that_stands_too_near_a_wall_can_leave() -> None:
    path = plan(wall_with_gap(), (2.85, 1.0), (1.0, 1.0, 0.0), PlannerLimits())
    assert path[-1, :2] == pytest.approx([1.0, 1.0])


def test_unknown_space_is_crossed_only_where_allowed() -> None:
    costs = open_costs()
    costs[:, 60:64] = NO_INFORMATION
    grid = CostGrid(WINDOW, costs)
    assert plan(grid, (1.0, 1.0), (5.0, 1.0, 0.0), PlannerLimits()).shape[1] == 3
    with pytest.raises(PlanningError) as raised:
        plan(grid, (1.0, 1.0), (5.0, 1.0, 0.0), PlannerLimits(allow_unknown=False))
    assert raised.value.failure is PlanningFailure.NO_VALID_PATH


def test_start_and_goal_in_one_cell_make_a_path_of_two_poses() -> None:
    path = plan(CostGrid(WINDOW, open_costs()), (1.01, 1.01), (1.02, 1.03, 0.3), PlannerLimits())
    assert path[:, :2] == pytest.approx(np.array([[1.01, 1.01], [1.02, 1.03]]))


def zigzag() -> np.ndarray:
    x_m = np.arange(0.5, 2.5, 0.05)
    return np.column_stack([x_m, 2.5 + 0.04 * (np.arange(x_m.size) % 2)])


def test_smoothing_takes_out_turns_and_keeps_the_ends() -> None:
    grid = CostGrid(WINDOW, open_costs())
    path = zigzag()
    smoothed = smooth(path, grid, SmoothingWeights(w_data=0.05, w_smooth=0.4))
    assert total_turning_rad(smoothed) < 0.1 * total_turning_rad(path)
    assert length_m(smoothed) < length_m(path)
    assert np.array_equal(smoothed[[0, -1]], path[[0, -1]])


def detour() -> tuple[CostGrid, np.ndarray]:
    """A path round a block: smoothing would like to cut through it."""
    costs = open_costs()
    costs[30:60, 50:70] = LETHAL_OBSTACLE
    grid = inflated(costs)
    up = np.arange(2.0, 3.3, 0.05)
    over = np.arange(2.2, 3.8, 0.05)
    path = np.vstack(
        [
            np.column_stack([np.full(up.size, 2.2), up]),
            np.column_stack([over, np.full(over.size, 3.3)]),
            np.column_stack([np.full(up.size, 3.8), up[::-1]]),
        ]
    )
    return grid, path


def test_smoothing_never_enters_cells_that_the_robot_must_not_enter() -> None:
    grid, path = detour()
    assert first_collision(path, grid) is None
    smoothed = smooth(path, grid, SmoothingWeights(w_data=0.0, w_smooth=0.45, max_its=2000))
    dense = np.column_stack(
        [
            np.interp(np.linspace(0, len(path) - 1, 2000), np.arange(len(path)), smoothed[:, axis])
            for axis in (0, 1)
        ]
    )
    lethal_or_inscribed = grid.cost_at(smoothed[:, 0], smoothed[:, 1]) >= 253
    assert not lethal_or_inscribed.any()
    assert not (grid.cost_at(dense[:, 0], dense[:, 1]) == LETHAL_OBSTACLE).any()
    assert total_turning_rad(smoothed) < total_turning_rad(path)
    assert not np.array_equal(smoothed, path)


def test_smoothing_over_unknown_cells_never_enters_an_obstacle() -> None:
    known, path = detour()
    costs = np.full_like(known.costs, NO_INFORMATION)
    touching = (known.costs >= INSCRIBED_INFLATED_OBSTACLE) & (known.costs <= LETHAL_OBSTACLE)
    costs[touching] = known.costs[touching]
    grid = CostGrid(WINDOW, costs)
    assert (grid.cost_at(path[:, 0], path[:, 1]) == NO_INFORMATION).all()
    smoothed = smooth(path, grid, SmoothingWeights(w_data=0.0, w_smooth=0.45, max_its=2000))
    assert first_collision(smoothed, grid) is None
    assert total_turning_rad(smoothed) < total_turning_rad(path)


def test_the_pull_of_the_original_keeps_the_path_near_it() -> None:
    grid = CostGrid(WINDOW, open_costs())
    _, path = detour()
    near = smooth(path, grid, SmoothingWeights(w_data=0.3, w_smooth=0.3))
    far = smooth(path, grid, SmoothingWeights(w_data=0.002, w_smooth=0.3))
    assert np.abs(near - path).max() < np.abs(far - path).max()


def test_smoothing_stops_when_time_is_up() -> None:
    grid, path = detour()
    steps = iter([True, True])
    result = smooth_within(path, grid, SmoothingWeights(), lambda: next(steps, False))
    assert not result.completed
    assert result.points.shape == path.shape


def test_two_points_cannot_be_smoothed_and_stay() -> None:
    points = np.array([[0.0, 0.0], [1.0, 1.0]])
    assert np.array_equal(
        smooth(points, CostGrid(WINDOW, open_costs()), SmoothingWeights()), points
    )


def test_a_collision_is_found_where_it_is() -> None:
    points = np.column_stack([np.arange(1.0, 5.0, 0.05), np.full(80, 1.0)])
    index = first_collision(points, wall_with_gap())
    assert index is not None
    assert 2.7 < points[index, 0] < 2.85


def test_headings_look_along_the_path() -> None:
    poses = with_headings(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]), -1.0)
    assert poses[:, 2] == pytest.approx([0.0, np.pi / 2, -1.0])
