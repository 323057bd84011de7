# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The bench world puts the stack's obstacle layers to the test."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.costmap.inflation_layer import InflationLayer
from nav2_composition_bench.reference_stack.costmap.layered_costmap import LayeredCostmap
from nav2_composition_bench.reference_stack.costmap.static_layer import StaticLayer
from nav2_composition_bench.reference_stack.mapping.occupancy_map import load_map
from nav2_composition_bench.reference_stack.planning.grid_planner import PlannerLimits, plan
from nav2_composition_bench.study.study_file import default_study_file, load_study

BODY_RADIUS_M = 0.17


@pytest.mark.parametrize("model, half_width_m", [("low_box", 0.15), ("dark_box", 0.125)])
def test_a_robot_that_trusted_the_map_alone_would_hit_the_box(
    model: str, half_width_m: float
) -> None:
    study = load_study(default_study_file())
    to_a, to_b = study.navigation.goals
    static = StaticLayer()
    static.set_map(load_map(study.navigation.map_file))
    assert static.window is not None
    layers = (static, InflationLayer(0.22, 0.7, 3.0))
    grid = LayeredCostmap(static.window, layers, "map", False, True).update(0.0)
    goal = (to_b.x_m, to_b.y_m, to_b.yaw_rad)
    path = plan(grid, (to_a.x_m, to_a.y_m), goal, PlannerLimits())

    pose = ElementTree.parse(study.navigation.world_file).find(f".//model[@name='{model}']/pose")
    assert pose is not None
    assert pose.text is not None
    x_m, y_m = (float(word) for word in pose.text.split()[:2])
    nearest_m = float(np.hypot(path[:, 0] - x_m, path[:, 1] - y_m).min())
    assert nearest_m < BODY_RADIUS_M + half_width_m
