# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from message_records import make_topology_record

from nav2_composition_bench.aggregate.requirements import judge_requirements
from nav2_composition_bench.report.requirements_table import requirement_notes, requirement_rows
from nav2_composition_bench.trial.record import TrialRecord

STAMP = {"study": {"requirements": {"pair": {"cpu_percent": 20, "latency_p99_ms": 1.0}}}}


def rows(records: list[TrialRecord]) -> list[list[str]]:
    return requirement_rows(judge_requirements(records, STAMP))


def test_each_requirement_has_a_row_with_mean_interval_and_verdict() -> None:
    records = [make_topology_record(block=n, cpu_percent=cpu) for n, cpu in enumerate((10, 11))]
    assert rows(records) == [
        ["arm", "requirement", "at most", "mean [95 %]", "trials", "verdict"],
        ["isolated", "CPU", "20 %", "10.5 [4.15, 16.9]", "2", "below"],
        ["isolated", "latency, 99th percentile", "1 ms", "0.9 [0.9, 0.9]", "2", "below"],
    ]


def test_figures_of_four_digits_are_written_out() -> None:
    records = [make_topology_record(block=n, cpu_percent=cpu) for n, cpu in enumerate((1230, 1238))]
    assert rows(records)[1][3] == "1234 [1183, 1285]"


def test_what_is_undecided_is_explained() -> None:
    records = [make_topology_record(latency_p99_us=None)]
    assert [row[-1] for row in rows(records)[1:]] == ["undecided", "undecided"]
    assert [row[3] for row in rows(records)[1:]] == ["40", "–"]
    notes = requirement_notes(judge_requirements(records, STAMP))
    assert "a single trial has no interval" in notes[0]
    assert "valid trials do not tell a quantity" in notes[1]


def test_without_requirements_there_is_no_table() -> None:
    assert requirement_rows(()) == [] and requirement_notes(()) == []
