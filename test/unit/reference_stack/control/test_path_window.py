# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Progress along a path."""

from __future__ import annotations

import numpy as np
import pytest
from closed_loop import path_through

from nav2_composition_bench.reference_stack.control.path_window import PathWindow


def test_passed_poses_are_left_behind() -> None:
    window = PathWindow(path_through((0.0, 0.0), (4.0, 0.0)))
    window.advance((1.0, 0.2, 0.0))
    poses, remaining_m = window.ahead(1.0)
    assert poses[0, 0] == pytest.approx(1.0, abs=0.03)
    assert poses[-1, 0] == pytest.approx(2.0, abs=0.06)
    assert remaining_m[0] == pytest.approx(3.0, abs=0.03)
    assert window.ahead(1.0)[1][0] == pytest.approx(3.0, abs=0.03)


def test_progress_never_goes_back() -> None:
    window = PathWindow(path_through((0.0, 0.0), (4.0, 0.0)))
    window.advance((1.0, 0.0, 0.0))
    window.advance((0.0, 0.0, 0.0))
    assert window.ahead(1.0)[1][0] == pytest.approx(3.0, abs=0.03)


def test_a_path_that_returns_to_its_start_is_not_cut_short() -> None:
    window = PathWindow(path_through((0.0, 0.0), (4.0, 0.0), (4.0, 0.1), (0.0, 0.1)))
    window.advance((0.0, 0.1, 0.0))
    assert window.ahead(1.0)[1][0] == pytest.approx(8.1, abs=0.06)


def test_at_the_end_one_pose_is_left() -> None:
    window = PathWindow(path_through((0.0, 0.0), (1.0, 0.0)))
    window.advance((1.2, 0.0, 0.0))
    poses, remaining_m = window.ahead(2.0)
    assert poses.shape == (1, 3)
    assert remaining_m.tolist() == [0.0]


def test_a_path_of_one_pose_has_no_length() -> None:
    assert PathWindow(np.array([[1.0, 2.0, 0.0]])).ahead(1.0)[1].tolist() == [0.0]


def test_an_empty_path_is_refused() -> None:
    with pytest.raises(ValueError, match="no poses"):
        PathWindow(np.zeros((0, 3)))
