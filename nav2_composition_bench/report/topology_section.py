# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a page says of studies of topologies: curves over their axis, or latencies by arm."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from nav2_composition_bench.aggregate.agreement import Judged, judge_statement
from nav2_composition_bench.aggregate.axis import Axis, axis_of
from nav2_composition_bench.aggregate.statements import Statements
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.report.curve_charts import curve_chart, quantile_chart
from nav2_composition_bench.report.curve_tables import (
    CURVES,
    CurveTable,
    curve_tables,
    fit_rows,
)
from nav2_composition_bench.report.figures import arm_heading, versions_text
from nav2_composition_bench.report.growth_table import growth_rows
from nav2_composition_bench.report.latency_tables import (
    call_rows,
    latency_rows,
    path_rows,
    subscription_rows,
)
from nav2_composition_bench.report.requirements_table import requirement_notes, requirement_rows
from nav2_composition_bench.report.statement_rows import remarks, source_text, statement_rows
from nav2_composition_bench.report.themed_svg import Chart
from nav2_composition_bench.report.transport_table import transport_rows
from nav2_composition_bench.trial.record import TrialFigures


@dataclass(frozen=True)
class MetricCurves:
    """One metric over the axis.

    :param picture: None for a metric that has a table alone.
    :param remarks: what was published of it, in a line each.
    """

    title: str
    picture: Chart | None
    table: CurveTable
    remarks: Sequence[str]


@dataclass(frozen=True)
class EntityTables:
    """Subscriptions and clients of the typical trial of one arm."""

    title: str
    subscriptions: Sequence[Sequence[str]]
    calls: Sequence[Sequence[str]]


@dataclass(frozen=True)
class LatencySection:
    """Latencies of topologies without an axis."""

    picture: Chart
    rows: Sequence[Sequence[str]]
    paths: Sequence[Sequence[str]]
    entities: Sequence[EntityTables]


@dataclass(frozen=True)
class TopologySection:
    """What is said of topologies beyond what every study has.

    :param curves: empty without an axis.
    :param latency: None with an axis, and where no message was received.
    :param statements: rows; empty where nothing was published of the same study.
    :param source: whose statements they are, and where they were read.
    :param requirements: rows; empty where nothing is required.
    :param requirement_notes: why some are undecided.
    :param transports: rows of the ways that messages went; empty without messages.
    """

    curves: Sequence[MetricCurves]
    fits: Sequence[Sequence[str]]
    growth: Sequence[Sequence[str]]
    latency: LatencySection | None
    statements: Sequence[Sequence[str]]
    source: str
    requirements: Sequence[Sequence[str]]
    requirement_notes: Sequence[str]
    transports: Sequence[Sequence[str]]

    @property
    def has_axis(self) -> bool:
        """Whether arms are places on an axis."""
        return bool(self.curves)


def judged_statements(study: StoredStudy, published: Statements) -> list[Judged]:
    """Judge every statement that was published of a study."""
    axis = axis_of(study.records, study.stamp)
    name = str(study.stamp.get("study", {}).get("name", ""))
    return [judge_statement(one, study.records, axis) for one in published.of_study(name)]


def topology_section(study: StoredStudy, published: Statements) -> TopologySection:
    """Return what a page says of a study's messages and curves; empty parts for other systems."""
    axis = axis_of(study.records, study.stamp)
    judged = judged_statements(study, published)
    return TopologySection(
        [] if axis is None else _curves(study.records, axis, judged),
        [] if axis is None else fit_rows(study.records, axis),
        [] if axis is None else growth_rows(study.records, axis),
        _latency(study) if axis is None else None,
        statement_rows(judged, "" if axis is None else axis.name),
        source_text(judged, published),
        requirement_rows(study.requirements),
        requirement_notes(study.requirements),
        transport_rows(study.typical),
    )


def line_heading(records: Sequence[TrialFigures], axis: Axis) -> str:
    """Return what the lines differ by, with what the trials ran with."""
    by_composition = all(line.name == line.levels["composition"] for line in axis.lines)
    return ("composition" if by_composition else "arm") + versions_text(records)


def _curves(
    records: Sequence[TrialFigures], axis: Axis, judged: Sequence[Judged]
) -> list[MetricCurves]:
    heading = line_heading(records, axis)
    found = []
    for table in curve_tables(records, axis):
        picture = None
        if table.metric in CURVES:
            drawn = Markup(curve_chart(records, axis, table.metric, heading))
            picture = Chart("Means with 95 % intervals; every trial is a dot.", drawn)
        told = remarks(judged, table.metric)
        found.append(MetricCurves(table.title, picture, table, told))
    return found


def _latency(study: StoredStudy) -> LatencySection | None:
    rows = latency_rows(study.records)
    if not rows:
        return None
    arms = [row[0] for row in rows[1:]]
    heading = arm_heading(study.records)
    return LatencySection(
        Chart(
            f"Quantiles of the latency of all messages, by {heading}; means over valid trials",
            Markup(quantile_chart(study.records, arms, heading)),
        ),
        rows,
        path_rows(study.typical, study.records),
        [
            EntityTables(
                f"{arm}{versions_text(study.records)}, block {record.block + 1}",
                subscription_rows(record, study.records),
                call_rows(record, study.records),
            )
            for arm, record in study.typical.items()
            if record.message_entities is not None
        ],
    )
