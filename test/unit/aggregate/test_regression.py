# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study against its baseline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from record_factory import at_speed, invalid, make_record, make_study
from stored_studies import four_compositions, write_study

from nav2_composition_bench.aggregate.between_studies import COEFFICIENT
from nav2_composition_bench.aggregate.gate import GateOutcome, GateVerdict
from nav2_composition_bench.aggregate.regression import (
    DEFAULT_THRESHOLDS,
    EXPECTED_TO_DIFFER,
    check,
    exit_status,
    parse_thresholds,
)
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialRecord


def study(
    path: Path, records: list[TrialRecord], stamp: dict[str, dict[str, object]] | None = None
) -> StoredStudy:
    return read_study(write_study(path, records, stamp))


def test_an_unchanged_study_is_fine(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", four_compositions())
    checked = check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)
    assert {one.verdict.outcome for one in checked} == {GateOutcome.FINE}
    assert exit_status(checked) == 0


def test_a_dearer_study_is_a_regression(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", four_compositions())
    dear = study(tmp_path / "b" / "s", four_compositions(scale=1.2))
    assert exit_status(check(base, dear, DEFAULT_THRESHOLDS)) == 1


def test_an_arm_that_the_candidate_lacks_does_not_pass(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", four_compositions())
    fewer = [each for each in four_compositions() if each.arm != "manual"]
    checked = check(base, study(tmp_path / "b" / "s", fewer), DEFAULT_THRESHOLDS)
    assert exit_status(checked) == 3
    lacking = [one for one in checked if one.verdict.outcome is not GateOutcome.FINE]
    assert {(one.arm, one.verdict.reason) for one in lacking} == {
        ("manual", "b/s has no trial of manual")
    }
    assert {one.metric for one in lacking} == set(DEFAULT_THRESHOLDS)


def test_a_single_trial_is_not_enough(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", [make_record()])
    checked = check(base, study(tmp_path / "b" / "s", [make_record()]), DEFAULT_THRESHOLDS)
    assert exit_status(checked) == 3


def test_a_baseline_of_another_rmw_is_not_comparable(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", four_compositions(), {"software": {"rmw": "other"}})
    checked = check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)
    assert exit_status(checked) == 2
    assert "software.rmw" in checked[0].verdict.reason


def test_another_commit_of_ours_is_what_the_gate_is_about(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", four_compositions(), {"software": {"source_sha256": "0"}})
    checked = check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)
    assert exit_status(checked) == 0


def test_a_metric_the_baseline_lacks_cannot_have_regressed(tmp_path: Path) -> None:
    without = make_study({"isolated": [None, None, None]}, "footprint_bytes")
    base = study(tmp_path / "a" / "s", without)
    checked = check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)
    assert {one.metric for one in checked} == {"cpu_percent", "pss_bytes"}


def test_a_baseline_by_which_nothing_can_be_judged_is_refused(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", [invalid(make_record()), invalid(make_record(block=1))])
    with pytest.raises(UserError, match=r"a/s holds no valid trial of isolated with cpu_percent, "):
        check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)


def test_a_metric_whose_threshold_was_set_must_be_in_the_baseline(tmp_path: Path) -> None:
    base, other = (study(tmp_path / each / "s", four_compositions()) for each in "ab")
    with pytest.raises(UserError, match="with instructions_hz, so there is nothing to judge by"):
        check(base, other, {"cpu_percent": 0.1, "instructions_hz": 0.05}, asked=["instructions_hz"])


def test_a_threshold_that_is_set_to_the_defaults_value_is_asked_for_all_the_same(
    tmp_path: Path,
) -> None:
    without = make_study({"isolated": [None, None, None]}, "footprint_bytes")
    base = study(tmp_path / "a" / "s", without)
    other = study(tmp_path / "b" / "s", four_compositions())
    with pytest.raises(UserError, match="with footprint_bytes, so there is nothing to judge by"):
        check(base, other, DEFAULT_THRESHOLDS, asked=parse_thresholds(["footprint_bytes=5%"]))


def quiet(path: Path, speed: float, distro: str = "jazzy", blocks: int = 30) -> StoredStudy:
    """Return a study without scatter on a machine of a speed, whose CPU goes with that."""
    cpu = 40.0 * speed**COEFFICIENT
    records = [
        at_speed(make_record(block=block, cpu_percent=cpu), 100.0 * speed, 100.0 * speed)
        for block in range(blocks)
    ]
    return study(path / "s", records, {"software": {"ros_distro": distro}})


def of_cpu(base: StoredStudy, candidate: StoredStudy, looks: int = 1) -> GateVerdict:
    subjects = (*EXPECTED_TO_DIFFER, "distribution", "machine")
    (answer,) = check(base, candidate, {"cpu_percent": 0.1}, subjects, looks)
    return answer.verdict


def test_thirty_quiet_trials_of_another_distribution_cannot_be_decided_by_nine_looks(
    tmp_path: Path,
) -> None:
    base, same, other = (
        quiet(tmp_path / name, 1.0, distro)
        for name, distro in (("a", "jazzy"), ("b", "jazzy"), ("c", "kilted"))
    )
    assert of_cpu(base, same, looks=9).outcome is GateOutcome.FINE
    assert of_cpu(base, other).outcome is GateOutcome.FINE
    undecided = of_cpu(base, other, looks=9)
    assert undecided.outcome is GateOutcome.NOT_ENOUGH_TRIALS and not undecided.may_be_decided
    assert "well above 12.5%" in undecided.reason


def test_thirty_quiet_trials_on_a_machine_a_fifth_slower_cannot_be_decided(tmp_path: Path) -> None:
    base, slow, slower = (
        quiet(tmp_path / name, speed) for name, speed in (("a", 1.0), ("b", 1.1), ("c", 1.2))
    )
    assert of_cpu(base, slow).outcome is GateOutcome.FINE
    undecided = of_cpu(base, slower)
    assert undecided.outcome is GateOutcome.NOT_ENOUGH_TRIALS and not undecided.may_be_decided
    assert undecided.change == pytest.approx(0.0, abs=1e-9)


def test_cpu_of_another_processor_is_judged_as_measured(tmp_path: Path) -> None:
    base, slower = (quiet(tmp_path / name, speed) for name, speed in (("a", 1.0), ("b", 1.2)))
    other = replace(slower, stamp={**slower.stamp, "machine": {"cpu_model": "B", "cpu_cores": 2}})
    (as_measured,) = check(base, other, {"cpu_percent": 0.1}, (*EXPECTED_TO_DIFFER, "machine"))
    assert as_measured.metric == "cpu_percent"
    assert as_measured.verdict.outcome is GateOutcome.REGRESSION
    (adjusted,) = check(base, slower, {"cpu_percent": 0.1})
    assert adjusted.metric == ADJUSTED_CPU


def test_studies_without_a_common_arm_are_refused(tmp_path: Path) -> None:
    base = study(tmp_path / "a" / "s", [make_record("manual")])
    with pytest.raises(UserError, match="share no arm"):
        check(base, study(tmp_path / "b" / "s", [make_record("isolated")]), DEFAULT_THRESHOLDS)


def test_thresholds_are_read() -> None:
    thresholds = parse_thresholds(["cpu_percent=8%", "uss_bytes = 3"])
    assert thresholds == {"cpu_percent": 0.08, "uss_bytes": 0.03}


@pytest.mark.parametrize("text", ["cpu_percent", "heat=3%", "cpu_percent=0%", "cpu_percent=-1"])
def test_a_threshold_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(UserError, match=f"cannot read '{text}'"):
        parse_thresholds([text])


@pytest.mark.parametrize("metric", ["goodput_bytes_hz", "rate_held_percent", "callbacks_hz"])
def test_a_metric_of_which_more_is_better_has_no_threshold(metric: str) -> None:
    with pytest.raises(UserError, match=f"{metric} is no cost: more of it is better"):
        parse_thresholds([f"{metric}=5%"])


def test_two_studies_of_the_same_are_judged_alike_in_95_percent(tmp_path: Path) -> None:
    """A/A: blocks of one long study, drawn again and again into two halves."""
    generator = np.random.default_rng(41)
    blocks = generator.normal(50.0, 1.5, 20)
    alarms = 0
    for _ in range(200):
        drawn = generator.permutation(blocks)
        first, second = (
            StoredStudy(tmp_path, {}, {}, tuple(make_study({"isolated": half.tolist()})), ())
            for half in (drawn[:10], drawn[10:])
        )
        checked = check(first, second, {"cpu_percent": 0.10})
        alarms += checked[0].verdict.outcome is GateOutcome.REGRESSION
    assert alarms / 200 <= 0.05


def test_adjusted_cpu_has_the_threshold_of_cpu() -> None:
    with pytest.raises(UserError, match="is judged by the threshold of cpu_percent"):
        parse_thresholds(["cpu_adjusted_percent=20%"])


def test_an_arm_without_a_valid_trial_in_the_baseline_is_not_passed_over(tmp_path: Path) -> None:
    records = [invalid(r) if r.arm == "manual" else r for r in four_compositions()]
    base = study(tmp_path / "a" / "s", records)
    checked = check(base, study(tmp_path / "b" / "s", four_compositions()), DEFAULT_THRESHOLDS)
    lacking = {one.verdict.outcome for one in checked if one.arm == "manual"}
    assert lacking == {GateOutcome.NOT_ENOUGH_TRIALS}
    assert exit_status(checked) == 3
