# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Windows and snapshots of costs."""

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.costmap.costs import to_occupancy
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid, Window

WINDOW = Window(0.05, -1.0, 2.0, rows=20, columns=40)


def test_points_are_found_in_their_cells_and_outside_is_said() -> None:
    rows, columns, inside = WINDOW.cells([-0.99, 0.99, -1.01], [2.01, 2.99, 2.5])
    assert rows[:2].tolist() == [0, 19]
    assert columns[:2].tolist() == [0, 39]
    assert inside.tolist() == [True, True, False]


def test_a_cell_and_its_centre_belong_together() -> None:
    rows, columns = np.meshgrid(np.arange(20), np.arange(40), indexing="ij")
    centres = WINDOW.centres(rows, columns)
    found_rows, found_columns, inside = WINDOW.cells(centres[..., 0], centres[..., 1])
    assert inside.all()
    assert (found_rows == rows).all() and (found_columns == columns).all()


def test_a_window_moves_by_whole_cells() -> None:
    moved = WINDOW.centred_at(3.333, -1.234)
    assert (moved.origin_x_m - WINDOW.origin_x_m) / 0.05 == pytest.approx(
        round((moved.origin_x_m - WINDOW.origin_x_m) / 0.05)
    )
    assert moved.origin_x_m + 1.0 == pytest.approx(3.333, abs=0.026)


def test_the_overlap_of_two_windows_names_the_same_places_in_both() -> None:
    other = Window(0.05, -0.5, 1.5, rows=20, columns=40)
    mine, theirs = WINDOW.overlap(other)
    own = np.zeros(WINDOW.shape)
    own[mine] = 1
    foreign = np.zeros(other.shape)
    foreign[theirs] = 1
    assert own.sum() == foreign.sum() == 10 * 30
    assert own[0, 10] == 1 and foreign[10, 0] == 1


def test_windows_apart_have_no_overlap() -> None:
    mine, theirs = WINDOW.overlap(Window(0.05, 50.0, 50.0, 10, 10))
    assert np.zeros(WINDOW.shape)[mine].size == 0
    assert np.zeros((10, 10))[theirs].size == 0


def test_a_snapshot_cannot_be_written_to_and_answers_outside() -> None:
    grid = CostGrid(WINDOW, np.full(WINDOW.shape, 7, dtype=np.uint8))
    with pytest.raises(ValueError, match="read-only"):
        grid.costs[0, 0] = 1
    assert grid.cost_at([0.0, 9.0], [2.5, 9.0]).tolist() == [7, 255]


def test_a_snapshot_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match="the window is"):
        CostGrid(WINDOW, np.zeros((3, 3), dtype=np.uint8))


def test_costs_become_percentages_with_the_special_values_apart() -> None:
    costs = np.array([0, 1, 252, 253, 254, 255], dtype=np.uint8)
    assert to_occupancy(costs).tolist() == [0, 1, 98, 99, 100, -1]
