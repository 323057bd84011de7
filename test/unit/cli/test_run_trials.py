# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies whose arms have one middleware or several, with a runner that answers at once."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from arm_studies import design_of, settled_without_files, write_study_file
from fake_runner import FakeRunner

from nav2_composition_bench.bringup import session
from nav2_composition_bench.cli import run_trials
from nav2_composition_bench.cli.run_trials import RunOptions, load_middleware, run_all
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.trial import process_trial
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import never_enough
from nav2_composition_bench.trial.schedule import schedule
from nav2_composition_bench.trial.store import STUDY, StudyStore, open_store
from nav2_composition_bench.trial.trial_runner import Progress

RMWS = ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")
PLAIN = RunOptions(live=False)


class Bench:
    """What ran in which process with which middleware, across processes.

    :ivar failing: name of an arm whose trials are all invalid; None for none.
    """

    def __init__(self, notes: Path) -> None:
        self._notes = notes
        self.failing: str | None = None

    def note(self, **what: Any) -> None:
        with self._notes.open("a") as stream:
            stream.write(f"{json.dumps({'pid': os.getpid(), **what})}\n")

    def noted(self, key: str) -> list[dict[str, Any]]:
        lines = self._notes.read_text().splitlines() if self._notes.exists() else []
        return [entry for entry in map(json.loads, lines) if key in entry]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Bench:
    made = Bench(tmp_path / "notes.jsonl")

    class Session:
        def __init__(self, settled: SettledStudy, rmw: str, logs: Path, **options: Any) -> None:
            made.note(session=rmw, **options)

        def __enter__(self) -> Session:
            return self

        def __exit__(self, *exception: object) -> None:
            made.note(left=True)

    class Runner(FakeRunner):
        def __init__(self, settled: SettledStudy, session: Session, logs: Path) -> None:
            super().__init__(lambda spec: "died" if spec.arm.name == made.failing else None)

        def __enter__(self) -> Runner:
            return self

        def __exit__(self, *exception: object) -> None:
            made.note(ended=True)

        def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
            made.note(trial=spec.arm.name, rmw=spec.arm[RMW], block=spec.block)
            return super().run(spec, progress)

    monkeypatch.setattr(session, "BringUpSession", Session)
    monkeypatch.setattr(process_trial, "ProcessTrialRunner", Runner)
    monkeypatch.setattr(run_trials, "load_middleware", lambda rmw: made.note(loaded=rmw))
    return made


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_store(tmp_path / "machine" / "mine") as (opened, _):
        yield opened


def settled_with(directory: Path, *rmws: str, trials: int = 2) -> SettledStudy:
    study = load_study(write_study_file(directory, trials=trials))
    return settled_without_files(replace(study, design=design_of("manual", "isolated", rmw=rmws)))


def order(settled: SettledStudy) -> list[str]:
    return [spec.arm.name for spec in schedule(settled.study)]


def test_arms_of_one_middleware_are_run_in_this_process(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, RMWS[1])
    outcome = run_all(settled, store, never_enough, RunOptions(("/rviz2",), live=False))
    assert [entry["trial"] for entry in bench.noted("trial")] == order(settled)
    assert {entry["pid"] for entry in bench.noted("pid")} == {os.getpid()}
    assert [entry["loaded"] for entry in bench.noted("loaded")] == [RMWS[1]]
    (opened,) = bench.noted("session")
    assert opened["session"] == RMWS[1]
    assert tuple(opened["companions"]) == ("/rviz2",)
    assert not outcome.given_up and len(outcome.records) == 4


def test_what_is_odd_about_the_parameters_is_said_once_before_the_trials(
    bench: Bench, store: StudyStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settled = replace(settled_with(tmp_path, RMWS[1]), warnings=("a is odd", "b is odd"))
    run_all(settled, store, never_enough, PLAIN)
    assert capsys.readouterr().err == (
        "nav2-bench: warning: a is odd\nnav2-bench: warning: b is odd\n"
    )


def test_each_middleware_of_a_block_gets_processes_of_its_own(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, *RMWS)
    outcome = run_all(settled, store, never_enough, PLAIN)
    trials = bench.noted("trial")
    assert [entry["trial"] for entry in trials] == order(settled)
    assert [record.arm for record in outcome.records] == order(settled)
    by_process = {
        pid: list(entries) for pid, entries in itertools.groupby(trials, key=lambda e: e["pid"])
    }
    assert os.getpid() not in by_process and len(by_process) == len(bench.noted("session"))
    for pid, entries in by_process.items():
        (rmw,) = {entry["rmw"] for entry in entries}
        assert len({entry["block"] for entry in entries}) == 1
        assert [e["loaded"] for e in bench.noted("loaded") if e["pid"] == pid] == [rmw]
        assert [e["session"] for e in bench.noted("session") if e["pid"] == pid] == [rmw]
        assert [e["left"] for e in bench.noted("left") if e["pid"] == pid] == [True]
    stamp = json.loads((store.directory / STUDY).read_text())
    assert stamp["software"]["rmw"] == sorted(RMWS)


def test_what_is_set_aside_of_the_shell_is_told_once(
    bench: Bench,
    store: StudyStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ROS_STATIC_PEERS", "10.0.0.9")
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("ROS_HOME", raising=False)
    monkeypatch.setenv("ROS_LOG_DIR", "")
    run_all(settled_with(tmp_path, *RMWS), store, never_enough, PLAIN)
    said = capfd.readouterr().out
    assert said.count("ROS_STATIC_PEERS") == said.count("ROS cannot write its log files") == 1
    assert os.environ["ROS_LOG_DIR"] == str(store.directory / "logs" / "ros")
    assert "ROS_STATIC_PEERS" not in (store.directory / STUDY).read_text()


def test_a_study_of_two_middlewares_is_gone_on_with_where_it_stopped(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, *RMWS, trials=1)
    run_all(settled, store, never_enough, PLAIN)
    longer = settled_with(tmp_path, *RMWS, trials=2)
    outcome = run_all(longer, store, never_enough, PLAIN)
    assert [entry["trial"] for entry in bench.noted("trial")] == order(longer)
    assert outcome.records == store.records and len(store.records) == 8
    assert run_all(longer, store, never_enough, PLAIN).records == store.records
    assert len(bench.noted("trial")) == 8


def test_a_trial_without_a_valid_attempt_ends_a_study_of_two_middlewares(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, *RMWS)
    bench.failing = order(settled)[1]
    outcome = run_all(settled, store, never_enough, PLAIN)
    assert [spec.arm.name for spec in outcome.given_up] == [bench.failing]
    attempts = [record.attempt for record in outcome.records if record.arm == bench.failing]
    assert attempts == list(range(settled.study.max_attempts))
    assert len(outcome.records) == 1 + settled.study.max_attempts


def test_the_arms_of_other_middlewares_go_on_without_one_that_is_given_up(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, *RMWS)
    bench.failing = next(name for name in order(settled) if name != settled.study.baseline)
    outcome = run_all(settled, store, never_enough, replace(PLAIN, leave_out=True))
    assert [spec.arm.name for spec in outcome.given_up] == [bench.failing]
    valid = [record.arm for record in outcome.records if record.valid]
    assert sorted(valid) == sorted(name for name in order(settled) if name != bench.failing)


def test_whether_it_is_enough_is_asked_before_each_block_and_not_within(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    asked: list[int] = []

    def enough(records: Sequence[TrialRecord]) -> bool:
        asked.append(len(records))
        return len(records) >= 4

    outcome = run_all(settled_with(tmp_path, *RMWS, trials=5), store, enough, PLAIN)
    assert asked == [0, 4]
    assert len(outcome.records) == 4 and not outcome.given_up


def test_an_arm_that_cannot_be_run_is_named_before_anything_is_filed_or_started(
    bench: Bench, store: StudyStore, tmp_path: Path
) -> None:
    settled = settled_with(tmp_path, *RMWS)
    name, first = next(iter(settled.arms.items()))
    lacking = replace(first, lacks=("there is no such container",))
    settled = replace(settled, arms={**settled.arms, name: lacking})
    with pytest.raises(UserError, match="cannot be run here: there is no such container; these"):
        run_all(settled, store, never_enough, PLAIN)
    assert bench.noted("pid") == [] and not (store.directory / STUDY).exists()


def test_progress_goes_on_counting_from_segment_to_segment(
    bench: Bench, store: StudyStore, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run_all(settled_with(tmp_path, *RMWS), store, never_enough, PLAIN)
    lines = capfd.readouterr().out.splitlines()
    numbers = [line.split()[1].rstrip(":") for line in lines if line.startswith("trial ")]
    assert numbers == [f"{number}/8" for number in range(1, 9)]


def running(monkeypatch: pytest.MonkeyPatch, rmw: str) -> None:
    """Pretend that this process has loaded a middleware."""
    monkeypatch.setenv("RMW_IMPLEMENTATION", "unset")
    fake = SimpleNamespace(get_rmw_implementation_identifier=lambda: rmw)
    monkeypatch.setitem(sys.modules, "rclpy", fake)  # type: ignore[arg-type]


def test_the_middleware_that_runs_has_to_be_the_one_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running(monkeypatch, "rmw_fastrtps_cpp")
    load_middleware("rmw_fastrtps_cpp")
    assert os.environ["RMW_IMPLEMENTATION"] == "rmw_fastrtps_cpp"
    with pytest.raises(
        UserError,
        match="asks for rmw_cyclonedds_cpp, but what is installed here runs rmw_fastrtps_cpp what",
    ):
        load_middleware("rmw_cyclonedds_cpp")


def test_the_middleware_that_the_shell_names_does_not_get_in_first() -> None:
    """rclpy loads it as soon as it is imported, and a process cannot load another one then."""
    program = "import sys, nav2_composition_bench.cli.run; print('rclpy' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
