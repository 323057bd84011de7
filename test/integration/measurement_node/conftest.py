# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the measurement node's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench
from study_fixtures import write_study

__all__ = ["write_study"]

SMALL_MEASUREMENT = Path(__file__).parents[1] / "small_measurement.py"


@pytest.fixture
def start_node(
    tmp_path: Path, domain_id: int, write_study: Callable[..., Path]
) -> Iterator[Callable[..., Bench]]:
    """Start measurement_node on a small study; ended after the test whatever happens.

    Arguments by name are parameters, but for ``study`` (changes to the study file), ``script``
    and what else Bench takes.
    """
    started: list[Bench] = []

    def start(
        study: dict[str, Any] | None = None,
        script: Path = SMALL_MEASUREMENT,
        variables: dict[str, str] | None = None,
        before_exec: Callable[[], None] | None = None,
        **parameters: Any,
    ) -> Bench:
        values = {
            "study": write_study(**(study or {})),
            "system": "reference",
            "composition": "isolated",
            "machine": MACHINE,
            "autostart": "true",
            **parameters,
        }
        words = [word for name, value in values.items() for word in ("-p", f"{name}:={value}")]
        bench = Bench(
            tmp_path,
            domain_id,
            "--ros-args",
            *words,
            script=script,
            variables=variables,
            before_exec=before_exec,
        )
        started.append(bench)
        return bench

    yield start
    for bench in started:
        bench.kill()
