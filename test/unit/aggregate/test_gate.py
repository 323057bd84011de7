# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study against a stored baseline, and builds against each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from record_factory import invalid, make_record, make_study
from stored_studies import STAMP, four_compositions

from nav2_composition_bench.aggregate.gate import (
    DEFAULT_THRESHOLDS,
    EXPECTED_TO_DIFFER,
    CheckedMetric,
    check,
    check_arms,
    parse_thresholds,
)
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialRecord

MEMORY = {"pss_bytes", "footprint_bytes"}
WITHOUT_FOOTPRINT = make_study({"isolated": [None, None, None]}, "footprint_bytes")
ISOLATED = [each for each in four_compositions(10) if each.arm == "isolated"]


def stored(
    records: Sequence[TrialRecord], name: str = "new", **sections: dict[str, Any]
) -> StoredStudy:
    """Return a study whose stamp has some fields changed."""
    changed = {section: {**STAMP[section], **fields} for section, fields in sections.items()}
    return StoredStudy(Path("board") / name, {}, {**STAMP, **changed}, tuple(records), ())


def checked(
    candidate: StoredStudy,
    baseline: Sequence[TrialRecord] | None = None,
    thresholds: dict[str, float] | None = None,
    **options: Any,
) -> dict[tuple[str, str], Outcome]:
    """Check against a baseline of the paper's compositions, unless records are given."""
    base = stored(four_compositions() if baseline is None else baseline, "base")
    found = check(base, candidate, thresholds or DEFAULT_THRESHOLDS, **options)
    return outcomes(found)


def outcomes(found: Sequence[CheckedMetric]) -> dict[tuple[str, str], Outcome]:
    return {(one.arm, one.metric): one.verdict.outcome for one in found}


def of_memory(*sizes: float) -> list[TrialRecord]:
    return make_study({"isolated": list(sizes)}, "pss_bytes")


def test_an_unchanged_study_is_below_every_threshold() -> None:
    found = checked(stored(four_compositions()))
    assert set(found.values()) == {Outcome.BELOW} and len(found) == 4 * 2


def test_a_rise_is_above_its_threshold() -> None:
    found = checked(stored(four_compositions(scale=1.2)))
    above = {place for place, outcome in found.items() if outcome is Outcome.ABOVE}
    assert above == {(arm, "pss_bytes") for arm, _ in found}


@pytest.mark.parametrize("is_same_machine", [False, True])
def test_cpu_is_judged_only_where_somebody_says_that_the_machine_was_the_same(
    is_same_machine: bool,
) -> None:
    found = checked(stored(four_compositions(scale=1.3)), is_same_machine=is_same_machine)
    cpu = {outcome for (_, metric), outcome in found.items() if metric == "cpu_percent"}
    assert cpu == ({Outcome.ABOVE} if is_same_machine else set())
    assert {metric for _, metric in found} >= MEMORY


def test_cpu_that_somebody_asks_for_is_refused_without_that_word() -> None:
    with pytest.raises(UserError, match="--threshold cpu_percent: .* --same-machine"):
        checked(
            stored(four_compositions()),
            thresholds={"cpu_percent": 0.05},
            asked=["cpu_percent"],
        )


def test_an_arm_without_valid_trials_in_either_study_is_undecided() -> None:
    whole = four_compositions()
    fewer = [each for each in whole if each.arm != "manual"]
    failed = [invalid(each) if each.arm == "manual" else each for each in whole]
    for baseline, candidate in ((whole, fewer), (failed, whole)):
        found = checked(stored(candidate), baseline)
        undecided = {place for place, each in found.items() if each is Outcome.UNDECIDED}
        assert undecided == {("manual", metric) for metric in MEMORY}


def test_a_single_trial_of_each_decides_nothing() -> None:
    found = checked(stored([make_record()]), [make_record()])
    assert set(found.values()) == {Outcome.UNDECIDED}


def test_unlike_studies_are_refused_by_the_field_that_differs() -> None:
    other = stored(four_compositions(), software={"rmw": "other"})
    said = r"board/new cannot be compared with board/base: software\.rmw is "
    with pytest.raises(UserError, match=said):
        checked(other)
    assert checked(other, subjects=(*EXPECTED_TO_DIFFER, "rmw"))


def test_another_commit_of_ours_is_what_the_gate_is_about() -> None:
    other = stored(four_compositions(), software={"source_sha256": "2"})
    assert set(checked(other).values()) == {Outcome.BELOW}


def test_studies_without_a_common_arm_are_refused() -> None:
    with pytest.raises(UserError, match="share no arm"):
        checked(stored([make_record("isolated")]), [make_record("manual")])


def test_a_metric_the_baseline_lacks_is_not_judged_unless_somebody_asked_for_it() -> None:
    candidate = stored(four_compositions())
    found = checked(candidate, WITHOUT_FOOTPRINT)
    assert {metric for _, metric in found} == {"pss_bytes"}
    asked = parse_thresholds(["footprint=5%"])
    with pytest.raises(UserError, match="with footprint_bytes, so there is nothing to judge by"):
        checked(candidate, WITHOUT_FOOTPRINT, asked=asked)


def test_a_baseline_by_which_nothing_can_be_judged_is_refused() -> None:
    said = "board/base holds no valid trial of isolated with pss_bytes, footprint_bytes, "
    with pytest.raises(UserError, match=said):
        checked(stored(four_compositions()), [invalid(make_record())])


def builds(costs: Mapping[str, Sequence[float]]) -> list[TrialRecord]:
    return make_study(dict(costs), "cpu_percent")


PAIRS = (("mine", "main"),)


def test_builds_are_compared_inside_blocks_and_so_is_cpu() -> None:
    machine = np.array([40.0, 80.0, 60.0, 50.0, 70.0])
    noise = np.array([1.0, 1.01, 0.99, 1.005, 0.995])
    for factor, outcome in ((1.0, Outcome.BELOW), (1.3, Outcome.ABOVE)):
        records = builds({"main": machine.tolist(), "mine": (factor * machine * noise).tolist()})
        found = outcomes(check_arms(records, PAIRS, {"cpu_percent": 0.05}))
        assert found == {("mine", "cpu_percent"): outcome}


def test_a_metric_that_no_trial_holds_is_not_judged() -> None:
    records = builds({"main": [40.0, 41.0], "mine": [40.0, 41.0]})
    bare = [replace(one, metrics={"cpu_percent": one.metrics["cpu_percent"]}) for one in records]
    found = check_arms(bare, PAIRS, DEFAULT_THRESHOLDS)
    assert [one.metric for one in found] == ["cpu_percent"]


def grown(random: np.random.Generator, kind: str, noise: float, rise: float) -> Outcome:
    """Judge a build after each of ten blocks against a threshold of 10 %."""
    shape = (2, 10)
    skewed = (random.gamma(4.0, 1.0, shape) - 4.0) / 2.0
    draws = skewed if kind == "skewed" else random.normal(0.0, 1.0, shape)
    main, mine = np.exp(noise * draws)
    records = builds({"main": main.tolist(), "mine": (mine * (1 + rise)).tolist()})
    for blocks in range(2, 11):
        seen = [each for each in records if each.block < blocks]
        (found,) = check_arms(seen, PAIRS, {"cpu_percent": 0.1}, looks=9)
        if found.verdict.outcome is not Outcome.UNDECIDED:
            break
    return found.verdict.outcome


@pytest.mark.parametrize("kind", ["normal", "skewed"])
@pytest.mark.parametrize("noise", [0.01, 0.06])
def test_a_rise_of_just_the_threshold_is_decided_in_five_percent_at_most_despite_all_looks(
    noise: float, kind: str
) -> None:
    random = np.random.default_rng(21)
    found = [grown(random, kind, noise, 0.1) for _ in range(300)]
    assert sum(one is not Outcome.UNDECIDED for one in found) / 300 <= 0.05


def test_a_rise_well_above_the_threshold_is_found() -> None:
    random = np.random.default_rng(23)
    found = [grown(random, "normal", 0.03, 0.25) for _ in range(100)]
    assert found.count(Outcome.ABOVE) >= 95


def test_thresholds_are_read() -> None:
    thresholds = parse_thresholds(["cpu=8%", "uss_bytes = 3"])
    assert thresholds == {"cpu_percent": 0.08, "uss_bytes": 0.03}


@pytest.mark.parametrize("text", ["cpu_percent", "heat=3%", "cpu_percent=0%", "cpu_percent=-1"])
def test_a_threshold_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(UserError, match=f"cannot read '{text}'"):
        parse_thresholds([text])


@pytest.mark.parametrize("metric", ["goodput_bytes_hz", "rate_held_percent", "callbacks_hz"])
def test_a_metric_of_which_more_is_better_has_no_threshold(metric: str) -> None:
    with pytest.raises(UserError, match=f"{metric} is no cost: more of it is better"):
        parse_thresholds([f"{metric}=5%"])
