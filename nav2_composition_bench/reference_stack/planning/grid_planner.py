# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The cheapest path over a costmap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from skimage.graph import MCP_Geometric

from nav2_composition_bench.reference_stack.costmap.costs import (
    INSCRIBED_INFLATED_OBSTACLE,
    LETHAL_OBSTACLE,
    MAX_NON_OBSTACLE,
    NO_INFORMATION,
)
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid
from nav2_composition_bench.reference_stack.planning.path_geometry import with_headings
from nav2_composition_bench.reference_stack.planning.path_smoother import (
    SmoothingWeights,
    smooth,
)
from nav2_composition_bench.reference_stack.planning.planning_error import (
    PlanningError,
    PlanningFailure,
)

_STAIRCASE = SmoothingWeights(tolerance=1e-3, max_its=60, w_data=0.02, w_smooth=0.4)
"""Takes the steps of 45° out of a path over cells, and hardly anything else."""

_IMPASSABLE = -1.0
"""MCP_Geometric never enters cells of negative cost."""


@dataclass(frozen=True)
class PlannerLimits:
    """How a path may run.

    :param tolerance: how far from a goal that is not free the path may end, metres.
    :param allow_unknown: whether the path may lead over unknown cells.
    :param neutral_cost: cost of a free cell, in units in which MAX_NON_OBSTACLE costs 252 more;
        the lower, the further the path keeps from obstacles.
    :param escape_radius: within it around the start, inscribed cells can be left, metres; a robot
        that stands a little too near a wall must be able to drive away.
    """

    tolerance: float = 0.0
    allow_unknown: bool = True
    neutral_cost: float = 50.0
    escape_radius: float = 0.35


def travel_costs(grid: CostGrid, limits: PlannerLimits) -> NDArray[np.float64]:
    """Cost per cell of distance, negative where the robot's centre must not be."""
    costs = limits.neutral_cost + grid.costs.astype(np.float64)
    costs[grid.costs >= INSCRIBED_INFLATED_OBSTACLE] = _IMPASSABLE
    if limits.allow_unknown:
        unknown = grid.costs == NO_INFORMATION
        costs[unknown] = limits.neutral_cost + MAX_NON_OBSTACLE
    return costs


def _start_cell(
    grid: CostGrid, costs: NDArray[np.float64], start: tuple[float, float], limits: PlannerLimits
) -> tuple[int, int]:
    """Find the start's cell, and open a way out where it is inscribed."""
    row, column, inside = grid.window.cells(*start)
    if not inside:
        raise PlanningError(
            PlanningFailure.START_OUTSIDE_MAP,
            f"start ({start[0]:.2f}, {start[1]:.2f}) is outside the global costmap",
        )
    cell = int(row), int(column)
    if grid.costs[cell] == LETHAL_OBSTACLE:
        raise PlanningError(
            PlanningFailure.START_OCCUPIED,
            f"start ({start[0]:.2f}, {start[1]:.2f}) is inside an obstacle",
        )
    if costs[cell] < 0.0:
        near = _disc(grid, start, limits.escape_radius)
        inscribed = near & (grid.costs == INSCRIBED_INFLATED_OBSTACLE)
        costs[inscribed] = limits.neutral_cost + 4.0 * MAX_NON_OBSTACLE
        costs[cell] = limits.neutral_cost + 4.0 * MAX_NON_OBSTACLE
    return cell


def _disc(grid: CostGrid, centre: tuple[float, float], radius_m: float) -> NDArray[np.bool_]:
    rows, columns = np.ogrid[: grid.window.rows, : grid.window.columns]
    x_m = grid.origin_x_m + (columns + 0.5) * grid.resolution_m - centre[0]
    y_m = grid.origin_y_m + (rows + 0.5) * grid.resolution_m - centre[1]
    inside: NDArray[np.bool_] = x_m * x_m + y_m * y_m <= radius_m * radius_m
    return inside


def _goal_cells(
    grid: CostGrid, costs: NDArray[np.float64], goal: tuple[float, float], limits: PlannerLimits
) -> NDArray[np.intp]:
    """Cells at which the path may end, (n, 2), nearest to the goal first."""
    row, column, inside = grid.window.cells(*goal)
    if not inside:
        raise PlanningError(
            PlanningFailure.GOAL_OUTSIDE_MAP,
            f"goal ({goal[0]:.2f}, {goal[1]:.2f}) is outside the global costmap",
        )
    near = _disc(grid, goal, limits.tolerance)
    near[row, column] = True
    cells = np.argwhere(near & (costs >= 0.0))
    if cells.size == 0:
        known = grid.costs[row, column] != NO_INFORMATION
        what = "inside or too close to an obstacle" if known else "in unknown space"
        raise PlanningError(
            PlanningFailure.GOAL_OCCUPIED,
            f"goal ({goal[0]:.2f}, {goal[1]:.2f}) is {what}",
        )
    from_goal = np.hypot(*(cells - (row, column)).T)
    ordered: NDArray[np.intp] = cells[np.argsort(from_goal, kind="stable")]
    return ordered


def plan(
    grid: CostGrid,
    start: tuple[float, float],
    goal: tuple[float, float, float],
    limits: PlannerLimits,
) -> NDArray[np.float64]:
    """Find the cheapest path from a position to a pose.

    :param start: x, y in the grid's frame, metres.
    :param goal: x, y, yaw in the grid's frame.
    :returns: (n, 3) poses about a cell apart; the last one is the goal pose, unless the goal is
        not free and the path ends within ``limits.tolerance`` of it.
    :raises PlanningError: if there is no path, saying why.
    """
    costs = travel_costs(grid, limits)
    start_cell = _start_cell(grid, costs, start, limits)
    ends = _goal_cells(grid, costs, goal[:2], limits)
    search = MCP_Geometric(costs, fully_connected=True)
    cumulative, _ = search.find_costs([start_cell], ends, find_all_ends=True)
    reached = ends[np.isfinite(cumulative[ends[:, 0], ends[:, 1]])]
    if reached.size == 0:
        raise PlanningError(
            PlanningFailure.NO_VALID_PATH,
            f"no way from ({start[0]:.2f}, {start[1]:.2f}) to ({goal[0]:.2f}, {goal[1]:.2f})",
        )
    cells = np.array(search.traceback(reached[0]))
    points = np.vstack([start, grid.window.centres(cells[1:-1, 0], cells[1:-1, 1])])
    goal_row, goal_column, _ = grid.window.cells(goal[0], goal[1])
    at_goal = tuple(reached[0]) == (goal_row, goal_column)
    end = np.array(goal[:2]) if at_goal else grid.window.centres(*reached[0])
    return with_headings(smooth(np.vstack([points, end]), grid, _STAIRCASE), goal[2])
