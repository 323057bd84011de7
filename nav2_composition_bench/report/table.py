# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The paper's Table I for the trials at hand, as lines of text."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from nav2_composition_bench.aggregate.breakdown import UNNAMED, node_cpu_percent
from nav2_composition_bench.aggregate.describe import describe
from nav2_composition_bench.aggregate.samples import (
    BASELINE_COMPOSITION,
    blocks_of,
    compositions_of,
)
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord

_MB = 1e6
_NOTHING = "-"


def table_one(records: Sequence[TrialFigures]) -> list[str]:
    """Return the table: mean ± sd over valid trials, and what is saved against multi_process.

    Savings are means of the ratios inside blocks, so they may differ a little from the ratio of
    the means beside them.
    """
    header = ["composition", "trials", "PSS MB", "footprint MB", "CPU %", "saved PSS", "saved CPU"]
    rows = [_row(records, composition) for composition in compositions_of(records)]
    return aligned([header, *rows])


def cost_per_node(records: Sequence[TrialRecord]) -> list[str]:
    """Return CPU per node and composition, where threads carry their nodes' names.

    The threads of a multi-threaded executor serve any node, so such a composition has no column.
    """
    columns = {name: node_cpu_percent(records, name) for name in compositions_of(records)}
    columns = {name: costs for name, costs in columns.items() if _is_told_apart(costs)}
    nodes = sorted({node for costs in columns.values() for node in costs} - {UNNAMED})
    if not nodes:
        return []
    rows = [
        [node, *(_figure(costs.get(node)) for costs in columns.values())]
        for node in [*nodes, UNNAMED]
    ]
    return aligned([["CPU % of node", *columns], *rows])


def invalid_trials(records: Sequence[TrialFigures]) -> list[str]:
    """Return one line for each trial that does not count."""
    return [
        f"{record.composition}, block {record.block + 1}, attempt {record.attempt + 1}:"
        f" {record.invalid_reason}"
        for record in records
        if not record.valid
    ]


def aligned(rows: Sequence[Sequence[str]], words: Container[int] = (0,)) -> list[str]:
    """Lay out rows in columns, two blanks apart.

    :param words: columns that stand to the left; the others, of figures, stand to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows)]
    return [
        "  ".join(
            cell.ljust(width) if index in words else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths))
        ).rstrip()
        for row in rows
    ]


def _row(records: Sequence[TrialFigures], composition: str) -> list[str]:
    mine = [record for record in records if record.composition == composition]
    invalid = sum(not record.valid for record in mine)
    count = f"{len(mine) - invalid}" + (f" (+{invalid} invalid)" if invalid else "")
    return [
        composition,
        count,
        _spread(records, composition, "pss_bytes", _MB),
        _spread(records, composition, "footprint_bytes", _MB),
        _spread(records, composition, "cpu_percent", 1.0),
        _saved(records, composition, "pss_bytes"),
        _saved(records, composition, "cpu_percent"),
    ]


def _spread(records: Sequence[TrialFigures], composition: str, metric: str, unit: float) -> str:
    values = blocks_of(records, composition, metric).array() / unit
    described = describe(values)
    if described is None:
        return _NOTHING
    if described.standard_deviation is None:
        return f"{described.mean:.2f}"
    return f"{described.mean:.2f} ± {described.standard_deviation:.2f}"


def _saved(records: Sequence[TrialFigures], composition: str, metric: str) -> str:
    if composition == BASELINE_COMPOSITION:
        return _NOTHING
    saved = saving(records, composition, metric)
    return _NOTHING if saved is None else f"{saved.fraction:.1%}"


def _is_told_apart(costs: Mapping[str, float]) -> bool:
    return bool(costs) and costs.get(UNNAMED, 0.0) <= sum(costs.values()) / 2


def _figure(value: float | None) -> str:
    return _NOTHING if value is None else f"{value:.2f}"
