# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tables over an axis."""

from __future__ import annotations

from pathlib import Path

import pytest
from curve_studies import size_stamp, size_table, stored_nodes
from fleet_factory import fleet_records, fleet_stamp

from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.aggregate.describe import Estimate, Interval
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.curve_tables import curve_tables, fit_rows, with_interval


def test_a_table_has_a_row_for_each_place_and_a_column_for_each_line() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    tables = {table.metric: table for table in curve_tables(size_table(), axis)}
    table = tables["latency_p50_us"]
    assert table.title == "Latency, median [µs] over message size (rcl)"
    assert table.rows[0] == ["message size", "multi_process", "isolated", "isolated+intra_process"]
    assert [row[0] for row in table.rows[1:]] == ["1.02 kB", "10.2 kB", "1.05 MB"]
    assert table.rows[1][3] == "12.0 [11.7, 12.3]"  # 1 % of spread, all of it between 3 blocks
    assert table.same_in_all is None and tables["lost_percent"].same_in_all == "0.00"


def test_a_mean_of_fewer_than_all_valid_trials_is_marked() -> None:
    def lacking(way: str, size: int, block: int) -> dict[str, object]:
        is_found = way == "multicast" and (size, block) != (5, 0)
        return {"discovered_s": 1.2 if is_found else None}

    stamp = fleet_stamp(sizes=(2, 5))
    found = FigureTable(fleet_records(lacking, sizes=(2, 5), blocks=2), stamp)
    axis = axis_of(found, stamp)
    assert axis is not None
    (table,) = (each for each in curve_tables(found, axis) if each.metric == "discovered_s")
    assert table.rows[1:] == [["2", "1.20", "–"], ["5", "1.20 (1 of 2)", "–"]]


def test_metrics_that_no_arm_has_have_no_table(tmp_path: Path) -> None:
    study = stored_nodes(tmp_path)
    axis = axis_of(study.records, study.stamp)
    assert axis is not None
    metrics = [table.metric for table in curve_tables(study.records, axis)]
    assert "pss_bytes" in metrics
    assert "latency_p50_us" not in metrics and "goodput_bytes_hz" not in metrics


def test_what_one_more_node_adds_is_told_for_each_line(tmp_path: Path) -> None:
    study = stored_nodes(tmp_path)
    axis = axis_of(study.records, study.stamp)
    assert axis is not None
    rows = fit_rows(study.records, axis)
    assert rows[0][:2] == ["grows by (rcl)", "arm"]
    assert rows[1][:3] == ["PSS [MB per node]", "multi_process", "3.000"]
    assert rows[2][:3] == ["PSS [MB per node]", "isolated", "0.500"]


def test_one_more_byte_is_not_told() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None and fit_rows(size_table(), axis) == []


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        (None, "12.3"),
        (Interval(11.9, 12.7, 0.95), "12.3 [11.9, 12.7]"),
        (Interval(12.29, 12.31, 0.95), "12.3"),
    ],
)
def test_an_interval_is_written_as_far_as_it_reaches(interval: Interval | None, text: str) -> None:
    assert with_interval(METRICS["cpu_percent"], Estimate(12.3, interval)) == text
