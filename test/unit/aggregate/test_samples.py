# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values per composition and block."""

from __future__ import annotations

import math
from dataclasses import replace

import crossed_arms
import pytest
from record_factory import at_speed, invalid, make_record, make_study

from nav2_composition_bench.aggregate.samples import (
    FigureTable,
    adjustment_of,
    arms_of,
    baseline_of,
    blocks_of,
    factors_of,
    levels_of,
    log_ratios,
    unusable_of,
)
from nav2_composition_bench.metrics import ADJUSTED_CPU


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


def test_ratios_are_of_blocks_that_hold_both() -> None:
    records = make_study({"manual": [1.0, 2.0, 3.0], "multi_process": [10.0, None, 6.0]})
    ratios = log_ratios(records, "manual", "multi_process", "cpu_percent")
    assert ratios == pytest.approx({0: math.log(0.1), 2: math.log(0.5)})
    assert log_ratios(records, "manual", "multi_process", ADJUSTED_CPU) == {}


KNOWN_COST = {"composition": "isolated", "topology": "cpu_percent-0.5"}


@pytest.mark.parametrize(
    ("levels", "other", "alike"),
    [
        ({"composition": "isolated"}, {"composition": "isolated", "params": "no_bonds"}, True),
        ({"composition": "isolated"}, {"composition": "manual"}, False),
        ({"composition": "isolated"}, {"composition": "isolated", "executor": "events"}, False),
        ({"composition": "isolated"}, {"composition": "isolated", "rmw": "b"}, False),
        (KNOWN_COST, {**KNOWN_COST, "topology": "cpu_percent-0"}, True),
        (KNOWN_COST, {**KNOWN_COST, "topology": "size_bytes-100"}, False),
    ],
)
def test_arms_that_differ_in_parameters_alone_influence_known_work_alike(
    levels: dict[str, str], other: dict[str, str], alike: bool
) -> None:
    records = [
        at_speed(make_record(arm, block, levels=its), 100.0, 100.0)
        for arm, its in (("one", levels), ("other", other))
        for block in range(2)
    ]
    adjustment = adjustment_of(records)
    assert adjustment is not None and adjustment.alike("one", "other") == alike


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


def test_arms_that_do_not_tell_of_a_limit_of_cpu_latency_have_none() -> None:
    awake = make_record("awake", levels={"composition": "manual", "cpu_latency_us": "0"})
    records = [make_record("manual"), awake]
    assert factors_of(records) == ("cpu_latency_us",)
    assert levels_of(records)["manual"]["cpu_latency_us"] == "unlimited"


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


def test_invalid_trials_do_not_decide_at_which_rate_known_work_counts() -> None:
    valid = [at_speed(make_record("manual", block), 100.0, 100.0) for block in range(2)]
    slow = [
        invalid(replace(at_speed(make_record("manual", 0), 100.0, 100.0), yardstick_rate_hz=25.0))
        for _ in range(3)
    ]
    assert adjustment_of([*slow, *valid]) is not None


def test_blocks_without_zeros_do_not_speak_for_those_with() -> None:
    """The means of the table are of all of them."""
    figures = {"multi_process": [2.0, 2.0, 2.0], "isolated": [0.0, 0.0, 2.2]}
    records = make_study(figures, "cpu_percent")
    assert log_ratios(records, "isolated", "multi_process", "cpu_percent") == {}
