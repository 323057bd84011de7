# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs small studies of fleets, where this machine permits network namespaces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from bench_runner import MACHINE, Bench
from two_machines import why_not


@pytest.fixture
def start(tmp_path: Path, domain_id: int) -> Iterator[Callable[..., Bench]]:
    """Start ``nav2-bench run`` on a fleet; ended after the test whatever happens."""
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    started: list[Bench] = []

    def start_bench(*arguments: str, study: dict[str, Any] | None = None, **how: Any) -> Bench:
        content: dict[str, Any] = {
            "name": "small",
            "system": "topology",
            "generated": {"graph": "fleet", "robots": [2], "topics": 4},
            "trials": 1,
            "max_attempts": 1,
            "window_s": 3,
            "limits": {"bring_up_s": 120, "rest_s": 0.2, "first_goal_s": 60},
        }
        path = tmp_path / "small.yaml"
        path.write_text(yaml.safe_dump({**content, **(study or {})}))
        options = ["run", "--study", str(path), "--machine", MACHINE, *arguments]
        bench = Bench(tmp_path, domain_id, *options, script=None, **how)
        started.append(bench)
        return bench

    yield start_bench
    for bench in started:
        bench.kill()
