# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A comparison of studies as rows and lines of text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nav2_composition_bench.aggregate.comparable import Difference
from nav2_composition_bench.aggregate.comparison import (
    Column,
    ComparisonRow,
    common_baseline,
    studies_of,
)
from nav2_composition_bench.aggregate.describe import Interval, span_of
from nav2_composition_bench.aggregate.gate import OF_SPEED
from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.aggregate.published import PublishedTable
from nav2_composition_bench.aggregate.random_effects import MIN_STUDIES
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.figures import mean_and_deviation, share, versions_text

WORD_COLUMNS = (0, 1, 2, 5, 6)
"""Of the rows of a comparison, those that hold words."""
_SAVING = {Outcome.BELOW: "more", Outcome.ABOVE: "less", Outcome.UNDECIDED: "agrees"}
_COST = {Outcome.BELOW: "less", Outcome.ABOVE: "more", Outcome.UNDECIDED: "undecided"}


def column_titles(columns: Sequence[Column]) -> list[str]:
    """Return how each column is called: as briefly as tells them apart.

    Published figures are marked as such.
    """
    studies = studies_of(columns)
    names = [study.directory.resolve().name for study in studies]
    for fuller in ([study.name for study in studies], [str(study.directory) for study in studies]):
        if len(set(names)) < len(names):
            names = fuller
    unused = iter(names)
    return [
        f"{column.machine} (published)" if isinstance(column, PublishedTable) else next(unused)
        for column in columns
    ]


def comparison_rows(rows: Sequence[ComparisonRow], columns: Sequence[Column]) -> list[list[str]]:
    """Return heading and rows, one for each study: what an arm costs and saves in it."""
    titles = column_titles(columns)
    body = [line for row in rows for line in _lines(row, titles)]
    return [
        ["metric", "arm", "study", "mean ± sd", "saved [95 %]", "saving", "cost"],
        *body,
    ]


def legend(columns: Sequence[Column], metrics: Sequence[str]) -> list[str]:
    """Say what the columns of a comparison mean."""
    lines = [
        f"saved: against {common_baseline(columns)}; saving, cost: beside those of the first study;"
        " savings agree unless their difference is certain; each column of verdicts is wrong in any"
        " place with a chance of 5 % at most (Holm)"
    ]
    lines += [
        f"no verdict on {METRICS[metric].label}: more of it is better"
        for metric in metrics
        if not METRICS[metric].is_cost
    ]
    lines += [
        f"no verdict on {METRICS[metric].label}: studies ran at different times, and it goes with"
        " the machine's speed; make them arms of one study"
        for metric in metrics
        if metric in OF_SPEED and len(studies_of(columns)) > 1
    ]
    if len(studies_of(columns)) >= MIN_STUDIES:
        lines.append(
            "over all: random effects; the mean over such studies, and what another study may find"
        )
    return lines


def version_lines(studies: Sequence[StoredStudy]) -> list[str]:
    """Return a heading: a line for each study of which it is known with what it ran."""
    return [
        f"{study.name}{versions}" for study in studies if (versions := versions_text(study.records))
    ]


def note_lines(studies: Sequence[StoredStudy]) -> list[str]:
    """Return what a reader must know of each study, such as a record left out."""
    return [f"{study.name}: {note}" for study in studies for note in study.notes]


def difference_lines(allowed: Sequence[Difference]) -> list[str]:
    """Return one line for each field in which the studies may differ and do."""
    return [f"differs: {difference}" for difference in allowed]


def _lines(row: ComparisonRow, titles: Sequence[str]) -> list[list[str]]:
    name = METRICS[row.metric].heading
    lines = [
        [
            name,
            row.arm,
            title,
            mean_and_deviation(row.metric, cell.mean, cell.standard_deviation),
            _saved(cell.saved),
            _saving(cell.saving),
            NOT_MEASURED if cell.cost is None else _cost(cell.cost),
        ]
        for title, cell in zip(titles, row.cells)
    ]
    if (found := row.overall) is not None:
        mean, another = (_saved_interval(each) for each in (found.interval, found.of_another))
        ends = f"[{100 * another.low:.0f}, {100 * another.high:.0f}]"
        saved = f"{span_of(-math.expm1(found.value), mean)}, another {ends}"
        lines.append(
            [
                name,
                row.arm,
                f"over all {found.studies}",
                NOT_MEASURED,
                saved,
                NOT_MEASURED,
                NOT_MEASURED,
            ]
        )
    return lines


def _saved(found: Contrast | None) -> str:
    if found is None:
        return NOT_MEASURED
    return share(*found.ratio().transformed(lambda ratio: 1 - ratio))


def _saving(verdict: Verdict | None) -> str:
    if verdict is None or verdict.change is None or verdict.change.interval is None:
        return NOT_MEASURED
    return _SAVING[verdict.outcome]


def _saved_interval(of_logarithm: Interval) -> Interval:
    return of_logarithm.transformed(lambda log: -math.expm1(log))


def _cost(verdict: Verdict) -> str:
    assert verdict.change is not None
    return f"{_COST[verdict.outcome]} {span_of(*verdict.change, sign=True)}"
