# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A comparison of studies as rows and lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.comparable import Difference
from nav2_composition_bench.aggregate.comparison import (
    Column,
    ComparisonRow,
    common_baseline,
    studies_of,
)
from nav2_composition_bench.aggregate.describe import span_of
from nav2_composition_bench.aggregate.published import PublishedTable
from nav2_composition_bench.aggregate.speed import SpeedChange
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Verdict
from nav2_composition_bench.metrics import ADJUSTED_CPU, METRICS, NOT_MEASURED
from nav2_composition_bench.report.figures import mean_and_deviation, share, versions_text

WORD_COLUMNS = (0, 1, 2, 5, 6)
"""Of the rows of a comparison, those that hold words."""
_AGREEMENT = {None: NOT_MEASURED, True: "agrees", False: "differs"}


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
        " savings agree where their intervals overlap"
    ]
    if ADJUSTED_CPU in metrics:
        lines.append("adjusted CPU: each study at its own mean speed; only cost is at one speed")
    lines += [
        f"no verdict on {METRICS[metric].label}: more of it is better"
        for metric in metrics
        if not METRICS[metric].is_cost
    ]
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


def speed_lines(found: Sequence[SpeedChange | None]) -> list[str]:
    """Say how the machine's speed differed, and what that means; nothing if it did not."""
    changes = [one for one in found if one is not None]
    if not changes:
        return []
    return [
        *(
            f"speed: system calls of known work took {_change(one.change)} CPU in {one.study}"
            for one in changes
        ),
        "speed: the machine did not run equally fast, which changes CPU as measured; savings and"
        " studies with interleaved blocks are free of it, and verdicts on adjusted CPU are less"
        " certain by it",
    ]


def _change(verdict: Verdict) -> str:
    assert verdict.change is not None
    return span_of(verdict.change, verdict.interval, sign=True)


def _lines(row: ComparisonRow, titles: Sequence[str]) -> list[list[str]]:
    return [
        [
            METRICS[row.metric].heading,
            row.arm,
            title,
            mean_and_deviation(row.metric, cell.mean, cell.standard_deviation),
            share(cell.saved, cell.saved_interval),
            _AGREEMENT[agrees],
            str(cell.verdict) if cell.verdict else NOT_MEASURED,
        ]
        for title, cell, agrees in zip(titles, row.cells, row.savings_agree)
    ]
