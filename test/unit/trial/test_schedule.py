# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections import Counter
from dataclasses import replace

from fake_executor import make_study
from record_factory import make_record

from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.trial.schedule import remaining, schedule


def test_each_block_holds_every_composition_once() -> None:
    specs = schedule(make_study(trials=5))
    for block in range(5):
        of_block = [spec for spec in specs if spec.block == block]
        assert {spec.composition for spec in of_block} == set(Composition)
        assert [spec.order_in_block for spec in of_block] == [0, 1, 2, 3]


def test_the_same_seed_gives_the_same_order() -> None:
    assert schedule(make_study(seed=7, trials=6)) == schedule(make_study(seed=7, trials=6))


def test_another_seed_gives_another_order() -> None:
    assert schedule(make_study(seed=7, trials=6)) != schedule(make_study(seed=8, trials=6))


def test_a_longer_study_begins_with_the_blocks_of_a_shorter_one() -> None:
    short, long = schedule(make_study(trials=2)), schedule(make_study(trials=10))
    assert long[: len(short)] == short


def test_every_composition_comes_first_about_equally_often() -> None:
    specs = schedule(make_study(trials=400))
    first = Counter(spec.composition for spec in specs if spec.order_in_block == 0)
    assert all(70 <= first[composition] <= 130 for composition in Composition)


def test_a_trial_with_a_valid_record_is_not_run_again() -> None:
    specs = schedule(make_study(trials=1))
    done = make_record("manual", 0)
    assert Composition.MANUAL not in {spec.composition for spec in remaining(specs, [done])}


def test_a_trial_with_only_invalid_records_goes_on_with_the_next_attempt() -> None:
    specs = schedule(make_study(trials=1))
    failed = [
        make_record("manual", 0, attempt=attempt, valid=False, invalid_reason="x")
        for attempt in range(2)
    ]
    attempts = {spec.composition: spec.attempt for spec in remaining(specs, failed)}
    assert attempts.pop(Composition.MANUAL) == 2
    assert set(attempts.values()) == {0}


def test_groupings_are_run_in_every_block_like_compositions() -> None:
    study = replace(make_study(trials=3), groupings=(Grouping("pair", (("a", "b"),)),))
    specs = schedule(study)
    assert len(specs) == 15
    assert Counter(spec.composition.value for spec in specs)["pair"] == 3
    left = remaining(specs, [make_record("pair", 1)])
    assert [spec.block for spec in left if spec.composition.value == "pair"] == [0, 2]
