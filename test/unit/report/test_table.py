# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math

import crossed_arms
from record_factory import invalid, make_process, make_record

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.report.table import (
    aligned,
    cost_per_node,
    invalid_trials,
    markdown,
    table_one,
)
from nav2_composition_bench.trial.record import ThreadRecord, TrialRecord


def node_lines(records: list[TrialRecord]) -> list[str]:
    return cost_per_node(records, FigureTable(records))


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_the_table_shows_mean_and_sample_deviation_and_what_is_saved() -> None:
    records = [
        make_record("multi_process", 0, cpu_percent=80.0, pss_bytes=200_000_000),
        make_record("multi_process", 1, cpu_percent=84.0, pss_bytes=200_000_000),
        make_record("manual", 0, cpu_percent=40.0, pss_bytes=50_000_000),
        make_record("manual", 1, cpu_percent=42.0, pss_bytes=50_000_000),
    ]
    lines = table_one(records)
    assert cells(lines[0]) == [
        "composition", "trials", "PSS [MB]", "saved [95 %]", "CPU [%]", "saved [95 %]",
        "Footprint [MB]", "saved [95 %]",
    ]  # fmt: skip
    assert cells(lines[1]) == [
        "multi_process", "2 of 2", "200.0 ± 0.0", "–", "82.0 ± 2.8", "–", "110.0 ± 0.0", "–",
    ]  # fmt: skip
    assert cells(lines[2])[2:6] == [
        "50.0 ± 0.0", "75.0% [75.0, 75.0]", "41.0 ± 1.4", "50.0% [50.0, 50.0]",
    ]  # fmt: skip


def test_control_characters_of_a_record_are_escaped_in_lines_and_tables() -> None:
    name = "\x1b[2Jevil\n"
    record = make_record("manual", 0, valid=False, invalid_reason=f"{name} died")
    for lines in (aligned([["process"], [name]]), markdown([["a"], [name]])):
        assert all(line.isprintable() for line in lines)
        assert r"\x1b[2Jevil\n" in lines[-1]
    (line,) = invalid_trials([record])
    assert line.isprintable()


def test_the_table_of_arms_that_differ_by_more_than_composition_says_arm() -> None:
    named = crossed_arms.arms(crossed_arms.BONDS)
    records = crossed_arms.crossed(named, {("no_bonds",): math.log(0.5)}, blocks=2)
    table = FigureTable(records, crossed_arms.stamp(named, "isolated+base"))
    heading, *rows = (cells(line) for line in table_one(table))
    assert heading[0] == "arm" and [row[0] for row in rows] == list(named)
    assert rows[2][3] == "–" and rows[3][5] == "50.0% [50.0, 50.0]"


def test_the_rows_stand_in_the_paper_s_order() -> None:
    records = [make_record(name) for name in ("multi_threaded", "manual", "multi_process")]
    names = [cells(line)[0] for line in table_one(records)[1:]]
    assert names == ["multi_process", "manual", "multi_threaded"]


def test_a_placement_stands_after_the_four_with_what_it_saves() -> None:
    records = [
        make_record("pair", cpu_percent=30.0),
        make_record("multi_threaded"),
        make_record("multi_process", cpu_percent=40.0),
    ]
    rows = [line.split() for line in table_one(records)[1:]]
    assert [row[0] for row in rows] == ["multi_process", "multi_threaded", "pair"]
    assert "25.0%" in rows[-1]


def test_a_single_trial_has_no_deviation() -> None:
    assert "±" not in table_one([make_record("isolated")])[1]


def test_what_was_not_measured_is_a_dash_not_a_zero() -> None:
    row = cells(table_one([make_record("isolated", footprint_bytes=None)])[1])
    assert row[6] == "–"


def test_invalid_trials_are_counted_but_not_averaged() -> None:
    records = [
        make_record("manual", 0, cpu_percent=40.0),
        invalid(make_record("manual", 1, cpu_percent=999.0)),
    ]
    row = cells(table_one(records)[1])
    assert row[1] == "1 of 2"
    assert row[4] == "40.0"


def test_invalid_trials_are_listed_with_their_reasons() -> None:
    records = [make_record(), invalid(make_record("manual", 2, attempt=1), "goal A ended ABORTED")]
    assert invalid_trials(records) == ["manual, block 3, attempt 2: goal A ended ABORTED"]


def test_cost_per_node_has_a_column_per_arm() -> None:
    lines = node_lines([make_record("isolated")])
    assert cells(lines[0]) == ["CPU [%] of node", "isolated"]
    assert cells(lines[1]) == ["amcl", "25.00"]
    assert lines[-1].startswith("(other threads)")


def test_many_arms_make_several_tables_of_cost_per_node() -> None:
    names = [f"isolated+rmw_cyclonedds_cpp+no_bonds_{number}" for number in range(5)]
    lines = node_lines([make_record(name) for name in names])
    headings = [cells(line)[1:] for line in lines if line.startswith("CPU")]
    assert headings == [names[:2], names[2:4], names[4:]]
    assert lines.count("") == 2 and max(map(len, lines)) < 110


def test_threads_that_serve_any_node_yield_no_cost_per_node() -> None:
    threads = (ThreadRecord("executor", None, 4, 38.0), ThreadRecord("amcl", "amcl", 1, 2.0))
    shared = make_record("multi_threaded", processes=(make_process(threads=threads),))
    lines = node_lines([make_record("isolated"), shared])
    assert cells(lines[0]) == ["CPU [%] of node", "isolated"]


def test_there_is_no_cost_per_node_without_processes() -> None:
    assert node_lines([make_record("isolated", processes=())]) == []


def test_a_long_heading_of_the_first_column_stands_above_the_table() -> None:
    long = "composition (rclcpp 28.1.21, rmw_fastrtps_cpp 8.4.3)"
    assert aligned([[long, "trials"], ["manual", "12"], ["isolated", "3"]]) == [
        long,
        "          trials",
        "manual        12",
        "isolated       3",
    ]
