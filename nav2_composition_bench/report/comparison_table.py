# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A comparison of studies as lines of text or Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.comparable import Difference
from nav2_composition_bench.aggregate.comparison import Cell, Column, ComparisonRow
from nav2_composition_bench.aggregate.published import PublishedTable
from nav2_composition_bench.metrics import METRICS

NOT_MEASURED = "-"


def column_titles(columns: Sequence[Column]) -> list[str]:
    """Return how each column is called; published figures are marked as such."""
    return [
        f"{column.machine} (published)" if isinstance(column, PublishedTable) else column.name
        for column in columns
    ]


def comparison_rows(rows: Sequence[ComparisonRow], columns: Sequence[Column]) -> list[list[str]]:
    """Return heading and rows: figures and savings of every column, then what is to be said."""
    titles = column_titles(columns)
    heading = ["metric", "composition", *(f"{t}{end}" for t in titles for end in ("", " saved"))]
    return [[*heading, "compared with the first"], *(_row(row, titles) for row in rows)]


def difference_lines(allowed: Sequence[Difference]) -> list[str]:
    """Return one line for each field in which the studies may differ and do."""
    return [f"differs: {difference}" for difference in allowed]


def _row(row: ComparisonRow, titles: Sequence[str]) -> list[str]:
    metric = METRICS[row.metric]
    label = f"{metric.label} [{metric.unit}]" if metric.unit else metric.label
    figures = [text for cell in row.cells for text in (_figure(row.metric, cell), _saved(cell))]
    return [label, row.composition, *figures, "; ".join(_remarks(row, titles)) or NOT_MEASURED]


def _figure(metric: str, cell: Cell) -> str:
    if cell.mean is None:
        return NOT_MEASURED
    shown = METRICS[metric]
    text = shown.display(cell.mean)
    if cell.standard_deviation is not None:
        text += f" ± {shown.display(cell.standard_deviation)}"
    return text


def _saved(cell: Cell) -> str:
    if cell.saved is None:
        return NOT_MEASURED
    if cell.saved_interval is None:
        return f"{cell.saved:.1%}"
    return f"{cell.saved:.1%} [{cell.saved_interval.low:.1%}, {cell.saved_interval.high:.1%}]"


def _remarks(row: ComparisonRow, titles: Sequence[str]) -> list[str]:
    remarks = [
        f"{title}: {cell.verdict.outcome}, {cell.verdict.reason}"
        for title, cell in zip(titles, row.cells)
        if cell.verdict is not None
    ]
    if row.savings_agree is not None:
        remarks.append("savings agree" if row.savings_agree else "savings disagree")
    return remarks


def markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as a GitHub-flavoured table; a bar inside a cell is escaped."""
    lines = [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]
