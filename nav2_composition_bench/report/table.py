# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tables as lines of text or Markdown, and those of a terminal: Table I and costs per node."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from nav2_composition_bench.aggregate.breakdown import UNNAMED, cpu_percent_by_node, process_costs
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.errors import in_one_line
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.summary_rows import headline_rows
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord

MAX_WIDTH = 80
"""Letters that columns beside each other may take; more make another table."""
MAX_HEADING = 40
"""Letters that the heading of the first column may take; a longer one stands above the table."""


def table_one(records: Sequence[TrialFigures]) -> list[str]:
    """Return the table: mean ± sd over valid trials, and what is saved against the baseline.

    Savings are means of the ratios inside blocks, so they may differ a little from the ratio of
    the means beside them.
    """
    return aligned(headline_rows(records))


def cost_per_node(records: Sequence[TrialRecord], table: FigureTable) -> list[str]:
    """Return CPU per node and arm, where threads carry their nodes' names.

    The threads of a multi-threaded executor serve any node, so such an arm has no column.

    :param table: of the same trials.
    """
    columns = {name: cpu_percent_by_node(process_costs(records, name)) for name in table.arms}
    columns = {name: costs for name, costs in columns.items() if _is_told_apart(costs)}
    nodes = sorted({node for costs in columns.values() for node in costs} - {UNNAMED})
    if not nodes:
        return []
    cpu = METRICS["cpu_percent"]
    return side_by_side(
        [
            [f"{cpu.heading} of node{versions_text(table)}", *columns],
            *(
                [node, *(cpu.display(costs.get(node), 1) for costs in columns.values())]
                for node in [*nodes, UNNAMED]
            ),
        ]
    )


def side_by_side(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out a table whose first column names its rows, in parts where it is too wide."""
    first, *columns = list(zip(*rows))
    parts: list[list[tuple[str, ...]]] = []
    for column in columns:
        width = max(map(len, column))
        if parts and width + sum(max(map(len, one)) for one in parts[-1]) <= MAX_WIDTH:
            parts[-1].append(column)
        else:
            parts.append([column])
    laid = [aligned(list(zip(first, *part))) for part in parts]
    return [line for number, lines in enumerate(laid) for line in ([""] * (number > 0) + lines)]


def invalid_trials(records: Sequence[TrialFigures]) -> list[str]:
    """Return one line for each trial that does not count."""
    return [
        f"{record.arm}, block {record.block + 1}, attempt {record.attempt + 1}:"
        f" {in_one_line(record.invalid_reason or '')}"
        for record in records
        if not record.valid
    ]


def aligned(rows: Sequence[Sequence[str]], words: Container[int] = (0,)) -> list[str]:
    """Lay out rows in columns, two blanks apart.

    :param words: columns that stand to the left; the others, of figures, stand to the right.
    """
    if rows and len(rows[0][0]) > MAX_HEADING:
        (first, *others), *below = rows
        return [in_one_line(first), *aligned([["", *others], *below], words)]
    shown = [[in_one_line(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown)]
    return [
        "  ".join(
            cell.ljust(width) if index in words else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in shown
    ]


def markdown(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as a GitHub-flavoured table; a bar inside a cell is written as a slash."""
    lines = [
        f"| {' | '.join(in_one_line(cell).replace('|', '/') for cell in row)} |" for row in rows
    ]
    return [lines[0], "|" + " --- |" * len(rows[0]), *lines[1:]]


def _is_told_apart(costs: Mapping[str, float]) -> bool:
    return bool(costs) and costs.get(UNNAMED, 0.0) <= sum(costs.values()) / 2
