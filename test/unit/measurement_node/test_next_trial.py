# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from arm_studies import ISOLATED
from record_factory import invalid, make_record

from nav2_composition_bench.measurement_node.next_trial import next_trial
from nav2_composition_bench.study.study import TrialSpec


def test_the_first_trial_is_in_the_first_block() -> None:
    assert next_trial(ISOLATED, ()) == TrialSpec(ISOLATED, 0, 0, 0)


def test_blocks_go_on_from_what_is_on_disk() -> None:
    records = [make_record("isolated", block) for block in (0, 1)]
    assert next_trial(ISOLATED, records) == TrialSpec(ISOLATED, 2, 0, 0)


def test_a_block_that_was_left_out_comes_first() -> None:
    records = [make_record("isolated", block) for block in (0, 2)]
    assert next_trial(ISOLATED, records).block == 1


def test_the_place_in_the_block_is_the_order_of_finishing() -> None:
    records = [
        make_record("manual", 0),
        make_record("multi_process", 0),
        invalid(make_record("multi_threaded", 0)),
    ]
    assert next_trial(ISOLATED, records).order_in_block == 2


def test_attempts_at_a_block_are_counted_on() -> None:
    records = [make_record("isolated", 0), *(2 * [invalid(make_record("isolated", 1))])]
    assert next_trial(ISOLATED, records).attempt == 1
    records.append(invalid(make_record("isolated", 1, attempt=4)))
    assert next_trial(ISOLATED, records) == TrialSpec(ISOLATED, 1, 0, 5)
