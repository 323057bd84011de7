# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from ament_prefix import Prefix
from arm_studies import packaged
from no_permission import without_permission
from record_factory import make_record, make_study

from nav2_composition_bench.cli import run as run_module
from nav2_composition_bench.cli.run import (
    add_arguments,
    ask_about_size,
    blocks_line,
    refuse_unused,
    run,
    stopping_rule,
    study_directory,
    when_precise,
)
from nav2_composition_bench.cli.run_trials import RunOptions
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.store import StudyStore


def finished(directory: Path) -> Path:
    directory.mkdir()
    (directory / "trials.jsonl").write_text("{}\n")
    return directory


def begun(directory: Path) -> Path:
    directory.mkdir()
    (directory / "study.json").write_text("{}")
    (directory / "trials.jsonl").touch()
    return directory


def test_a_first_study_has_the_plain_name(tmp_path: Path) -> None:
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default"


def test_a_further_study_gets_a_number_and_overwrites_nothing(tmp_path: Path) -> None:
    finished(tmp_path / "default")
    finished(tmp_path / "default-2")
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default-3"


def test_a_study_that_never_finished_a_trial_is_started_anew_in_place(tmp_path: Path) -> None:
    (tmp_path / "default").mkdir()
    (tmp_path / "default" / "study.json").write_text("{}")
    assert study_directory(tmp_path, "default", resume=False) == tmp_path / "default"


def test_a_study_killed_before_its_first_record_is_gone_on_with_in_its_directory(
    tmp_path: Path,
) -> None:
    begun(tmp_path / "default")
    for resume in (True, False):
        assert study_directory(tmp_path, "default", resume) == tmp_path / "default"


def test_a_further_study_killed_before_its_first_record_keeps_its_directory(
    tmp_path: Path,
) -> None:
    finished(tmp_path / "default")
    begun(tmp_path / "default-2")
    for resume in (True, False):
        assert study_directory(tmp_path, "default", resume) == tmp_path / "default-2"


def test_resume_takes_the_last_study_of_the_name(tmp_path: Path) -> None:
    finished(tmp_path / "default")
    last = finished(tmp_path / "default-2")
    assert study_directory(tmp_path, "default", resume=True) == last


def test_nothing_to_resume_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="to resume; leave --resume out"):
        study_directory(tmp_path, "default", resume=True)


@pytest.mark.parametrize("resume", [True, False])
def test_a_results_directory_without_permission_is_one_line(tmp_path: Path, resume: bool) -> None:
    with pytest.raises(UserError, match="^cannot read .*/default: Permission denied$"):
        with without_permission(tmp_path):
            study_directory(tmp_path, "default", resume)


def options(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def of_arms(*names: str) -> Study:
    study = load_study(default_study_file())
    return override(study, StudyOptions(arms=names))


def test_without_a_target_a_study_has_as_many_blocks_as_are_said() -> None:
    assert stopping_rule(options("--trials", "4")) == ((), 4)


def test_a_study_with_a_target_ends_when_every_mean_is_known_well_enough() -> None:
    targets, blocks = stopping_rule(options("--until", "cpu ±2%"))
    enough = when_precise(targets, of_arms("manual", "isolated"))
    assert blocks == 30 and not enough([])
    assert enough(make_study({"manual": [50.0] * 6}))
    assert not enough(make_study({"manual": [50.0] * 6, "isolated": [40.0, 60.0] * 3}))


def test_a_study_ends_when_what_its_arms_save_is_known_well_enough() -> None:
    targets, _ = stopping_rule(options("--until", "cpu saved ±3%"))
    enough = when_precise(targets, of_arms("multi_process", "isolated"))
    machine = [1.0, 1.5, 0.8, 1.2, 1.4, 0.9]
    base, half = [80.0 * each for each in machine], [40.0 * each for each in machine]
    assert enough(make_study({"multi_process": base, "isolated": half}))
    assert not enough(make_study({"multi_process": base, "isolated": half[::-1]}))


def test_savings_of_a_study_that_compares_nothing_are_refused() -> None:
    targets, _ = stopping_rule(options("--until", "pss saved ±1%"))
    with pytest.raises(UserError, match="manual is the only arm; add another"):
        when_precise(targets, of_arms("manual"))


@pytest.mark.parametrize(
    "words, said",
    [
        (["--max-trials", "4"], "--max-trials needs --until"),
        (["--trials", "4", "--until", "cpu ±2%"], "contradict each other"),
        (["--until", "cpu ±2%", "--max-trials", "0"], "--max-trials is 0, must be at least 1"),
        (["--until", "heat ±2%"], "cannot read 'heat"),
    ],
)
def test_contradicting_limits_are_one_line(words: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        stopping_rule(options(*words))


def test_the_blocks_it_took_are_set_against_the_fixed_ten() -> None:
    line = blocks_line(make_study({"manual": [50.0] * 6}), True)
    assert line == "precise enough after 6 blocks, 4 fewer than the fixed 10"
    line = blocks_line(make_study({"manual": [50.0] * 12}), False)
    assert line == "not precise enough after 12 blocks, 2 more than the fixed 10"


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
    ask_about_size(packaged("nav2_executors", trials=10), is_meant=False)


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
        (["--until", "cpu ±2%", "--study", "nav2_executors"], "are 420 trials, about 7 h; name"),
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


def test_a_stopped_study_counts_the_trials_that_child_processes_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(settled: object, store: StudyStore, *_: object) -> None:
        StudyStore(store.directory, ()).append(make_record())
        raise KeyboardInterrupt

    monkeypatch.delenv("ROS_DISTRO", raising=False)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(Prefix(tmp_path / "prefix", distro=None).path))
    monkeypatch.setattr(run_module, "run_all", stopped)
    with pytest.raises(KeyboardInterrupt):
        run(options("--out", str(tmp_path / "results")))
    assert "stopped; 1 trials are recorded, --resume goes on" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("study", "options", "fault"),
    [
        ("consumer_robot", RunOptions(external_host=True), "--external-host: no robot drives"),
        ("discovery", RunOptions(companions=("/rviz2",)), "--companion: the fleets of study"),
    ],
)
def test_an_option_that_the_study_has_no_use_for_is_refused(
    study: str, options: RunOptions, fault: str
) -> None:
    with pytest.raises(UserError, match=fault):
        refuse_unused(options, packaged(study))
    refuse_unused(options, packaged())
