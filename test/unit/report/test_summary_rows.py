# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rows that the formats share, and what readers are cautioned about."""

from __future__ import annotations

from dataclasses import replace

from curve_studies import make_messages
from fleet_factory import fleet_records
from record_factory import at_speed, details_of, invalid, make_record, make_study
from stored_studies import four_compositions

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.summary_rows import (
    LISTED_OUTLIERS,
    cautions,
    deflation_rows,
    headline_rows,
    observer_rows,
    outsider_rows,
    source_rows,
)
from nav2_composition_bench.trial.record import Outsider


def test_valid_trials_are_counted_out_of_all() -> None:
    records = [*four_compositions(2), invalid(make_record("manual", 1))]
    rows = {row[0]: row for row in headline_rows(records)}
    assert rows["manual"][1] == "2 of 3"


def test_what_was_not_measured_is_a_dash_and_not_a_zero() -> None:
    rows = headline_rows([make_record(footprint_bytes=None)])
    assert rows[1][6] == "–"


def test_a_study_without_its_baseline_says_so() -> None:
    assert "without multi_process there is nothing" in cautions([make_record("manual")])[-1]
    table = FigureTable([make_record("manual")], {"study": {"baseline": "isolated"}})
    assert "without isolated there is nothing to save against" in cautions(table)[-1]


def test_a_single_trial_is_said_to_be_one() -> None:
    assert any("single trial" in line for line in cautions([make_record("multi_process")]))


def test_a_machine_that_changed_and_outliers_are_said() -> None:
    slower = [at_speed(make_record(block=n), 100.0, us) for n, us in enumerate((100.0, 130.0))]
    assert any(line.startswith("warning: the machine") for line in cautions(slower))
    outlying = make_study({"multi_process": [50.0, 50.2, 49.9, 50.1, 70.0]})
    assert any("block 5 is an outlier" in line for line in cautions(outlying))


def test_unmeasured_valid_trials_are_counted() -> None:
    records = make_study({"multi_process": [50.0, None]})
    assert any("not measured in 1 of 2 valid trials" in line for line in cautions(records))


def test_unmeasured_valid_trials_are_counted_for_every_metric_of_an_axis() -> None:
    def lacking(way: str, size: int, block: int) -> dict[str, object]:
        seen = None if way == "server" else 1.0
        return {"discovered_s": None if block == 0 else 1.2, "remote_seen_s": seen}

    records = fleet_records(lacking, sizes=(2,), blocks=2)
    found = [line for line in cautions(records, has_axis=True) if "not measured" in line]
    assert found == [
        f"Discovered of {way}+robots-2 was not measured in 1 of 2 valid trials"
        for way in ("multicast", "server")
    ]
    assert not any("not measured" in line for line in cautions(records))


def test_unmeasured_latencies_of_valid_trials_are_counted() -> None:
    told = [make_messages(), make_messages(latency_p99_us=None)]
    records = [make_record("manual", n, **each) for n, each in enumerate(told)]
    said = "Latency, 99th percentile of manual was not measured in 1 of 2 valid trials"
    assert said in cautions(records)


def test_sources_name_every_part_and_the_cost_of_a_process() -> None:
    records = [make_record("multi_process", processes=()), make_record("isolated", processes=())]
    rows = source_rows(records, details_of(records).process_counts)
    assert [row[0] for row in rows[-2:]] == [
        "PSS [MB] per process saved",
        "CPU [%] per process saved",
    ]
    assert source_rows([make_record("isolated")], {"isolated": 1.0}) == []


def test_the_mean_of_each_part_stands_below_its_arm_the_baseline_first() -> None:
    separate = make_record("multi_process", pss_anon_bytes=100_000_000, dds_participants=5)
    composed = make_record("isolated", voluntary_context_switches_hz=None)
    stamp = {"study": {"baseline": "isolated"}}
    for records, order in (
        ([separate, composed], ["multi_process", "isolated"]),
        (FigureTable([separate, composed], stamp), ["isolated", "multi_process"]),
    ):
        heading, *rows = source_rows(records, {})
        assert heading == ["part", *order]
        parts = {row[0]: dict(zip(order, row[1:])) for row in rows}
        assert parts[METRICS["pss_anon_bytes"].heading] == {
            "multi_process": "100.0",
            "isolated": "60.0",
        }
        assert parts[METRICS["dds_participants"].heading]["multi_process"] == "5"
        assert parts[METRICS["dds_participants"].heading]["isolated"] == "1"
        switches = parts[METRICS["voluntary_context_switches_hz"].heading]
        assert switches["isolated"] == NOT_MEASURED != switches["multi_process"]


def test_outsiders_are_named_with_what_they_share() -> None:
    records = [make_record(outsiders=(Outsider(7, "ros2", 40_000_000),))]
    assert outsider_rows(details_of(records).outsiders)[1] == ["ros2", "1", "40.0"]
    assert outsider_rows(details_of([make_record()]).outsiders) == []


def test_the_difference_of_footprint_and_pss_is_shown() -> None:
    assert deflation_rows([make_record()])[1] == ["isolated", "100.0", "110.0", "10.0"]
    assert deflation_rows([make_record(footprint_bytes=None)]) == []


def test_an_arm_without_an_observer_record_has_dashes() -> None:
    records = [replace(make_record(), observer=None), make_record("manual")]
    rows = observer_rows(records, details_of(records).observers)
    assert rows[-1] == ["isolated", "–", "–", "–", "–"]


def test_many_outliers_are_counted_instead_of_listed() -> None:
    values = [50.0 + 0.1 * (block % 5) for block in range(60)] + [90.0] * 15
    lines = [line for line in cautions(make_study({"multi_process": values})) if "outlier" in line]
    assert len(lines) == LISTED_OUTLIERS + 1
    assert "5 more outliers" in lines[-1]


def test_the_difference_of_footprint_and_pss_is_of_trials_that_tell_both() -> None:
    sizes = [(200, 250), (200, 250), (200, 250), (240, None)]
    records = [
        make_record(
            block=block,
            pss_bytes=pss * 1_000_000,
            footprint_bytes=None if footprint is None else footprint * 1_000_000,
        )
        for block, (pss, footprint) in enumerate(sizes)
    ]
    assert deflation_rows(records)[1][1:] == ["200.0", "250.0", "50.0"]
