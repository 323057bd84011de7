# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""SLAM Toolbox makes a map while the mapping script drives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from installed_programs import needs
from started_process import Process

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.installation.ament_index import prefix_of
from nav2_composition_bench.map_making.map_fit import TOLERANCE_M, fit, read_map
from nav2_composition_bench.simulator.sdf import read_world

pytestmark = [
    needs("ros2launch"),
    pytest.mark.skipif(prefix_of("slam_toolbox") is None, reason="slam_toolbox is not installed"),
]

ROS2 = "import sys; from ros2cli.cli import main; sys.exit(main())"
SHORT = {"start": [0.0, 0.0, 0.0], "waypoints": [[-0.3, 0.55]]}


def test_a_short_drive_gives_a_map_in_the_worlds_frame_with_its_provenance(
    begin: Callable[..., Process], tmp_path: Path
) -> None:
    route, stem = tmp_path / "route.yaml", tmp_path / "maps" / "hall"
    route.write_text(yaml.safe_dump(SHORT))
    slam = begin(
        "-c", ROS2, "launch", "nav2_composition_bench", "slam.launch.py",
        f"route:={route}", f"save:={stem}",
    )  # fmt: skip
    assert slam.wait() == 0, slam.lines
    made = yaml.safe_load(stem.with_name("hall.provenance.yaml").read_text())
    assert made["versions"]["slam_toolbox"]
    found = fit(read_map(stem.with_suffix(".yaml")), read_world(data_file("worlds/bench.sdf")))
    assert found.occupied > 100
    assert found.worst_m <= 2 * TOLERANCE_M  # of few scans
    assert found.free_coverage > 0.1
