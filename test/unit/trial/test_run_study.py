# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from arm_studies import design_of
from fake_runner import FakeRunner, RecordsInMemory, make_study

from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import run_study, run_trials
from nav2_composition_bench.trial.schedule import schedule
from nav2_composition_bench.trial.store import open_store, read_records
from nav2_composition_bench.trial.trial_runner import Progress


def test_a_study_runs_every_trial_of_its_schedule_in_order() -> None:
    study, runner = make_study(), FakeRunner()
    outcome = run_study(study, runner, RecordsInMemory(), Progress())
    assert tuple(runner.specs) == schedule(study)
    assert not outcome.given_up
    assert len(outcome.records) == 8


def test_an_invalid_trial_is_kept_and_repeated_at_once() -> None:
    def fails_once(spec: TrialSpec) -> str | None:
        return "amcl died" if spec.attempt == 0 and spec.block == 1 else None

    outcome = run_study(
        make_study(design=design_of("manual")),
        FakeRunner(fails_once),
        RecordsInMemory(),
        Progress(),
    )
    assert [(r.block, r.attempt, r.valid) for r in outcome.records] == [
        (0, 0, True),
        (1, 0, False),
        (1, 1, True),
    ]
    assert not outcome.given_up


def test_a_study_is_given_up_after_as_many_invalid_attempts_as_allowed() -> None:
    runner = FakeRunner(lambda spec: "never active")
    outcome = run_study(make_study(max_attempts=3), runner, RecordsInMemory(), Progress())
    assert [spec.attempt for spec in runner.specs] == [0, 1, 2]
    assert [spec.block for spec in outcome.given_up] == [0]


def test_the_other_arms_go_on_without_one_that_is_given_up() -> None:
    study = make_study(design=design_of("isolated", "manual", "multi_process"), max_attempts=2)
    runner = FakeRunner(lambda spec: "too slow" if spec.arm.name == "manual" else None)
    sink = RecordsInMemory()
    outcome = run_study(study, runner, sink, Progress(), leave_out=True)
    assert [(spec.arm.name, spec.block) for spec in outcome.given_up] == [("manual", 0)]
    assert [spec.block for spec in runner.specs if spec.arm.name == "manual"] == [0, 0]
    valid = {(record.arm, record.block) for record in outcome.records if record.valid}
    assert valid == {(arm, block) for arm in ("isolated", "multi_process") for block in (0, 1)}


def test_nothing_goes_on_without_the_baseline() -> None:
    study = make_study(max_attempts=2)
    runner = FakeRunner(lambda spec: "too slow" if spec.arm.name == study.baseline else None)
    outcome = run_study(study, runner, RecordsInMemory(), Progress(), leave_out=True)
    assert [spec.arm.name for spec in outcome.given_up] == [study.baseline]
    assert runner.specs[-1].arm.name == study.baseline
    assert {spec.block for spec in runner.specs} == {0}


def test_a_resumed_study_runs_only_what_is_missing() -> None:
    study = make_study()
    first = run_study(study, FakeRunner(), RecordsInMemory(), Progress())
    runner = FakeRunner()
    sink = RecordsInMemory(first.records[:3])
    outcome = run_study(study, runner, sink, Progress())
    assert tuple(runner.specs) == schedule(study)[3:]
    assert outcome.records == first.records


def test_a_resumed_study_that_was_given_up_gets_fresh_attempts() -> None:
    study = make_study(design=design_of("isolated"), trials=1, max_attempts=2)
    failed = run_study(study, FakeRunner(lambda s: "x"), RecordsInMemory(), Progress())
    runner = FakeRunner()
    run_study(study, runner, RecordsInMemory(failed.records), Progress())
    assert [spec.attempt for spec in runner.specs] == [2]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, RuntimeError])
def test_an_interrupted_trial_leaves_the_finished_ones_on_disk(
    tmp_path: Path, interruption: type[BaseException]
) -> None:
    def interrupted(spec: TrialSpec) -> str | None:
        if spec.block == 1:
            raise interruption
        return None

    with pytest.raises(interruption), open_store(tmp_path / "study") as (store, _):
        run_study(make_study(), FakeRunner(interrupted), store, Progress())
    assert [record.block for record in read_records(tmp_path / "study")] == [0, 0, 0, 0]


def test_each_record_is_on_disk_before_progress_hears_of_it(tmp_path: Path) -> None:
    on_disk: list[int] = []

    class Watching(Progress):
        def trial_finished(self, record: object) -> None:
            on_disk.append(len(read_records(tmp_path)))

    with open_store(tmp_path) as (store, _):
        run_study(make_study(trials=1), FakeRunner(), store, Watching())
    assert on_disk == [1, 2, 3, 4]


def test_a_study_ends_before_the_block_at_which_it_knows_enough() -> None:
    study, runner = make_study(), FakeRunner()
    per_block = len(study.arms)
    outcome = run_study(
        study, runner, RecordsInMemory(), Progress(), lambda records: len(records) > 0
    )
    assert [spec.block for spec in runner.specs] == [0] * per_block
    assert not outcome.given_up


def test_a_block_that_was_begun_is_finished_before_asking_whether_it_is_enough() -> None:
    study = make_study()
    begun = run_study(study, FakeRunner(), RecordsInMemory(), Progress()).records[:1]
    asked: list[int] = []

    def enough(records: Sequence[TrialRecord]) -> bool:
        asked.append(len(records))
        return len(records) >= len(study.arms)

    run_study(study, FakeRunner(), RecordsInMemory(begun), Progress(), enough)
    assert asked == [len(study.arms)]


def test_trials_that_were_picked_are_run_until_one_has_no_valid_attempt() -> None:
    specs = schedule(make_study())[2:5]
    runner, sink = FakeRunner(), RecordsInMemory()
    assert run_trials(specs, 2, runner, sink, Progress()) is None
    assert tuple(runner.specs) == specs
    failing = FakeRunner(lambda spec: "x" if spec.arm == specs[1].arm else None)
    assert run_trials(specs, 2, failing, sink, Progress()) == specs[1]
    assert [spec.attempt for spec in failing.specs] == [0, 0, 1]
