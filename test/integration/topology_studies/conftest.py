# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs small studies of topologies."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from bench_runner import MACHINE, SHORT_WINDOWS, Bench


@pytest.fixture
def start(tmp_path: Path, domain_id: int) -> Iterator[Callable[..., Bench]]:
    """Start ``nav2-bench run``, or another verb, on topologies; ended after the test.

    Called with a list of nodes for each level of the factor topology, or with ``generated``.
    """
    started: list[Bench] = []

    def start_bench(
        topologies: dict[str, list[dict[str, Any]]] | None = None,
        *,
        paths: list[dict[str, Any]] | None = None,
        study: dict[str, Any] | None = None,
        verb: Sequence[str] = ("run",),
        **how: Any,
    ) -> Bench:
        content: dict[str, Any] = {
            "name": "small",
            "system": "topology",
            "compositions": ["multi_process"],
            "trials": 1,
            "max_attempts": 1,
            "limits": {"bring_up_s": 300, "rest_s": 0.5, "shutdown_s": 120},
            "sampling": {"memory_interval_s": 1.5},
            "rate_held_ratio": 0.5,  # how busy the machine is is no matter of correctness
        }
        for level, nodes in (topologies or {}).items():
            graph = {"nodes": nodes, **({"paths": paths} if paths else {})}
            (tmp_path / f"{level}.json").write_text(json.dumps(graph))
            content.setdefault("topologies", {})[level] = f"./{level}.json"
        path = tmp_path / "small.yaml"
        path.write_text(yaml.safe_dump({**content, **(study or {})}))
        options = [*verb, "--study", str(path), "--machine", MACHINE]
        bench = Bench(tmp_path, domain_id, *options, script=SHORT_WINDOWS, **how)
        started.append(bench)
        return bench

    yield start_bench
    for bench in started:
        bench.kill()
