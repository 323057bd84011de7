# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Input that no trial can be run on: one line, exit status 2, nothing started."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench

from nav2_composition_bench.trial.store import MACHINE as MACHINE_FILE
from nav2_composition_bench.trial.store import STUDY, TRIALS

Start = Callable[..., Bench]


def refused(bench: Bench) -> str:
    """The one line a refused study prints."""
    assert bench.wait() == 2, bench.output
    bench.assert_nothing_is_left()
    assert len(bench.lines) == 1, bench.output
    assert bench.output.startswith("nav2-bench: error: ")
    return bench.output


@pytest.mark.parametrize(
    ("arguments", "study", "expected"),
    [
        (["--composition", "manul"], {}, "did you mean 'manual'?"),
        (["--trials", "0"], {}, "--trials is 0, must be at least 1"),
        (["--resume"], {}, "to resume"),
        ([], {"map_file": "nowhere.yaml"}, "nowhere.yaml, which is no file"),
        ([], {"trails": 3}, "trails is unknown; did you mean 'trials'?"),
    ],
)
def test_a_bad_study_is_refused(
    start: Start, arguments: list[str], study: dict[str, Any], expected: str
) -> None:
    assert expected in refused(start(*arguments, study=study, script=None))


def test_a_missing_study_file_is_refused(tmp_path: Path, domain_id: int) -> None:
    bench = Bench(tmp_path, domain_id, "run", "--study", "none.yaml", script=None)
    assert "cannot read none.yaml" in refused(bench)


def test_a_middleware_that_would_not_run_is_refused(start: Start) -> None:
    """The embedded ROS 2 is linked to one middleware, whatever its environment says."""
    said = refused(start("--rmw", "rmw_cyclonedds_cpp", script=None))
    assert "asks for rmw_cyclonedds_cpp" in said and "runs rmw_fastrtps_cpp" in said


def test_an_unknown_parameter_is_refused(start: Start, tmp_path: Path) -> None:
    params = tmp_path / "params.yaml"
    params.write_text("amcl:\n  ros__parameters:\n    max_particels: 3\n")
    assert str(params) in refused(start(study={"params_file": str(params)}, script=None))


def test_results_that_cannot_be_written_are_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("a file, not a directory")
    assert "cannot write results/" in refused(start())


def test_results_that_do_not_fit_are_not_resumed(start: Start, tmp_path: Path) -> None:
    for goal in "AB":
        (tmp_path / f"finish_{goal}").touch()
    first = start()
    assert first.wait() == 1, first.output
    assert "study.seed was 1 and is 7" in refused(start("--resume", "--seed", "7"))
    directory = tmp_path / "results" / MACHINE
    paths = (directory / MACHINE_FILE, directory / "small" / STUDY, directory / "small" / TRIALS)
    for path in paths:
        text = path.read_text()
        path.write_text(json.dumps({**json.loads(text), "schema": 99}) + "\n")
        message = refused(start("--resume"))
        assert path.name in message and "schema 99, newer than" in message
        path.write_text(text)
