# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the pictures of topologies show."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

from curve_studies import make_messages, size_stamp, size_table, stored_nodes
from record_factory import make_record
from svg_texts import text_places

from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.report.curve_charts import curve_chart, quantile_chart


def test_a_curve_names_its_lines_its_places_and_the_client_library() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    drawn = curve_chart(size_table(), axis, "latency_p50_us", "arm (rcl)")
    for text in ("isolated+intra_process", "1.05 MB", "message size", "arm (rcl)"):
        assert f">{text}<" in drawn
    assert 'aria-label="Latency, median over message size, by arm (rcl)"' in drawn


def test_long_names_of_lines_are_whole_and_leave_the_axes_their_width() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    names = [f"{number}{'x' * 41}" for number in range(len(axis.lines))]
    lines = tuple(replace(line, name=name) for line, name in zip(axis.lines, names))
    drawn = curve_chart(size_table(), replace(axis, lines=lines), "latency_p50_us", "arm")
    places = text_places(drawn)
    assert places["1.05 MB"] - places["1.02 kB"] > 0.7
    assert all(0.1 < places[name] < 0.5 for name in names)


def test_places_whose_names_would_touch_have_one_name() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    crowded = replace(axis, values=(1024.0, 1048575.0, 1048576.0))
    drawn = curve_chart(size_table(), crowded, "latency_p50_us", "arm")
    assert drawn.count(">1.05 MB<") == 1 and drawn.count(">1.02 kB<") == 1


def test_values_that_span_a_decade_are_drawn_over_powers_of_ten() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    drawn = curve_chart(size_table(), axis, "latency_p50_us", "arm")
    assert ">100<" in drawn and ">1000<" in drawn and ">2000<" not in drawn


def test_costs_over_a_count_are_drawn_over_plain_axes(tmp_path: Path) -> None:
    study = stored_nodes(tmp_path)
    axis = axis_of(study.records, study.stamp)
    assert axis is not None
    drawn = curve_chart(study.records, axis, "pss_bytes", "composition (rcl)")
    assert ">20<" in drawn and ">60<" in drawn


def test_quantiles_are_drawn_for_each_arm_that_has_them() -> None:
    records = [
        make_record("isolated", block, **make_messages(latency_max_us=5e4)) for block in range(2)
    ]
    silent = make_record("manual", **make_messages(latency_p50_us=None))
    drawn = quantile_chart([*records, silent], ["isolated", "manual"], "composition (rcl)")
    for text in ("p50", "p99.9", "max", "isolated", "manual", "latency of messages [µs]"):
        assert f">{text}<" in drawn
    assert ">10000<" in drawn


def test_quantiles_of_arms_with_long_names_have_room() -> None:
    arm = "x" * 90
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        drawn = quantile_chart([make_record(arm, **make_messages())], [arm], "arm")
    places = text_places(drawn)
    assert places["1000"] - places["100"] > 0.1
