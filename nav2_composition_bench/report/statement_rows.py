# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What was published of a study's curves beside what was measured, as rows and lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from nav2_composition_bench.aggregate.agreement import FACTOR, Agreement, Finding, Judged
from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.statements import Kind, Statement, Statements
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.axis_words import axis_words, place_text
from nav2_composition_bench.report.curve_tables import with_interval

STATEMENT_NOTE = (
    "Published figures are not of this machine, middleware or client library. The study agrees"
    f" where the whole interval lies within a factor of {FACTOR:g} of a published figure, inside"
    " its range, or on that side of it; it differs where none of it does; else it is undecided, as"
    " with too few trials. Between two places on the axis, figures are interpolated."
)
HEADING = ("figure", "published", "value", "here [95 %]", "this machine")


def statement_rows(judged: Sequence[Judged], axis: str) -> list[list[str]]:
    """Return a row for each finding; nothing without statements.

    :param axis: name of the study's axis; empty without one.
    """
    rows = []
    for one in judged:
        first = [one.statement.figure, one.statement.text, _published(one.statement, axis)]
        lines = [
            [_here(one.statement, found, axis), str(found.agreement)] for found in one.findings
        ]
        for number, line in enumerate(lines or [[NOT_MEASURED, str(one.agreement)]]):
            rows.append([*(first if number == 0 else [""] * 3), *line])
    return [list(HEADING), *rows] if rows else []


def source_text(judged: Sequence[Judged], published: Statements) -> str:
    """Say whose statements they are, and where they were read; empty without statements."""
    if not judged:
        return ""
    told = dict.fromkeys(place for one in judged for place in one.statement.read_in)
    if not told:
        return f"{published.source}."
    read_in = "; ".join(published.places[place] for place in told)
    return f"{published.source}. Its text was not at hand; the figures were read in: {read_in}."


def remarks(judged: Sequence[Judged], metric: str) -> list[str]:
    """Return a line for each statement on a metric, to stand beside its curve."""
    return [
        f"{one.statement.figure}: {one.statement.text} This machine: {one.agreement}."
        for one in judged
        if one.statement.metric == metric
    ]


def agreement_line(judged: Sequence[Judged]) -> str:
    """Say in one clause how many statements the study agrees with; empty without statements."""
    if not judged:
        return ""
    counts = Counter(one.agreement for one in judged)
    told = ", ".join(f"{counts[each]} {each}" for each in Agreement if counts[each])
    return f"of {len(judged)} published statements: {told}"


def _published(statement: Statement, axis: str) -> str:
    if statement.value is None:
        return f"{METRICS[statement.metric].label} {statement.relation}"
    ends = dict.fromkeys(_figure(statement, value, axis) for value in statement.value)
    text = " to ".join(ends)
    return f"{statement.relation} {text}" if statement.relation else text


def _figure(statement: Statement, value: float, axis: str) -> str:
    shown = METRICS[statement.metric]
    if statement.kind is Kind.RATIO:
        return f"×\u00a0{value:.3g}"
    return f"{shown.display(value)} {_unit(statement, axis)}"


def _unit(statement: Statement, axis: str) -> str:
    unit = METRICS[statement.metric].unit
    if statement.kind is Kind.SLOPE:
        return f"{unit} per {axis_words(axis).counted or axis}"
    return unit


def _here(statement: Statement, found: Finding, axis: str) -> str:
    where = found.line + _at(found.place, axis)
    if found.against is not None:
        against = found.against if found.against != found.line else "itself"
        there = found.against_place if found.against_place != found.place else None
        where += f" against {against}{_at(there, axis)}"
    shown = METRICS[statement.metric]
    if statement.kind in (Kind.RATIO, Kind.ORDERING):
        text = f"×\u00a0{found.estimate:.3g}"
        if found.interval is not None:
            text += f" [{found.interval.low:.3g}, {found.interval.high:.3g}]"
    else:
        measured = Estimate(found.estimate, found.interval)
        text = f"{with_interval(shown, measured)} {_unit(statement, axis)}"
    return f"{where}: {text}"


def _at(place: float | None, axis: str) -> str:
    return f" at {place_text(axis, place)}" if axis and place is not None else ""
