# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Means, values inside blocks and straight lines over an axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from curve_studies import (
    LINES,
    curve_records,
    curve_stamp,
    node_fields,
    size_stamp,
    size_table,
)
from numpy.typing import NDArray
from record_factory import invalid

from nav2_composition_bench.aggregate.axis import Axis, axis_of
from nav2_composition_bench.aggregate.curves import (
    by_block,
    curve,
    fit_line,
    is_measured,
    spans_a_decade,
)
from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.trial.record import TrialFigures

VALUES = (1, 10, 30, 70)


def nodes(records: Sequence[TrialFigures] = (), blocks: int = 3) -> tuple[FigureTable, Axis]:
    stamp = curve_stamp("memory_vs_nodes", "number", VALUES, LINES[:2])
    found = records or curve_records("number", VALUES, node_fields, LINES[:2], blocks)
    axis = axis_of(found, stamp)
    assert axis is not None
    return FigureTable(found, stamp), axis


def test_a_curve_has_the_mean_and_interval_of_each_place_in_order() -> None:
    axis = axis_of(size_table(), size_stamp())
    assert axis is not None
    points = curve(size_table(), axis.lines[2], "latency_p50_us")
    assert [point.place for point in points] == [1024.0, 10240.0, 1048576.0]
    assert points[0].described.mean == pytest.approx(12.0)
    assert points[0].described.interval is not None and len(points[0].values) == 3


def test_intervals_cover_with_two_trials_at_each_place_and_are_never_below_zero() -> None:
    generator = np.random.default_rng(7)
    held = 0
    for _ in range(200):

        def noisy(
            composition: str, intra_process: str, value: float, block: int
        ) -> dict[str, object]:
            return {"cpu_percent": 2.0 * value * (1 + generator.normal(0.0, 0.1))}

        table, axis = nodes(list(curve_records("number", VALUES, noisy, LINES[:1], blocks=2)))
        for point in curve(table, axis.lines[0], "cpu_percent"):
            assert point.described.interval is not None and point.described.interval.low >= 0
            held += point.described.interval.contains(2.0 * point.place)
    assert 0.92 <= held / (200 * len(VALUES)) <= 0.98


def test_shares_have_the_spread_of_their_own_trials() -> None:
    def losing(composition: str, intra_process: str, value: float, block: int) -> dict[str, object]:
        return {"lost_percent": 0.0 if value < 70 else 1.0 + block}

    table, axis = nodes(list(curve_records("number", VALUES, losing, LINES[:1], blocks=2)))
    points = curve(table, axis.lines[0], "lost_percent")
    assert points[0].described.interval == Interval(0.0, 0.0, 0.95)
    assert points[3].described.interval is not None
    assert 0.0 < points[3].described.interval.low < 1.0 < 5.0 < points[3].described.interval.high


def test_invalid_trials_are_no_part_of_a_curve() -> None:
    records = curve_records("number", VALUES, node_fields, LINES[:2])
    table, axis = nodes([invalid(each) if each.block == 2 else each for each in records])
    assert {len(point.values) for point in curve(table, axis.lines[0], "pss_bytes")} == {2}


def test_valid_trials_in_which_a_metric_was_not_measured_are_counted() -> None:
    def partly(composition: str, intra_process: str, value: float, block: int) -> dict[str, object]:
        return {"footprint_bytes": None if (value, block) == (10, 0) else 1000}

    records = list(curve_records("number", VALUES, partly, LINES[:1]))
    table, axis = nodes([*records[:-1], invalid(records[-1])])
    for found in (table, tuple(table)):
        points = curve(found, axis.lines[0], "footprint_bytes")
        assert [(len(each.values), each.missing) for each in points] == [
            (3, 0),
            (2, 1),
            (3, 0),
            (2, 0),
        ]


def test_a_goodput_of_nothing_is_not_measured() -> None:
    table, axis = nodes()
    assert is_measured(table, axis, "pss_bytes")
    assert not is_measured(table, axis, "goodput_bytes_hz")
    assert not is_measured(table, axis, "latency_p50_us")
    assert is_measured(table, axis, "lost_percent")


def test_between_two_places_each_block_is_interpolated_and_beyond_them_nothing_is_said() -> None:
    table, axis = nodes()
    found = by_block(table, axis.lines[0], "pss_bytes", 20)
    assert found == pytest.approx({0: 70e6, 1: 71e6, 2: 72e6})
    assert by_block(table, axis.lines[0], "pss_bytes", 10) == pytest.approx(
        {0: 40e6, 1: 41e6, 2: 42e6}
    )
    assert by_block(table, axis.lines[0], "pss_bytes", 71) == {}


def test_the_slope_is_found_whatever_the_blocks_differ_by() -> None:
    table, axis = nodes()
    for line, slope in zip(axis.lines, (3e6, 0.5e6)):
        fitted = fit_line(table, line, "pss_bytes")
        assert fitted is not None and fitted.slope.interval is not None
        assert fitted.slope.value == pytest.approx(slope)
        ends = (fitted.slope.interval.low, fitted.slope.interval.high)
        assert ends == pytest.approx((slope, slope))
        assert fitted.r_squared == pytest.approx(1.0)
        assert fitted.bend is not None and fitted.bend.value == pytest.approx(0.0, abs=1e-3)


def test_growth_that_is_no_straight_line_is_told_by_its_bend() -> None:
    def bent(composition: str, intra_process: str, value: float, block: int) -> dict[str, object]:
        fields = node_fields(composition, intra_process, value, block)
        return fields | {"pss_bytes": round(fields["pss_bytes"] + 2e4 * value**2 + 1e4 * block)}

    table, axis = nodes(list(curve_records("number", VALUES, bent, LINES[:2])))
    fitted = fit_line(table, axis.lines[0], "pss_bytes")
    assert fitted is not None and fitted.bend is not None
    assert fitted.bend.interval is not None and not fitted.bend.interval.contains(0.0)
    assert fitted.bend.value == pytest.approx(4e4, rel=1e-3)


def test_too_few_places_or_trials_give_no_line_or_no_interval() -> None:
    table, axis = nodes(list(curve_records("number", (1,), node_fields, LINES[:2])))
    assert fit_line(table, axis.lines[0], "pss_bytes") is None
    table, axis = nodes(list(curve_records("number", (1, 10), node_fields, LINES[:2], blocks=1)))
    fitted = fit_line(table, axis.lines[0], "pss_bytes")
    assert fitted is not None and fitted.slope.interval is None and fitted.bend is None


def test_intervals_of_slopes_cover_as_they_claim() -> None:
    generator = np.random.default_rng(5)
    held = 0
    for _ in range(300):
        offsets = generator.normal(0.0, 5e6, 3)

        def noisy(
            composition: str,
            intra_process: str,
            value: float,
            block: int,
            offsets: NDArray[np.float64] = offsets,
        ) -> dict[str, object]:
            size = 50e6 + 3e6 * value + offsets[block] + generator.normal(0.0, 1e6)
            return {"pss_bytes": round(size)}

        table, axis = nodes(list(curve_records("number", VALUES, noisy, LINES[:1])))
        fitted = fit_line(table, axis.lines[0], "pss_bytes")
        assert fitted is not None and fitted.slope.interval is not None
        held += fitted.slope.interval.contains(3e6)
    assert 0.91 <= held / 300 <= 0.98


@pytest.mark.parametrize(
    ("values", "is_log"),
    [([1.0, 10.5], True), ([1.0, 10.0], False), ([0.0, 50.0], False), ([], False)],
)
def test_an_axis_is_logarithmic_from_a_decade_on(values: list[float], is_log: bool) -> None:
    assert spans_a_decade(values) is is_log
