# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Input that no trial can be run on: one line, exit status 2, nothing started or written."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench
from small_bench import finish_legs

from nav2_composition_bench.cli.main import main
from nav2_composition_bench.trial.store import MACHINE as MACHINE_FILE
from nav2_composition_bench.trial.store import STUDY, TRIALS

Start = Callable[..., Bench]
Refused = Callable[..., str]


def refused(bench: Bench) -> str:
    """The one line a refused study prints."""
    assert bench.wait() == 2, bench.output
    bench.assert_nothing_is_left()
    assert len(bench.lines) == 1, bench.output
    assert bench.output.startswith("nav2-bench: error: ")
    return bench.output


def refused_unwritten(bench: Bench) -> str:
    """The one line of a study that left no trace on the disk either."""
    said = refused(bench)
    assert not (bench.directory / "results").exists()
    return said


@pytest.fixture
def refused_at_once(
    tmp_path: Path,
    write_study: Callable[..., Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Refused:
    """What is said of a study, in this process, before anything could be started or written."""

    def say(*arguments: str, **study: Any) -> str:
        monkeypatch.chdir(tmp_path)
        options = ["--study", str(write_study(**study)), "--machine", MACHINE]
        monkeypatch.setattr(subprocess, "Popen", nothing_is_started)
        assert main(["run", *options, *arguments]) == 2
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1)
        assert said.err.startswith("nav2-bench: error: ")
        assert not (tmp_path / "results").exists()
        return said.err

    return say


def nothing_is_started(*command: object, **_: object) -> None:
    raise AssertionError(f"{command} is started")


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
    refused_at_once: Refused, arguments: list[str], study: dict[str, Any], expected: str
) -> None:
    assert expected in refused_at_once(*arguments, **study)


@pytest.mark.parametrize(
    ("arguments", "study", "expected"),
    [
        (
            ["--factor", "compositon=isolated"],
            {},
            "--factor: there is no factor 'compositon'; did you mean 'composition'?",
        ),
        ([], {"factors": {"excutor": ["stock"]}}, "excutor is unknown; did you mean 'executor'?"),
        (
            ["--factor", "params=base,with_bond"],
            {},
            "--factor params 'with_bond' is unknown; did you mean 'with_bonds'?",
        ),
        (["--factor", "executor="], {}, "--factor: executor has no level"),
        (
            ["--factor", "composition=isolated,isolated"],
            {},
            "--factor: composition has the level isolated twice",
        ),
        (["--arm", "isolatd"], {}, "--arm 'isolatd' is unknown; did you mean 'isolated'?"),
        (
            ["--baseline", "multi_proces"],
            {"compositions": ["multi_process", "isolated"]},
            "baseline 'multi_proces' is no arm of the study; did you mean 'multi_process'?",
        ),
        (
            [],
            {"baseline": "manual"},
            "baseline 'manual' is no arm of the study; its arms: isolated",
        ),
        (
            [
                "--factor",
                "composition=multi_threaded,single_threaded",
                "--factor",
                "executor=single_threaded",
            ],
            {},
            "arms 'multi_threaded+single_threaded' and 'single_threaded+single_threaded' are the"
            " same",
        ),
        (
            ["--factor", "params=base,with_bonds"],
            {},
            "arms 'isolated' and 'isolated+with_bonds' are the same: overlay with_bonds changes"
            " nothing that base does not",
        ),
    ],
)
def test_arms_that_make_no_study_are_refused(
    refused_at_once: Refused, arguments: list[str], study: dict[str, Any], expected: str
) -> None:
    assert expected in refused_at_once(*arguments, **study)


def test_an_arm_that_cannot_be_run_here_is_named_and_the_others_offered(
    refused_at_once: Refused,
) -> None:
    arguments = ("composition=isolated,multi_process", "executor=stock,rclcpp_events")
    options = [word for argument in arguments for word in ("--factor", argument)]
    said = refused_at_once(*options)
    assert "isolated+rclcpp_events cannot be run here: the reference stack has no" in said
    assert said.endswith("; these can: --arm isolated --arm multi_process\n")


@pytest.mark.parametrize(
    ("section", "parameter", "expected"),
    [
        ("nobody", "gain", "odd.yaml): no node is called nobody"),
        ("amcl", "max_particels", "odd.yaml): amcl has no parameter max_particels"),
        ("amcl", None, "odd.yaml) names no parameter of any node"),
    ],
    ids=["unknown node", "unknown parameter", "no parameter"],
)
def test_an_overlay_that_names_no_parameter_of_any_node_is_refused(
    refused_at_once: Refused, tmp_path: Path, section: str, parameter: str | None, expected: str
) -> None:
    values = {parameter: 3} if parameter else {}
    overlay = tmp_path / "odd.yaml"
    overlay.write_text(json.dumps({section: {"ros__parameters": values}}))
    options = ("--overlay", f"odd={overlay}", "--factor", "params=base,odd")
    assert expected in refused_at_once(*options)


def test_a_crossing_that_makes_500_arms_asks_and_says_how_long_it_takes(
    refused_at_once: Refused,
) -> None:
    middlewares = ",".join(f"rmw_{number}_cpp" for number in range(125))
    compositions = "multi_process,manual,isolated,multi_threaded"
    options = ("--factor", f"composition={compositions}", "--factor", f"rmw={middlewares}")
    said = refused_at_once(*options)
    assert "500 arms in 1 blocks are 500 trials, about 8 h" in said
    assert "or say --yes" in said


def test_a_missing_study_file_is_refused(tmp_path: Path, domain_id: int) -> None:
    bench = Bench(tmp_path, domain_id, "run", "--study", "none.yaml", script=None)
    assert "cannot read none.yaml" in refused_unwritten(bench)


def test_an_unknown_study_of_the_package_is_refused(tmp_path: Path, domain_id: int) -> None:
    bench = Bench(tmp_path, domain_id, "run", "--study", "defalt", script=None)
    assert "did you mean 'default'?" in refused_unwritten(bench)


def test_a_middleware_that_is_not_installed_is_refused(start: Start) -> None:
    said = refused_unwritten(start("--rmw", "rmw_cyclonedds_cpp", script=None))
    assert "middleware rmw_cyclonedds_cpp is not installed" in said
    assert "installed: rmw_fastrtps_cpp" in said


@pytest.mark.parametrize("others", ["", "rmw_fastrtps_cpp,"], ids=["alone", "beside another"])
def test_a_middleware_that_would_not_run_is_refused(
    start: Start, tmp_path: Path, others: str
) -> None:
    """The embedded ROS 2 is linked to one middleware, whatever its environment says."""
    index = tmp_path / "prefix" / "share" / "ament_index" / "resource_index" / "rmw_typesupport"
    index.mkdir(parents=True)
    (index / "rmw_cyclonedds_cpp").touch()
    prefixes = {"AMENT_PREFIX_PATH": os.pathsep.join([str(tmp_path / "prefix"), sys.prefix])}
    options = ("--factor", f"rmw={others}rmw_cyclonedds_cpp", "--arm", _arm_of(others))
    said = refused_unwritten(start(*options, script=None, variables=prefixes))
    assert "asks for rmw_cyclonedds_cpp" in said and "runs rmw_fastrtps_cpp" in said


def test_an_unknown_parameter_is_refused(start: Start, tmp_path: Path) -> None:
    params = tmp_path / "params.yaml"
    params.write_text("amcl:\n  ros__parameters:\n    max_particels: 3\n")
    assert str(params) in refused_unwritten(start(study={"params_file": str(params)}, script=None))


def test_results_that_cannot_be_written_are_refused(start: Start, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("a file, not a directory")
    assert "cannot write results/" in refused(start())


def test_results_that_do_not_fit_are_not_resumed(start: Start, tmp_path: Path) -> None:
    finish_legs(tmp_path)
    first = start("--seed", "1")
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


def _arm_of(others: str) -> str:
    return "isolated+rmw_cyclonedds_cpp" if others else "isolated"
