# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Metrics over the axis of a study as tables, with what one more on the axis adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.axis import Axis
from nav2_composition_bench.aggregate.curves import Point, curve, fit_line, is_measured
from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED, Metric
from nav2_composition_bench.report.axis_words import axis_words, place_text
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.trial.record import TrialFigures

CURVES = (
    "cpu_percent",
    "pss_bytes",
    "footprint_bytes",
    "latency_mean_us",
    "latency_p50_us",
    "latency_p99_us",
    "goodput_bytes_hz",
    "discovered_s",
    "remote_seen_s",
    "restart_s",
    "discovery_packets",
    "discovery_bytes",
    "idle_bytes_hz",
    "discovery_cpu_s",
    "robot_cpu_percent",
    "robot_uss_bytes",
)
"""Metrics that are drawn, and have a table."""
FURTHER = (
    "path_mean_us",
    "path_p99_us",
    "timer_jitter_us",
    "late_percent",
    "lost_percent",
    "rate_held_percent",
    "kernel_cpu_percent",
    "voluntary_context_switches_hz",
    "unmatched_pairs",
    "discovery_received_bytes",
    "idle_packets_hz",
    "restart_packets",
    "restart_bytes",
    "robot_pss_bytes",
)
"""Metrics that have a table alone."""
FITTED = ("pss_bytes", "footprint_bytes", "cpu_percent")
"""Metrics that may grow with what an axis counts."""
FIT_NOTE = (
    "By least squares over all blocks, each with a level of its own. The bend is by how much this"
    " grows with each one more; where its interval excludes zero (*), a straight line does not tell"
    " all."
)
TABLE_NOTE = (
    "Mean of the valid trials and its 95 % interval, by the relative spread of trials over all"
    " places of an arm; none with single trials, or where it is less than the last digit. With"
    " (1 of 2) it was measured in one of two valid trials."
)


@dataclass(frozen=True)
class CurveTable:
    """One metric: a row for each place, a column for each line.

    :param rows: the first is the heading.
    """

    title: str
    metric: str
    rows: Sequence[Sequence[str]]

    @property
    def same_in_all(self) -> str | None:
        """What stands in every cell, if the same does."""
        cells = {cell for row in self.rows[1:] for cell in row[1:]}
        return cells.pop() if len(cells) == 1 else None


def curve_tables(records: Sequence[TrialFigures], axis: Axis) -> list[CurveTable]:
    """Return a table for each metric that was measured, the versions in its title."""
    return [
        _table(records, axis, metric)
        for metric in (*CURVES, *FURTHER)
        if is_measured(records, axis, metric)
    ]


def _title(records: Sequence[TrialFigures], axis: Axis, metric: str) -> str:
    """Name a metric over the axis, with what the trials ran with."""
    return f"{METRICS[metric].heading} over {axis_words(axis.name).label}{versions_text(records)}"


def _table(records: Sequence[TrialFigures], axis: Axis, metric: str) -> CurveTable:
    columns: list[Mapping[float, Point]] = [
        {point.place: point for point in curve(records, line, metric)} for line in axis.lines
    ]
    shown = METRICS[metric]
    return CurveTable(
        _title(records, axis, metric),
        metric,
        [
            [axis_words(axis.name).label, *(line.name for line in axis.lines)],
            *(
                [
                    place_text(axis.name, place),
                    *(_cell(column.get(place), shown) for column in columns),
                ]
                for place in axis.values
            ),
        ],
    )


def _cell(point: Point | None, shown: Metric) -> str:
    if point is None:
        return NOT_MEASURED
    text = with_interval(shown, Estimate(point.described.mean, point.described.interval))
    measured = len(point.values)
    return f"{text} ({measured} of {measured + point.missing})" if point.missing else text


def with_interval(shown: Metric, found: Estimate, further: int = 0) -> str:
    """Write a figure of a metric with its interval: ``12.3 [11.9, 12.7]``.

    :param further: digits after the point beyond the metric's.
    """
    text = shown.display(found.value, further)
    if found.interval is None:
        return text
    low, high = (shown.display(end, further) for end in (found.interval.low, found.interval.high))
    return text if low == high == text else f"{text} [{low}, {high}]"


def fit_rows(records: Sequence[TrialFigures], axis: Axis) -> list[list[str]]:
    """Return what one more of what the axis counts adds; nothing if it counts nothing."""
    words = axis_words(axis.name)
    if not words.counted:
        return []
    rows = []
    for metric in FITTED:
        shown = METRICS[metric]
        for line in axis.lines:
            fitted = fit_line(records, line, metric)
            if fitted is None:
                continue
            rows.append(
                [
                    f"{shown.label} [{shown.unit} per {words.counted}]",
                    line.name,
                    with_interval(shown, fitted.slope, 2),
                    _bend(shown, fitted.bend),
                    NOT_MEASURED if fitted.r_squared is None else f"{fitted.r_squared:.3f}",
                ]
            )
    heading = [f"grows by{versions_text(records)}", "arm", "[95 %]", "bend [95 %]", "R²"]
    return [heading, *rows] if rows else []


def _bend(shown: Metric, bend: Estimate | None) -> str:
    if bend is None:
        return NOT_MEASURED
    is_certain = bend.interval is not None and not bend.interval.contains(0.0)
    return with_interval(shown, bend, 4) + (" *" if is_certain else "")
