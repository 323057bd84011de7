# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from ament_prefix import Prefix
from arm_studies import packaged
from record_factory import make_record

from nav2_composition_bench.cli import run as run_module
from nav2_composition_bench.cli.run import (
    add_arguments,
    ask_about_size,
    refuse_unused,
    run,
)
from nav2_composition_bench.cli.run_trials import RunOptions
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.filing import file_provenance
from nav2_composition_bench.trial.run_study import StudyOutcome
from nav2_composition_bench.trial.store import StudyStore

Asked = Callable[..., Study]


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_five_hundred_arms_want_a_word_and_are_told_how_long_they_take() -> None:
    rmws = ",".join(f"rmw_number_{number}_cpp" for number in range(125))
    study = packaged(factors=[f"rmw={rmws}"])
    with pytest.raises(UserError) as caught:
        ask_about_size(study, is_meant=False)
    assert str(caught.value) == (
        "500 arms in 2 blocks are 1000 trials, about 17 h; name fewer levels, choose by --arm, or"
        " say --yes"
    )
    ask_about_size(study, is_meant=True)


def test_a_trial_with_three_times_the_goals_is_expected_to_take_longer() -> None:
    once = packaged(factors=["composition=isolated"]).workload
    thrice = packaged(factors=["composition=isolated"], laps=3).workload
    assert (once.expected_trial_s, thrice.expected_trial_s) == (60.0, 160.0)


def test_a_study_of_the_papers_size_is_run_without_a_question() -> None:
    ask_about_size(packaged(trials=10), is_meant=False)
    ask_about_size(packaged("nav2_event_loops", trials=10), is_meant=False)


SLACKS = "timer_slack_us=default,1000"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--factor", "composition=single_threaded,manual"],
            "single_threaded cannot be run here: the reference stack has no single_threaded"
            " executor for all nodes; these can: --arm manual",
        ),
        (
            ["--rmw", "rmw_zenoh_cpp", "--composition", "manual"],
            "manual cannot be run here: middleware rmw_zenoh_cpp is not installed; installed:"
            " rmw_fastrtps_cpp",
        ),
        (["--study", "defalt"], "--study 'defalt' is no study of the package; did you mean 'def"),
        (["--factor", "executer=stock"], "there is no factor 'executer'; did you mean 'executor'"),
        (
            ["--until", "cpu ±2%", "--study", "nav2_event_loops", "--factor", SLACKS],
            "are 600 trials, about 10 h; name",
        ),
    ],
)
def test_what_cannot_be_run_is_told_before_anything_starts_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    prefix = Prefix(tmp_path / "prefix", distro=None)
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(prefix.path))
    with pytest.raises(UserError) as caught:
        run(options(*words, "--out", str(tmp_path / "results")))
    assert said in str(caught.value)
    assert not (tmp_path / "results").exists()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A middleware is all that is installed."""
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(Prefix(tmp_path / "prefix", distro=None).path))


@pytest.fixture
def asked(installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Return what is run by the options, each time as a study that is stopped after a trial."""

    def run_with(*words: str) -> Study:
        ran: list[Study] = []

        def stopped(settled: SettledStudy, store: StudyStore, *_: object) -> StudyOutcome:
            ran.append(settled.study)
            file_provenance(settled, store)
            block = len(store.records)
            store.append(make_record(study=settled.study.name, block=block))
            raise KeyboardInterrupt

        monkeypatch.setattr(run_module, "run_all", stopped)
        with pytest.raises(KeyboardInterrupt):
            run(options("--out", str(tmp_path / "results"), "--machine", "here", *words))
        return ran[0]

    return run_with


@pytest.mark.usefixtures("installed")
def test_a_stopped_study_counts_the_trials_that_child_processes_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(settled: object, store: StudyStore, *_: object) -> None:
        StudyStore(store.directory, ()).append(make_record())
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "run_all", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(options("--out", str(tmp_path / "results")))
    said = capsys.readouterr().err
    assert "stopped; 1 trials are recorded, --resume --name default goes on" in said


def test_a_stopped_study_is_gone_on_with_by_the_name_that_is_said(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    asked("--trials", "3")
    capsys.readouterr()
    assert asked().name == "default-2"
    assert "--resume --name default-2 goes on" in capsys.readouterr().err
    assert asked("--resume", "--name", "default").name == "default"


def test_a_resumed_study_has_as_many_blocks_as_it_was_begun_with(
    asked: Asked, tmp_path: Path
) -> None:
    asked("--trials", "5")
    for _ in range(2):
        assert asked("--resume").trials == 5
        stamp = json.loads((tmp_path / "results/here/default/study.json").read_text())
        assert stamp["study"]["trials"] == 5
    assert asked("--resume", "--trials", "7").trials == 7


def test_a_study_draws_its_seed_unless_one_is_said_and_a_resumed_one_keeps_it(
    asked: Asked, tmp_path: Path
) -> None:
    first = asked()
    stamp = json.loads((tmp_path / "results/here/default/study.json").read_text())
    assert asked("--resume").seed == first.seed == stamp["study"]["seed"] is not None
    assert asked().seed not in (None, first.seed)
    assert asked("--seed", "5").seed == 5


def test_a_resumed_study_is_to_be_as_precise_as_it_was_begun(asked: Asked, tmp_path: Path) -> None:
    asked("--until", "cpu ±2%", "--max-trials", "12")
    resumed = asked("--resume")
    assert (resumed.until, resumed.trials) == ("cpu ±2%", 12)
    stamp = json.loads((tmp_path / "results/here/default/study.json").read_text())
    assert stamp["study"]["until"] == "cpu ±2%"
    fixed = asked("--resume", "--trials", "3")
    assert (fixed.until, fixed.trials) == (None, 3)


def test_the_size_of_a_resumed_study_is_not_asked_about_again(asked: Asked) -> None:
    asked("--trials", "100", "--yes")
    assert asked("--resume").trials == 100
    with pytest.raises(UserError, match="are 404 trials, about 7 h"):
        asked("--resume", "--trials", "101")


def test_a_fleet_is_run_without_companions() -> None:
    fleet = packaged("discovery")
    with pytest.raises(UserError, match="--companion: the fleets of study"):
        refuse_unused(RunOptions(("/rviz2",)), fleet)
    refuse_unused(RunOptions(), fleet)
    refuse_unused(RunOptions(("/rviz2",)), packaged())
