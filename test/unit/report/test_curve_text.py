# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies over an axis in a terminal."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from curve_studies import size_stamp, size_table, stored_nodes, stored_sizes
from stored_studies import STAMP, four_compositions

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.cli import show
from nav2_composition_bench.report.curve_text import axis_lines


def test_each_metric_is_a_narrow_table_and_what_is_the_same_everywhere_a_line() -> None:
    lines = axis_lines(size_table(), size_stamp())
    assert "Latency, median [µs] over message size (rcl):" in lines
    assert "Lost [%] over message size (rcl): 0.00 in every arm" in lines
    tables = lines[: next(i for i, line in enumerate(lines) if line.startswith("Change of cost"))]
    assert max(map(len, tables)) <= 120


def test_a_study_without_an_axis_has_no_such_lines() -> None:
    assert axis_lines(FigureTable(four_compositions(2)), STAMP) == []


def test_they_stand_in_place_of_table_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored_sizes(tmp_path)
    parser = argparse.ArgumentParser()
    show.add_arguments(parser)
    assert show.run(parser.parse_args([str(tmp_path)])) == 0
    text = capsys.readouterr().out
    assert "CPU [%] over message size (rcl):" in text and "saved [95 %]" not in text


def test_what_one_more_node_adds_is_shown(tmp_path: Path) -> None:
    study = stored_nodes(tmp_path)
    lines = axis_lines(FigureTable(study.records, study.stamp), study.stamp)
    assert "What one more adds:" in lines
    assert any("PSS [MB per node]" in line and "3.000" in line for line in lines)
