# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from curve_studies import size_stamp, size_table
from fleet_factory import fleet_records, fleet_stamp, fleet_table

from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.report.curve_text import axis_lines
from nav2_composition_bench.report.growth_table import GROWTH_TITLE, growth_rows


def test_a_row_tells_the_power_its_check_and_the_fleet_on_paper() -> None:
    table = fleet_table()
    axis = axis_of(table, fleet_stamp())
    assert axis is not None
    rows = growth_rows(table, axis)
    (packets,) = (row for row in rows if row[:2] == ["Packets", "multicast"])
    assert packets[2].startswith("^2.00 [") and "(−2 sizes)" in packets[3]
    assert packets[4] == "1.00"
    assert float(packets[5].split()[0]) == pytest.approx(2e7, rel=0.01)
    (memory,) = (row for row in rows if row[:2] == ["USS of a robot [MB]", "server"])
    assert memory[2].startswith("+0.1")


def test_a_dash_is_written_where_the_line_falls_below_zero() -> None:
    table = FigureTable(
        fleet_records(lambda way, size, block: {"robot_cpu_percent": 1.0 - 0.002 * size}),
        fleet_stamp(),
    )
    axis = axis_of(table, fleet_stamp())
    assert axis is not None
    (cpu,) = (
        row for row in growth_rows(table, axis) if row[:2] == ["CPU of a robot [%]", "server"]
    )
    assert cpu[2].startswith("-0.002") and cpu[5] == "–"


def test_other_axes_have_no_such_table() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None and growth_rows(size_table(), axis) == []


def test_the_terminal_shows_fleets_by_their_size_with_their_growth() -> None:
    lines = axis_lines(fleet_table(), fleet_stamp())
    assert any(line.startswith("Discovered [s] over robots") for line in lines)
    assert f"{GROWTH_TITLE}:" in lines
    assert not any(line.startswith("Latency") for line in lines)
