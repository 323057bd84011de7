# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.goal import Goal, in_laps, refuse_same_place

DOCK, SHELF = Goal("dock", 0.0, 0.0, 0.0), Goal("shelf", 3.0, 0.0, 0.0)


def called(*names: str) -> tuple[Goal, ...]:
    return tuple(Goal(name, float(x_m), 0.0, 0.0) for x_m, name in enumerate(names))


def test_goals_of_later_laps_have_their_number() -> None:
    assert [goal.name for goal in in_laps((DOCK, SHELF), 3)] == [
        *("dock", "shelf"),
        *("dock-2", "shelf-2"),
        *("dock-3", "shelf-3"),
    ]


def test_a_goal_called_as_another_one_of_a_later_lap_is_refused() -> None:
    goals = called("dock", "dock-3")
    assert len(in_laps(goals, 2)) == 4
    with pytest.raises(UserError, match="--laps 3: goal dock is called dock-3 in lap 3, as anoth"):
        in_laps(goals, 3)


def test_goals_that_are_apart_are_driven_to() -> None:
    refuse_same_place((DOCK, SHELF), lambda index: f"goal {index}")


@pytest.mark.parametrize(
    ("goals", "said"),
    [
        (
            (DOCK, Goal("charger", 0.3, 0.0, 3.1), SHELF),
            "goal 1 .charger. is 0.30 m from goal dock",
        ),
        (
            (DOCK, SHELF, Goal("charger", 0.3, 0.0, 3.1)),
            "goal 0 .dock. is 0.30 m from goal charger",
        ),
    ],
)
def test_a_goal_where_the_one_before_it_is_is_refused_the_last_one_being_before_the_first(
    goals: tuple[Goal, ...], said: str
) -> None:
    with pytest.raises(UserError, match=f"^{said}, which precedes it; the robot would not drive"):
        refuse_same_place(goals, lambda index: f"goal {index}")
