# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Recovery behaviours in a closed loop."""

from __future__ import annotations

import math

import pytest
from closed_loop import inflated

from nav2_composition_bench.reference_stack.behaviors.behavior import (
    BackUp,
    Behavior,
    Spin,
    SpinLimits,
)
from nav2_composition_bench.reference_stack.behaviors.collision_check import touches_obstacle
from nav2_composition_bench.reference_stack.control.geometry import Pose

PERIOD_S = 0.1


def _run(behavior: Behavior, pose: Pose = (0.0, 0.0, 0.0)) -> tuple[Pose, list[float]]:
    speeds: list[float] = []
    for _ in range(200):
        progress = behavior.step(pose)
        if progress.done:
            return pose, speeds
        v, w = progress.command
        speeds.append(v or w)
        pose = (
            pose[0] + v * PERIOD_S * math.cos(pose[2]),
            pose[1] + v * PERIOD_S * math.sin(pose[2]),
            math.remainder(pose[2] + w * PERIOD_S, 2 * math.pi),
        )
    raise AssertionError("the behaviour did not end")


@pytest.mark.parametrize("target_rad", [1.57, -1.57])
def test_a_spin_turns_by_its_angle(target_rad: float) -> None:
    pose, speeds = _run(Spin(target_rad, SpinLimits()))
    assert pose[2] == pytest.approx(target_rad, abs=0.12)
    assert max(map(abs, speeds)) <= 1.0


def test_a_spin_can_exceed_half_a_turn() -> None:
    pose, speeds = _run(Spin(5.0, SpinLimits()), (0.0, 0.0, 3.0))
    assert len(speeds) * PERIOD_S >= 4.9
    assert math.remainder(pose[2] - 8.0, 2 * math.pi) == pytest.approx(0.0, abs=0.12)


def test_backing_up_covers_its_distance_backwards() -> None:
    pose, speeds = _run(BackUp(0.3, 0.15), (1.0, 1.0, math.pi / 2))
    assert pose[0] == pytest.approx(1.0)
    assert pose[1] == pytest.approx(0.7, abs=0.02)
    assert set(speeds) == {-0.15}


def test_backing_up_looks_at_the_way_behind_the_robot() -> None:
    progress = BackUp(1.0, 0.2, look_ahead_s=2.0).step((0.0, 0.0, 0.0))
    assert progress.ahead[-1] == pytest.approx((-0.4, 0.0, 0.0))
    grid = inflated([(-0.55, 0.0)])
    assert any(touches_obstacle(grid, pose, 0.22) for pose in progress.ahead)
    assert not touches_obstacle(grid, (0.0, 0.0, 0.0), 0.22)


def test_backing_up_looks_no_farther_than_it_goes() -> None:
    progress = BackUp(0.1, 0.2, look_ahead_s=2.0).step((0.0, 0.0, 0.0))
    assert progress.ahead[-1] == pytest.approx((-0.1, 0.0, 0.0))
