# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Gazebo Classic drives the real Nav2, its depth points included."""

from __future__ import annotations

import dataclasses
import math
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench_runner import Bench
from installed_programs import needs
from nav2_msgs.msg import Costmap
from nav2_study import SMALL, driven, nav2_study
from rclpy.qos import DurabilityPolicy, QoSProfile
from study_factory import ISOLATED, RMW, settled_of
from waiting import wait_until

from nav2_composition_bench.bringup.session import BringUpSession

pytestmark = [
    needs("gazebo_msgs"),
    pytest.mark.skipif(shutil.which("gzserver") is None, reason="Gazebo Classic is not installed"),
]

GAZEBO: dict[str, Any] = {"simulator": "gazebo", "use_sim_time": True}
LOW_BOX = (-2.75, -1.35)
"""Its place in the world; below the lidar's plane, so only the depth camera sees it."""
LETHAL = 254


def test_both_goals_are_reached_and_nothing_is_left(start: Callable[..., Bench]) -> None:
    goals = [dataclasses.asdict(goal) for goal in nav2_study().navigation.goals]
    study = {**SMALL, **GAZEBO, "goals": goals, "compositions": ["isolated"]}
    assert "real_time_factor" in driven(start(study=study, script=None)).metrics


def test_what_the_depth_camera_alone_sees_is_an_obstacle(domain_id: int, tmp_path: Path) -> None:
    """The robot looks at the low box from its start, in the odometry's frame by its start."""
    settled = settled_of(nav2_study().with_navigation(**GAZEBO))
    start = settled.study.navigation.goals[-1]
    east, north = LOW_BOX[0] - start.x_m, LOW_BOX[1] - start.y_m
    ahead = east * math.cos(start.yaw_rad) + north * math.sin(start.yaw_rad)
    left = north * math.cos(start.yaw_rad) - east * math.sin(start.yaw_rad)
    heard: list[Costmap] = []

    def seen() -> bool:
        return bool(heard) and lethal_near(heard[-1], ahead, left)

    with BringUpSession(settled, RMW, tmp_path, domain_id=domain_id) as session:
        latched = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        session.client.node.create_subscription(
            Costmap, "local_costmap/costmap_raw", heard.append, latched
        )
        session.host.ensure_running()
        with session.start_system(ISOLATED) as system:
            system.wait_until_active(200.0)
            wait_until(seen, "the low box in the local costmap")
            system.shut_down()


def lethal_near(costmap: Costmap, x_m: float, y_m: float, within_m: float = 0.2) -> bool:
    """Tell whether a cell near a place in the costmap's frame is an obstacle itself."""
    data = costmap.metadata
    for index, cost in enumerate(costmap.data):
        row, column = divmod(index, data.size_x)
        x = data.origin.position.x + (column + 0.5) * data.resolution
        y = data.origin.position.y + (row + 0.5) * data.resolution
        if cost == LETHAL and math.dist((x, y), (x_m, y_m)) < within_m:
            return True
    return False
