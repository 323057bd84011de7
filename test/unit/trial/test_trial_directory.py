# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from fake_runner import A_STUDY
from no_permission import without_permission
from record_factory import make_record

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.next_trial import next_trial
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.schedule import remaining, schedule
from nav2_composition_bench.trial.trial_directory import empty_trial_directory, trial_name

ARM = A_STUDY.arms[0]
SPEC = TrialSpec(ARM, 0, 0)


def test_a_directory_is_made_with_those_above_it(tmp_path: Path) -> None:
    found = empty_trial_directory(tmp_path / "study" / "logs", SPEC)
    assert found == tmp_path / "study" / "logs" / trial_name(SPEC)
    assert found.is_dir()


def test_a_relative_directory_becomes_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert empty_trial_directory(Path("logs"), SPEC) == tmp_path / "logs" / trial_name(SPEC)


def test_what_a_stopped_run_has_left_is_gone_and_other_trials_keep_theirs(tmp_path: Path) -> None:
    other = empty_trial_directory(tmp_path, TrialSpec(ARM, 0, 0, attempt=1))
    (other / "amcl.log").touch()
    old = empty_trial_directory(tmp_path, SPEC)
    (old / "statistics").mkdir()
    (old / "statistics" / "talker.jsonl").write_text("old")
    assert list(empty_trial_directory(tmp_path, SPEC).iterdir()) == []
    assert list(other.iterdir()) == [other / "amcl.log"]


def test_what_cannot_be_removed_is_one_line(tmp_path: Path) -> None:
    empty_trial_directory(tmp_path, SPEC)
    with pytest.raises(UserError, match="^cannot empty .*: Permission denied; remove .*attempt1$"):
        with without_permission(tmp_path):
            empty_trial_directory(tmp_path, SPEC)


def test_a_link_to_another_directory_is_not_followed(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (tmp_path / trial_name(SPEC)).symlink_to(elsewhere)
    with pytest.raises(UserError, match="^cannot empty .* symbolic link; remove"):
        empty_trial_directory(tmp_path, SPEC)
    assert (elsewhere / "kept").exists()


def recorded(spec: TrialSpec, *, valid: bool) -> TrialRecord:
    return make_record(spec.arm.name, spec.block, attempt=spec.attempt, valid=valid)


def test_a_trial_that_has_a_record_never_gets_its_directory_again() -> None:
    wanted = schedule(A_STUDY)
    records: list[TrialRecord] = []
    used: set[str] = set()
    for number, _ in enumerate(range(3 * len(wanted)), 1):
        left = remaining(wanted, records)
        if not left:
            break
        assert used.isdisjoint(map(trial_name, left))
        records.append(recorded(left[0], valid=number % 3 == 0))
        used.add(trial_name(left[0]))
    assert len(used) == len(records) == 3 * len(wanted)


def test_nor_does_a_trial_of_one_arm_at_a_time() -> None:
    records: list[TrialRecord] = []
    names = []
    for number in range(9):
        spec = next_trial(ARM, records)
        names.append(trial_name(spec))
        records.append(recorded(spec, valid=number % 3 == 2))
    assert len(set(names)) == 9
