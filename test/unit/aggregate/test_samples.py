# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values per composition and block."""

from __future__ import annotations

import math

import crossed_arms
from record_factory import invalid, make_record, make_study

from nav2_composition_bench.aggregate.samples import (
    FigureTable,
    arms_of,
    baseline_of,
    blocks_of,
    columns_of,
    factors_of,
    levels_of,
    unusable_of,
)


def test_invalid_trials_do_not_enter_the_values() -> None:
    records = [invalid(make_record("manual", 0)), make_record("manual", 1, cpu_percent=7.0)]
    assert blocks_of(records, "manual", "cpu_percent").values == (7.0,)


def test_values_come_in_block_order_whatever_the_order_of_the_records() -> None:
    records = make_study({"manual": [1.0, 2.0, 3.0]})[::-1]
    cell = blocks_of(records, "manual", "cpu_percent")
    assert (cell.blocks, cell.values) == ((0, 1, 2), (1.0, 2.0, 3.0))


def test_missing_and_nan_values_are_left_out_and_counted() -> None:
    records = make_study({"manual": [1.0, None, math.nan, math.inf]})
    assert blocks_of(records, "manual", "cpu_percent").values == (1.0,)
    assert unusable_of(records, "manual", "cpu_percent") == 3


def test_the_columns_of_a_comparison_hold_every_arm_by_block() -> None:
    records = make_study({"manual": [1.0, 2.0], "multi_process": [10.0, None, 6.0]})
    columns = columns_of([*records, invalid(make_record("pair"))], "cpu_percent")
    assert columns == {
        "multi_process": {0: 10.0, 2: 6.0},
        "manual": {0: 1.0, 1: 2.0},
        "pair": {},
    }


def test_arms_that_the_paper_does_not_have_keep_their_order_of_appearance() -> None:
    records = make_study({"pair": [1.0], "isolated": [1.0], "a": [1.0], "manual": [1.0]})
    assert arms_of(records) == ("manual", "isolated", "pair", "a")


def test_a_study_s_stamp_tells_the_order_of_arms_and_the_baseline() -> None:
    named = crossed_arms.arms({"rmw": ("rmw_b", "rmw_a"), "params": ("base", "no_bonds")})
    records = crossed_arms.crossed(named, {}, blocks=1)
    table = FigureTable(reversed(records[1:]), crossed_arms.stamp(named, "rmw_a+base"))
    assert arms_of(table) == ("rmw_b+no_bonds", "rmw_a+base", "rmw_a+no_bonds")
    assert baseline_of(table) == "rmw_a+base"
    assert factors_of(table) == ("rmw", "params")
    assert levels_of(table)["rmw_a+base"] == named["rmw_a+base"]


def test_arms_that_do_not_tell_of_a_timer_slack_have_the_kernels() -> None:
    late = make_record("late", levels={"composition": "manual", "timer_slack_us": "1000"})
    records = [make_record("manual"), late]
    assert factors_of(records) == ("timer_slack_us",)
    assert levels_of(records)["manual"]["timer_slack_us"] == "default"


def test_without_a_stamp_the_baseline_is_multi_process() -> None:
    records = [make_record("manual"), make_record("isolated")]
    assert baseline_of(records) == baseline_of(FigureTable(records)) == "multi_process"
    assert factors_of(records) == ("composition",)
    assert factors_of(records[:1]) == ()


def test_a_table_answers_as_any_sequence_does_and_once_and_for_all() -> None:
    records = make_study({"manual": [1.0, None, 3.0], "multi_process": [10.0, 20.0, 30.0]})
    table = FigureTable([*records, invalid(make_record("manual", 7))])
    for name in ("manual", "multi_process", "isolated"):
        answer = blocks_of(table, name, "cpu_percent")
        assert answer == blocks_of(tuple(table), name, "cpu_percent")
        assert blocks_of(table, name, "cpu_percent") is answer
