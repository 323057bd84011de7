# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""World files for the simulator's tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from simulator_worlds import sdf

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World
from nav2_composition_bench.study.goal import Goal


@pytest.fixture
def world_of(tmp_path: Path) -> Callable[..., World]:
    """Return a function that makes a world of models given as SDF text."""

    def make(models: str, start: str = "0 0 0") -> World:
        file = tmp_path / "test.sdf"
        file.write_text(sdf(models, start))
        return read_world(file)

    return make


@pytest.fixture
def default_goals() -> list[Goal]:
    """Return the goals of the default study."""
    study = yaml.safe_load(data_file("params/studies/default.yaml").read_text())
    return [Goal(**goal) for goal in study["goals"]]
