# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When the localiser looks at a scan."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from std_srvs.srv import Empty

from nav2_composition_bench.reference_stack.localization.amcl import Amcl
from nav2_composition_bench.reference_stack.localization.likelihood_field import (
    BeamModel,
    LikelihoodField,
)
from nav2_composition_bench.reference_stack.localization.odometry_motion import OdometryNoise
from nav2_composition_bench.reference_stack.localization.particle_filter import (
    ParticleFilter,
    PoseEstimate,
)
from nav2_composition_bench.reference_stack.localization.scan_localizer import (
    FORCED_SCANS,
    ScanLocalizer,
    UpdateThresholds,
)
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OCCUPIED, OccupancyMap

ENDS = np.array([[1.0, 0.0], [0.0, 1.0]], dtype=np.float32)
SENSOR = np.zeros(3)


def localizer_with_a_map() -> ScanLocalizer:
    occupancy = np.zeros((80, 80), dtype=np.int8)
    occupancy[:, 60] = 100
    localizer = ScanLocalizer(
        ParticleFilter(200, OdometryNoise(), resample_interval=1), UpdateThresholds(0.25, 0.2)
    )
    localizer.field = LikelihoodField(OccupancyMap(0.05, 0.0, 0.0, occupancy), BeamModel())
    localizer.start_at(PoseEstimate(np.array([2.0, 2.0, 0.0]), np.diag([1e-4, 1e-4, 1e-4])))
    return localizer


def use_first_scans(localizer: ScanLocalizer, odometry: np.ndarray) -> None:
    for _ in range(FORCED_SCANS):
        assert localizer.use_scan(odometry, ENDS, SENSOR) is not None


def test_a_standing_robot_uses_its_first_scans_and_then_leaves_scans_alone() -> None:
    localizer = localizer_with_a_map()
    use_first_scans(localizer, np.zeros(3))
    assert localizer.use_scan(np.array([0.1, 0.0, 0.1]), ENDS, SENSOR) is None


@pytest.mark.parametrize("odometry", [[0.3, 0.0, 0.0], [0.0, 0.0, -0.3]])
def test_a_robot_that_has_moved_or_turned_far_enough_uses_the_scan(odometry: list[float]) -> None:
    localizer = localizer_with_a_map()
    use_first_scans(localizer, np.zeros(3))
    assert localizer.use_scan(np.array(odometry), ENDS, SENSOR) is not None


def test_a_forced_update_uses_one_scan() -> None:
    localizer = localizer_with_a_map()
    use_first_scans(localizer, np.zeros(3))
    localizer.force_update()
    assert localizer.use_scan(np.zeros(3), ENDS, SENSOR) is not None
    assert localizer.use_scan(np.zeros(3), ENDS, SENSOR) is None


def test_without_a_map_there_is_no_estimate() -> None:
    localizer = localizer_with_a_map()
    localizer.field = None
    assert localizer.use_scan(np.zeros(3), ENDS, SENSOR) is None
    assert localizer.map_to_odom is None


def test_the_correction_takes_the_odometry_pose_to_the_estimate() -> None:
    localizer = localizer_with_a_map()
    odometry = np.array([5.0, -1.0, np.pi / 2])
    estimate = localizer.use_scan(odometry, ENDS, SENSOR)
    assert estimate is not None and localizer.map_to_odom is not None
    x_m, y_m, yaw_rad = localizer.map_to_odom
    turned = np.array(
        [
            x_m + np.cos(yaw_rad) * 5.0 - np.sin(yaw_rad) * -1.0,
            y_m + np.sin(yaw_rad) * 5.0 + np.cos(yaw_rad) * -1.0,
        ]
    )
    assert turned == pytest.approx(estimate.pose[:2])


def test_a_start_anywhere_on_a_map_without_a_free_cell_is_refused_and_changes_nothing() -> None:
    localizer = localizer_with_a_map()
    walls = OccupancyMap(0.1, 0.0, 0.0, np.full((5, 5), OCCUPIED, dtype=np.int8))
    localizer.field = LikelihoodField(walls, BeamModel())
    before = localizer.filter.poses
    assert not localizer.start_anywhere()
    assert localizer.filter.poses is before


def test_amcl_says_why_it_does_not_start_anywhere_and_stays_as_it_is() -> None:
    errors: list[str] = []
    logger = SimpleNamespace(error=errors.append)
    amcl: Any = SimpleNamespace(
        state_label="active",
        _started=False,
        _take_map=lambda: True,
        _localizer=SimpleNamespace(start_anywhere=lambda: False),
        get_logger=lambda: logger,
    )
    Amcl._serve_anywhere(amcl, Empty.Request(), Empty.Response())
    (said,) = errors
    assert "the map has no free cell" in said
    assert not amcl._started
