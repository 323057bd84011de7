# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import itertools
from collections import Counter

from arm_studies import MANUAL, PAPERS_ARMS, design_of
from fake_runner import make_study
from record_factory import make_record

from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.trial.schedule import (
    first_segment,
    remaining,
    schedule,
    unfinished_block,
)

RMWS = ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")


def test_each_block_holds_every_arm_once() -> None:
    specs = schedule(make_study(trials=5))
    for block in range(5):
        of_block = [spec for spec in specs if spec.block == block]
        assert {spec.arm for spec in of_block} == set(PAPERS_ARMS)
        assert [spec.order_in_block for spec in of_block] == [0, 1, 2, 3]


def test_the_same_seed_gives_the_same_order() -> None:
    assert schedule(make_study(seed=7, trials=6)) == schedule(make_study(seed=7, trials=6))


def test_another_seed_gives_another_order() -> None:
    assert schedule(make_study(seed=7, trials=6)) != schedule(make_study(seed=8, trials=6))


def test_a_longer_study_begins_with_the_blocks_of_a_shorter_one() -> None:
    short, long = schedule(make_study(trials=2)), schedule(make_study(trials=10))
    assert long[: len(short)] == short


def test_every_arm_comes_first_about_equally_often() -> None:
    specs = schedule(make_study(trials=400))
    first = Counter(spec.arm for spec in specs if spec.order_in_block == 0)
    assert all(70 <= first[arm] <= 130 for arm in PAPERS_ARMS)


def test_a_trial_with_a_valid_record_is_not_run_again() -> None:
    specs = schedule(make_study(trials=1))
    done = make_record("manual", 0)
    assert MANUAL not in {spec.arm for spec in remaining(specs, [done])}


def test_a_trial_with_only_invalid_records_goes_on_with_the_next_attempt() -> None:
    specs = schedule(make_study(trials=1))
    failed = [
        make_record("manual", 0, attempt=attempt, valid=False, invalid_reason="x")
        for attempt in range(2)
    ]
    attempts = {spec.arm: spec.attempt for spec in remaining(specs, failed)}
    assert attempts.pop(MANUAL) == 2
    assert set(attempts.values()) == {0}


def test_placements_are_run_in_every_block_like_stock_compositions() -> None:
    design = design_of(placements=(parse_placement("pair=a|b"),))
    study = make_study(trials=3, design=design)
    specs = schedule(study)
    assert len(specs) == 15
    assert Counter(spec.arm.name for spec in specs)["pair"] == 3
    left = remaining(specs, [make_record("pair", 1)])
    assert [spec.block for spec in left if spec.arm.name == "pair"] == [0, 2]


def test_arms_of_one_composition_are_told_apart() -> None:
    study = make_study(design=design_of("manual", params=["base", "slow"]), trials=1)
    left = remaining(schedule(study), [make_record("manual+slow", 0)])
    assert [spec.arm.name for spec in left] == ["manual"]


def test_a_segment_is_of_one_block_and_one_middleware() -> None:
    left = schedule(make_study(design=design_of(rmw=RMWS), trials=3))
    segments = []
    while left:
        segment = first_segment(left)
        assert len({(spec.block, spec.arm[RMW]) for spec in segment}) == 1
        segments.append(segment)
        left = left[len(segment) :]
    kinds = [(segment[0].block, segment[0].arm[RMW]) for segment in segments]
    assert all(one != other for one, other in itertools.pairwise(kinds))
    assert sum(map(len, segments)) == 24


def test_with_one_middleware_a_segment_is_a_block() -> None:
    specs = schedule(make_study())
    assert first_segment(specs) == specs[:4]


def test_a_block_is_unfinished_where_some_of_its_trials_are_done() -> None:
    wanted = schedule(make_study(trials=2))
    first, rest = [make_record(spec.arm.name, spec.block) for spec in wanted[:1]], wanted[1:]
    assert unfinished_block(wanted, remaining(wanted, first)) == 0
    assert unfinished_block(wanted, wanted) is None
    assert unfinished_block(wanted, rest[3:]) is None
    assert unfinished_block(wanted, ()) is None
