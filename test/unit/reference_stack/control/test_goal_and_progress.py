# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goal checker and progress checker."""

from __future__ import annotations

from nav2_composition_bench.reference_stack.control.goal_checker import GoalChecker
from nav2_composition_bench.reference_stack.control.progress_checker import (
    ProgressChecker,
)

GOAL = (1.0, 1.0, 3.1)


def test_a_goal_needs_position_and_heading() -> None:
    checker = GoalChecker(0.25, 0.25)
    assert not checker.is_reached((2.0, 1.0, 3.1), GOAL)
    assert not checker.is_reached((1.1, 1.0, 0.0), GOAL)
    assert checker.is_reached((1.1, 1.0, 3.1), GOAL)


def test_headings_are_compared_across_the_seam_at_pi() -> None:
    assert GoalChecker().is_reached((1.0, 1.0, -3.1), GOAL)


def test_the_turn_at_the_goal_may_leave_the_position_tolerance_until_reset() -> None:
    checker = GoalChecker(0.25, 0.25)
    checker.is_reached((1.24, 1.0, 0.0), GOAL)
    assert checker.is_reached((1.27, 1.0, 3.1), GOAL)
    checker.reset()
    assert not checker.is_reached((1.27, 1.0, 3.1), GOAL)


def test_a_robot_that_stays_put_is_found_out_after_the_allowance() -> None:
    checker = ProgressChecker(0.5, 0.5, 10.0)
    assert checker.is_progressing((0.0, 0.0, 0.0), 0.0)
    assert checker.is_progressing((0.3, 0.0, 0.0), 10.0)
    assert not checker.is_progressing((0.3, 0.0, 0.0), 10.1)


def test_driving_and_turning_both_count_as_progress() -> None:
    checker = ProgressChecker(0.5, 0.5, 10.0)
    checker.is_progressing((0.0, 0.0, 0.0), 0.0)
    checker.is_progressing((0.6, 0.0, 0.0), 9.0)
    checker.is_progressing((0.6, 0.0, 0.6), 18.0)
    assert checker.is_progressing((0.6, 0.0, 0.6), 27.0)


def test_reset_starts_the_allowance_anew() -> None:
    checker = ProgressChecker(0.5, 0.5, 10.0)
    checker.is_progressing((0.0, 0.0, 0.0), 0.0)
    checker.reset()
    assert checker.is_progressing((0.0, 0.0, 0.0), 100.0)
