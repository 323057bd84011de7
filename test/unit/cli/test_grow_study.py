# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``check --max-trials``, with an executor that answers at once."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from arm_studies import ISOLATED, arm_of, write_study_file
from fake_executor import FakeExecutor
from stored_studies import STAMP, four_compositions, write_study

from nav2_composition_bench.cli import check, run_trials
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.trial.executor import Progress
from nav2_composition_bench.trial.provenance import study_document
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome, run_study
from nav2_composition_bench.trial.store import StudyStore, read_records

STAMP_OF_ISOLATED = {"study": {"compositions": ["isolated"], "seed": 7}}
PACKAGE = Path(__file__).resolve().parents[3]
NOISE = (0.0, 0.02, -0.02, 0.01, -0.01)


class Bench(FakeExecutor):
    """A machine on which isolated costs as the baseline's, times a scale."""

    def __init__(self, scale: float, reason_of: Callable[[TrialSpec], str | None]) -> None:
        super().__init__(reason_of)
        self.study: Study | None = None
        self.directory: Path | None = None
        self._scale = scale

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        cost = self._scale * (1 + NOISE[spec.block % len(NOISE)])
        record = super().run(spec, progress)
        return replace(record, cpu_percent=58.0 * cost, pss_bytes=round(182e6 * cost))


def put_in_place(
    monkeypatch: pytest.MonkeyPatch,
    scale: float = 1.0,
    reason_of: Callable[[TrialSpec], str | None] = lambda spec: None,
    rmw: str | None = None,
) -> Bench:
    """Let studies run on a bench without processes.

    :param rmw: that the stamp tells; None for that of the arms.
    """
    bench = Bench(scale, reason_of)

    def run_all(
        settled: SettledStudy, store: StudyStore, enough: run_trials.Enough, options: object
    ) -> StudyOutcome:
        bench.study, bench.directory = settled.study, store.directory
        document = study_document(settled.study)
        for arm in document["arms"] if rmw else ():
            arm["rmw"] = rmw
        begun = {key: document[key] for key in ("arms", "baseline", "factors", "seed")}
        stamp = {**STAMP, "study": {**STAMP["study"], **begun}}
        (store.directory / "study.json").write_text(json.dumps(stamp))
        return run_study(settled.study, bench, store, Progress(), enough)

    monkeypatch.setattr(run_trials, "run_all", run_all)
    return bench


@pytest.fixture
def base(tmp_path: Path) -> Path:
    records = [r for r in four_compositions(10) if r.composition == "isolated"]
    return write_study(tmp_path / "board" / "base", records, STAMP_OF_ISOLATED)


def grown(directory: Path, base: Path, *words: object) -> int:
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    arguments = [directory, "--baseline", base, "--max-trials", *words]
    return check.run(parser.parse_args([str(word) for word in arguments]))


def test_a_new_candidate_runs_as_the_baseline_did_until_it_is_certain(
    base: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = put_in_place(monkeypatch)
    assert grown(base.parent / "new", base, 10) == 0
    assert bench.study is not None
    assert (bench.study.name, bench.study.seed, bench.study.trials) == ("new", 7, 10)
    assert {spec.arm.name for spec in bench.specs} == {"isolated"}
    assert 2 <= len(bench.specs) < 10
    blocks = len(bench.specs)
    added = f"blocks added: {blocks}; the candidate has {blocks}, {10 - blocks} fewer"
    assert added in capsys.readouterr().out


def test_a_candidate_that_goes_by_a_dot_is_filed_where_it_is(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, new = put_in_place(monkeypatch), base.parent / "new"
    new.mkdir()
    monkeypatch.chdir(new)
    assert grown(Path("."), base, 10) == 0
    assert bench.directory == new


def test_a_candidate_whose_directory_has_no_name_of_a_study_is_refused(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench, unusable = put_in_place(monkeypatch), base.parent / "_new"
    with pytest.raises(UserError, match="_new is '_new', must be usable as a directory name"):
        grown(unusable, base, 10)
    assert bench.specs == [] and not unusable.exists()


def test_a_regression_ends_the_study_with_status_1(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = put_in_place(monkeypatch, scale=1.3)
    assert grown(base.parent / "new", base, 10) == 1
    assert len(bench.specs) < 10


def test_blocks_are_added_to_those_there_are(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finer_than_the_noise = ("--threshold", "cpu_percent=0.1%")
    put_in_place(monkeypatch)
    assert grown(base.parent / "new", base, 3, *finer_than_the_noise) == 3
    bench = put_in_place(monkeypatch)
    assert grown(base.parent / "new", base, 4, *finer_than_the_noise) == 3
    assert [spec.block for spec in bench.specs] == [3]
    assert len(read_records(base.parent / "new")) == 4


def test_a_candidate_that_is_certain_already_runs_nothing(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_in_place(monkeypatch)
    grown(base.parent / "new", base, 10)
    bench = put_in_place(monkeypatch)
    assert grown(base.parent / "new", base, 10) == 0
    assert bench.specs == []


def test_a_grouping_is_gone_on_with(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    levels = {"composition": "pair"}
    records = [replace(r, arm="pair", levels=levels) for r in read_records(base)]
    groupings = [{"name": "pair", "groups": [["map_server", "amcl"]]}]
    stamp = {"study": {"compositions": [], "groupings": groupings, "seed": 7}}
    other = write_study(base.parent / "grouped", records, stamp)
    bench = put_in_place(monkeypatch)
    assert grown(base.parent / "new", other, 10) == 0
    assert bench.study is not None
    assert bench.study.arms == (arm_of(Grouping("pair", (("map_server", "amcl"),))),)


def test_a_candidate_drives_as_many_laps_as_the_baseline(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    goals = [{"name": name} for name in ("A", "B", "A-2", "B-2")]
    stamp = {"study": {**STAMP_OF_ISOLATED["study"], "goals": goals}}
    write_study(base, list(read_records(base)), stamp)
    bench = put_in_place(monkeypatch)
    grown(base.parent / "new", base, 2, "--subject", "world")
    assert bench.study is not None
    assert bench.study.workload.legs == ("A", "B", "A-2", "B-2")


def test_a_candidate_drives_the_laps_that_its_file_lists(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lap = load_study(default_study_file()).navigation.goals
    twice = (*lap, *(replace(goal, name=f"again_{goal.name}") for goal in lap))
    goals = [asdict(goal) for goal in twice]
    file = write_study_file(tmp_path, name=base.name, goals=goals)
    stamp = {"study": {**STAMP_OF_ISOLATED["study"], "goals": goals}}
    write_study(base, list(read_records(base)), stamp)
    bench = put_in_place(monkeypatch)
    grown(base.parent / "new", base, 2, "--subject", "world", "--study", str(file))
    assert bench.study is not None
    assert bench.study.workload.legs == tuple(goal.name for goal in twice)


def test_a_candidate_keeps_idle_cores_as_the_baseline_does(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = ISOLATED.levels
    arm = {"name": "isolated", **levels, "cpu_latency_us": "0"}
    stamp = {"study": {**STAMP_OF_ISOLATED["study"], "arms": [arm]}}
    write_study(base, list(read_records(base)), stamp)
    bench = put_in_place(monkeypatch)
    grown(base.parent / "new", base, 2, "--subject", "protocol")
    assert bench.study is not None
    assert [each.cpu_latency_us for each in bench.study.arms] == [0]


def costly_study(directory: Path) -> Path:
    """The package's study with a known cost."""
    file = directory / "costly.yaml"
    text = default_study_file("reference").read_text().replace("../../", f"{PACKAGE}/")
    text = text.replace("../reference_stack.yaml", f"{PACKAGE}/params/reference_stack.yaml")
    file.write_text(f"{text}known_cost: {{cpu_percent: 5.0, memory_mb: 20.0}}\n")
    return file


def test_a_new_candidate_has_the_known_cost_of_its_study_file(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = {"known_cost": {"cpu_percent": 0.0, "memory_mb": 0.0}}
    stamp = {"study": {**STAMP_OF_ISOLATED["study"], **nothing}}
    write_study(base, list(read_records(base)), stamp)
    bench = put_in_place(monkeypatch)
    grown(base.parent / "as-the-baseline", base, 2, "--subject", "known-cost")
    assert bench.study is not None and bench.study.known_cost == KnownCost(0.0, 0.0)
    file = costly_study(base.parent)
    grown(base.parent / "costly", base, 2, "--subject", "known-cost", "--study", file)
    assert bench.study.known_cost == KnownCost(5.0, 20.0)


def test_a_candidate_that_was_begun_without_a_known_cost_goes_on_without_one(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finer_than_the_noise = ("--threshold", "cpu_percent=0.1%")
    put_in_place(monkeypatch)
    grown(base.parent / "new", base, 2, *finer_than_the_noise)
    bench = put_in_place(monkeypatch)
    file = costly_study(base.parent)
    grown(base.parent / "new", base, 3, *finer_than_the_noise, "--study", file)
    assert bench.study is not None and bench.study.known_cost is None


def test_unlike_studies_are_refused_before_a_trial(
    base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = put_in_place(monkeypatch, rmw="rmw_cyclonedds_cpp")
    with pytest.raises(UserError, match=r"cannot be compared .* study\.arms\.isolated\.rmw"):
        grown(base.parent / "new", base, 10)
    assert bench.specs == []


def test_a_study_that_is_given_up_has_not_enough_trials(
    base: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_in_place(monkeypatch, reason_of=lambda spec: "amcl died")
    assert grown(base.parent / "new", base, 10) == 3
    assert "given up: isolated, block 1, had no valid trial (amcl died)" in capsys.readouterr().err


def test_options_that_make_no_sense_are_refused(base: Path) -> None:
    with pytest.raises(UserError, match="--max-trials is 1, must be at least 2"):
        grown(base.parent / "new", base, 1)
    parser = argparse.ArgumentParser()
    check.add_arguments(parser)
    words = [str(base), "--baseline", str(base), "--study", "study.yaml"]
    with pytest.raises(UserError, match="--study needs --max-trials"):
        check.run(parser.parse_args(words))
