# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
from recorded_systems import robot

from nav2_composition_bench.cli import predict as verb
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.cli.prediction_table import (
    cheapest_line,
    prediction_notes,
    prediction_rows,
)
from nav2_composition_bench.recording.prediction import cheapest, predictions
from nav2_composition_bench.recording.wake_cost import WakeCosts
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.record import TrialRecord
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
        (["--group", "camera,camra"], "--group: there is no node 'camra'; did you mean"),
        (["--group", ""], "--group: group 1 is empty; name two nodes or more in it"),
        (["--group", ","], "--group: group 1 is empty"),
        (["--group", "x="], "--group: group 1 is empty"),
        (["--group", "recorded=camera,controller"], "a grouping cannot be called 'recorded'; use"),
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
    assert "mont_blanc was not recorded" in capsys.readouterr().err


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


def trials() -> list[TrialRecord]:
    from record_factory import make_record

    cpu = {"recorded": (50.0, 52.0), "isolated": (30.0, 33.0)}
    return [
        make_record(arm, block, cpu_percent=value)
        for arm, values in cpu.items()
        for block, value in enumerate(values)
    ]


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

    assert cheapest_of("whole", 0) == ["isolated", "recorded"]
    failing.append("isolated")
    assert cheapest_of("given_up", 1) == ["recorded"]


def test_the_table_sets_the_replay_beside_what_would_be_saved_of_the_recorded() -> None:
    took = {"cpu_percent": 100.0, "pss_bytes": None}
    found = predictions(trials(), (), took)
    heading, recorded, isolated = prediction_rows(found, took, "rclcpp 28.1.21")
    assert heading == [
        "arm (rclcpp 28.1.21)", "replayed CPU [%]", "CPU [%]", "saved [95 %]",
        "replayed PSS [MB]", "saved [95 %]",
    ]  # fmt: skip
    assert recorded[:4] == ["recorded", "51.0", "100.0", "–"]
    assert isolated[:3] == ["isolated", "31.5", "80.5"]
    assert isolated[3].startswith("19.5% [")


def test_it_is_said_how_near_the_replay_comes_and_what_keeps_nodes_apart() -> None:
    took = {"cpu_percent": 100.0, "pss_bytes": None}
    found = predictions(trials(), (), took)
    notes = prediction_notes(found, took, WakeCosts())
    assert not any(each.startswith("wake-ups: ") for each in notes)
    for is_typical in (False, True):
        costs = WakeCosts({0: 4.0, 1: 4.4}, is_typical)
        (wakes,) = (e for e in prediction_notes(found, took, costs) if e.startswith("wake-ups: "))
        assert "4.2 us more" in wakes and ("too few processes" in wakes) == is_typical
    (check,) = (each for each in notes if each.startswith("check: "))
    assert check.startswith("check: what was recorded takes 100.0 % CPU at the machine's speed now")
    assert check.endswith("the replay of that arrangement 51.0 %")
    line = cheapest_line(found[1:], [frozenset({"b", "a"})])
    assert line == "cheapest that keep a/b apart: isolated (saves 20% of the CPU)"
    assert cheapest_line([], [frozenset("ab")]).endswith("apart: none")


def test_an_arm_that_does_not_keep_up_saves_nothing_and_is_named() -> None:
    took = {"cpu_percent": 100.0, "pss_bytes": None}
    recorded, isolated = predictions(trials(), (), took)
    slow = dataclasses.replace(isolated, delivered=0.52)
    (note,) = (
        each for each in prediction_notes([recorded, slow], took, WakeCosts()) if "isolated" in each
    )
    assert note.startswith("note: isolated delivers 52% of the messages that recorded does")
    best = cheapest([recorded, slow], ["recorded", "isolated"])
    assert [each.arm for each in best] == ["recorded"]
