# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Points out of scans."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.safety.obstacle_source import scan_points


def _scan(*ranges_m: float) -> SimpleNamespace:
    return SimpleNamespace(
        ranges=list(ranges_m),
        range_min=0.1,
        range_max=10.0,
        angle_min=0.0,
        angle_increment=math.pi / 2,
    )


def test_a_return_lies_where_its_beam_points() -> None:
    points = scan_points(_scan(1.0, 1.5))
    assert points == pytest.approx(np.array([(1.0, 0.0), (0.0, 1.5)]))


def test_beams_without_a_return_or_too_near_give_no_points() -> None:
    assert len(scan_points(_scan(math.inf, 0.05, math.nan, 20.0))) == 0


def test_far_returns_are_left_out_and_the_others_keep_their_direction() -> None:
    assert scan_points(_scan(5.0, 1.0)) == pytest.approx(np.array([(0.0, 1.0)]))
