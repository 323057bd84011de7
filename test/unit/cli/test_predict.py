# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path

import pytest
from captured_systems import robot
from placed_predictions import trials

from nav2_composition_bench.cli import predict as verb
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.run_study import StudyOutcome
from nav2_composition_bench.trial.schedule import schedule
from nav2_composition_bench.trial.stamped_arms import SCHEMA
from nav2_composition_bench.trial.store import STUDY


@pytest.mark.parametrize(
    "words, mistake",
    [
        (["--trials", "0"], "--trials is 0, must be at least 1"),
        (["--window", "5"], "--window is 5, must be at least 10"),
        (["--window", "1e300"], "--window is 1e+300, must be at most 86400"),
        (["--seed", "-1"], "--seed is -1, must be at least 0"),
        (["--name", "../x"], "--name is '../x', must be usable as a directory name"),
        (["--keep-apart", "camera,camra"], "--keep-apart: there is no node 'camra'; did you mean"),
        (["--placement", "x=camera|camra"], "'x': there is no node 'camra'; did you mean"),
        (["--placement", "camera"], "--placement: cannot read 'camera'; write 'NAME="),
        (["--placement", "x="], "--placement: placement 'x' names no node"),
        (["--placement", "x=camera"] * 2, "--placement x is given twice; give it once"),
        (["--placement", "captured=camera|controller"], "an arm is called 'captured' here already"),
        (["--placement", "x=camera,controller|*"], "take the executor events or ring_buffer"),
        (["--arm", "isolatd"], "--arm 'isolatd' is unknown; did you mean 'isolated'"),
        (["--trials", "200"], "trials, about"),
        (["--resume"], "there is no"),
    ],
)
def test_bad_options_are_one_line_before_anything_runs(
    words: list[str],
    mistake: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("robot.json").write_text(json.dumps(robot().document()))
    assert main(["predict", "robot.json", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and mistake in said
    assert not Path("results").exists()


def test_a_topology_that_was_made_up_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", "mont_blanc"]) == 2
    assert "mont_blanc was not captured" in capsys.readouterr().err


def test_a_resumed_prediction_has_as_many_blocks_as_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def run_here(study: Study, directory: Path, _live: bool) -> StudyOutcome:
        asked.append(study.trials)
        directory.mkdir(parents=True, exist_ok=True)
        stamp = {"schema": SCHEMA, "study": {"trials": study.trials}}
        (directory / STUDY).write_text(json.dumps(stamp), encoding="utf-8")
        return StudyOutcome((), ())

    monkeypatch.setattr(verb, "run_here", run_here)
    monkeypatch.chdir(tmp_path)
    Path("robot.json").write_text(json.dumps(robot().document()))
    for words in ([], ["--trials", "5"], ["--resume"], ["--resume", "--trials", "2"]):
        main(["predict", "robot.json", "--own-work", "file", "--name", "p", *words])
    assert asked == [3, 5, 5, 2]


def test_an_arm_that_is_given_up_in_a_later_block_is_none_of_the_cheapest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing: list[str] = []

    def run_here(study: Study, directory: Path, _live: bool) -> StudyOutcome:
        directory.mkdir(parents=True)
        given_up = [spec for spec in schedule(study) if spec.arm.name in failing and spec.block]
        return StudyOutcome(tuple(trials()), tuple(given_up[:1]))

    monkeypatch.setattr(verb, "run_here", run_here)
    monkeypatch.chdir(tmp_path)
    Path("robot.json").write_text(json.dumps(robot().document()))

    def cheapest_of(name: str, status: int) -> list[str]:
        words = ["--own-work", "file", "--name", name, "--machine", "m"]
        assert main(["predict", "robot.json", *words]) == status
        found = json.loads(Path("results", "m", name, verb.PREDICTION).read_text())
        return list(found["cheapest"])

    assert cheapest_of("whole", 0) == ["isolated", "captured"]
    failing.append("isolated")
    assert cheapest_of("given_up", 1) == ["captured"]
