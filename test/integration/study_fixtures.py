# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures that run whole studies, for the conftest.py of each directory that wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from bench_runner import MACHINE, Bench

from nav2_composition_bench.files.package_files import share_directory


@pytest.fixture
def write_study(tmp_path: Path) -> Callable[..., Path]:
    """Write a study file into the test's directory: one composition, one attempt."""

    def write(**changes: Any) -> Path:
        share = share_directory()
        content = {
            "name": "small",
            "compositions": ["isolated"],
            "trials": 1,
            "max_attempts": 1,
            "goals": [
                {"name": "A", "x_m": 3.0, "y_m": -1.5, "yaw_rad": 0.0},
                {"name": "B", "x_m": -3.8, "y_m": -2.2, "yaw_rad": 0.8},
            ],
            "world_file": str(share / "worlds" / "bench.sdf"),
            "map_file": str(share / "maps" / "bench.yaml"),
            "params_file": str(share / "params" / "reference_stack.yaml"),
            "limits": {"first_goal_s": 120, "leg_s": 600, "bring_up_s": 120},
        }
        path = tmp_path / "small.yaml"
        path.write_text(yaml.safe_dump({**content, **changes}))
        return path

    return write


@pytest.fixture
def start(
    tmp_path: Path, domain_id: int, write_study: Callable[..., Path]
) -> Iterator[Callable[..., Bench]]:
    """Start ``nav2-bench run`` on a small study; ended after the test whatever happens."""
    started: list[Bench] = []

    def start_bench(*arguments: str, study: dict[str, Any] | None = None, **how: Any) -> Bench:
        path = write_study(**(study or {}))
        options = ["run", "--study", str(path), "--machine", MACHINE, *arguments]
        bench = Bench(tmp_path, domain_id, *options, **how)
        started.append(bench)
        return bench

    yield start_bench
    for bench in started:
        bench.kill()
