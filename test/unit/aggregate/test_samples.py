# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values per composition and block."""

from __future__ import annotations

import math

from record_factory import invalid, make_record, make_study

from nav2_composition_bench.aggregate.samples import (
    FigureTable,
    blocks_of,
    compositions_of,
    paired,
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


def test_pairing_keeps_only_blocks_that_hold_both() -> None:
    records = make_study({"manual": [1.0, 2.0, 3.0], "multi_process": [10.0, None, 30.0]})
    ours, theirs = paired(
        blocks_of(records, "manual", "cpu_percent"),
        blocks_of(records, "multi_process", "cpu_percent"),
    )
    assert (ours.tolist(), theirs.tolist()) == ([1.0, 3.0], [10.0, 30.0])


def test_compositions_keep_their_order_of_appearance() -> None:
    assert compositions_of(make_study({"manual": [1.0], "isolated": [1.0]})) == (
        "manual",
        "isolated",
    )


def test_a_table_answers_as_any_sequence_does_and_once_and_for_all() -> None:
    records = make_study({"manual": [1.0, None, 3.0], "multi_process": [10.0, 20.0, 30.0]})
    table = FigureTable([*records, invalid(make_record("manual", 7))])
    for name in ("manual", "multi_process", "isolated"):
        answer = blocks_of(table, name, "cpu_percent")
        assert answer == blocks_of(tuple(table), name, "cpu_percent")
        assert blocks_of(table, name, "cpu_percent") is answer
