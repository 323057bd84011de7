# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Axes and lines of studies of topologies."""

from __future__ import annotations

from curve_studies import SIZES, curve_records, curve_stamp, growing, size_stamp, size_table
from record_factory import make_record
from stored_studies import STAMP, four_compositions

from nav2_composition_bench.aggregate.axis import axis_of


def test_a_line_is_named_by_what_tells_it_from_the_others_besides_its_place() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None and axis.name == "size_bytes"
    assert axis.values == tuple(map(float, SIZES))
    names = [line.name for line in axis.lines]
    assert names == ["multi_process", "isolated", "isolated+intra_process"]
    assert axis.lines[2].arms[1024.0] == "isolated+intra_process+size_bytes-1024"


def test_a_study_without_an_axis_has_none() -> None:
    assert axis_of(four_compositions(), STAMP) is None
    assert axis_of(four_compositions(), {}) is None
    assert axis_of([], size_stamp()) is None


def test_topologies_of_one_place_that_differ_by_more_are_lines_of_their_own() -> None:
    levels = {"composition": "isolated", "executor": "stock"}
    places = {
        f"payload-{payload}--period_ms-{period}": period
        for payload in ("raw", "jpeg")
        for period in (30, 50)
    }
    records = [make_record(f"a+{each}", levels={**levels, "topology": each}) for each in places]
    axis = axis_of(records, {"study": {"axis": "period_ms", "axis_values": places}})
    assert axis is not None and axis.values == (30.0, 50.0)
    assert [line.name for line in axis.lines] == ["isolated+payload-raw", "isolated+payload-jpeg"]
    assert axis.lines[1].levels["kind"] == "payload-jpeg"


def test_a_timer_slack_is_in_the_name_of_its_line() -> None:
    levels = {"composition": "isolated", "executor": "stock", "topology": "size_bytes-8"}
    late = {**levels, "timer_slack_us": "1000"}
    records = [make_record("a", levels=levels), make_record("b", levels=late)]
    stamp = {"study": {"axis": "size_bytes", "axis_values": {"size_bytes-8": 8}}}
    axis = axis_of(records, stamp)
    assert axis is not None
    assert [line.name for line in axis.lines] == ["isolated", "isolated+timer_slack_us-1000"]


def test_an_arm_that_has_no_trials_is_missing_from_its_line() -> None:
    records = curve_records("size_bytes", SIZES, growing)
    left = [each for each in records if each.arm != "isolated+size_bytes-10240"]
    axis = axis_of(left, curve_stamp("message_size", "size_bytes", SIZES))
    assert axis is not None
    assert list(axis.lines[1].arms) == [1024.0, 1048576.0]
