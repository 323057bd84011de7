# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The paper's Table I for the trials at hand, as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
_ORDER = ("multi_process", "manual", "isolated", "multi_threaded")
_NOTHING = "-"


def table_one(records: Sequence[TrialFigures]) -> list[str]:
    """Return the table: mean ± sd over valid trials, and what is saved against multi_process.

    Savings are means of the ratios inside blocks, so they may differ a little from the ratio of
    the means beside them.
    """
    header = ["composition", "trials", "PSS MB", "footprint MB", "CPU %", "saved PSS", "saved CPU"]
    rows = [_row(records, composition) for composition in ordered(records)]
    return aligned([header, *rows])


def cost_per_node(records: Sequence[TrialRecord]) -> list[str]:
    """Return CPU per node and composition, where threads carry their nodes' names.

    The threads of a multi-threaded executor serve any node, so such a composition has no column.
    """
    columns = {name: node_cpu_percent(records, name) for name in ordered(records)}
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


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out rows in columns, the first to the left, the others to the right, two blanks apart."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip()
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


def ordered(records: Sequence[TrialFigures]) -> list[str]:
    """Return the compositions there are, in the order of the paper."""
    there = compositions_of(records)
    return [name for name in _ORDER if name in there] + [n for n in there if n not in _ORDER]
