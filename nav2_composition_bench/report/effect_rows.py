# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What factors change, alone and together, as rows that several report formats share."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from nav2_composition_bench.aggregate.describe import span_of
from nav2_composition_bench.aggregate.effects import Crossing, Effect, Step
from nav2_composition_bench.aggregate.model import Contrast
from nav2_composition_bench.aggregate.verdict import Outcome, verdicts
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.study.factor import FACTORS
from nav2_composition_bench.trial.record import TrialFigures

CERTAIN = "*"
"""Marks an interaction that is certain."""

INTERACTIONS = "Change of cost by two factors together"
INTERACTIONS_NOTE = (
    "How far the cost with both is from what the two change one by one, multiplied."
    f" {CERTAIN}: what the one changes depends on the other; of all marks of this table together"
    " the chance that any is wrong is at most 5 % (Holm)."
)


@dataclass(frozen=True)
class EffectTable:
    """One table of a report.

    :param rows: the first is the heading.
    :param metrics: of the last columns.
    :param note: what the figures mean; empty where the title says it.
    """

    title: str
    rows: Sequence[Sequence[str]]
    metrics: Sequence[str]
    note: str = ""

    @property
    def words(self) -> range:
        """The columns that hold words."""
        return range(len(self.rows[0]) - len(self.metrics))


def effect_tables(
    records: Sequence[TrialFigures], without: Collection[str] = ()
) -> list[EffectTable]:
    """Return a table for each factor and one for interactions; none for fewer than two factors.

    :param without: factors that have no table; interactions have none then, either.
    """
    crossing = Crossing(records)
    if len(crossing.factors) < 2:
        return []
    tables = [_of_factor(crossing, each) for each in crossing.factors if each not in without]
    if not without:
        tables.append(_of_interactions(crossing))
    versions = versions_text(records)
    return [replace(table, title=table.title + versions) for table in tables if len(table.rows) > 1]


def _of_factor(crossing: Crossing, factor: str) -> EffectTable:
    """Return a row for each step and context; a single step is named above the table instead."""
    others = [name for name in crossing.factors if name != factor]
    steps = crossing.steps(factor)
    is_single = len(steps) == 1
    level = f": {steps[0].level}" if is_single else ","
    return EffectTable(
        f"Change of cost by {FACTORS[factor].label}{level} against {steps[0].reference}",
        [
            [
                *([] if is_single else [FACTORS[factor].label]),
                *(FACTORS[name].label for name in others),
                *_headings(crossing),
            ],
            *(
                [
                    *([] if is_single else [effect.step.level]),
                    *_effect_row(crossing, effect, len(others)),
                ]
                for effect in crossing.effects(factor)
            ),
        ],
        crossing.metrics,
    )


def _effect_row(crossing: Crossing, effect: Effect, others: int) -> list[str]:
    if effect.context is None:
        context = ["mean of these", *[""] * (others - 1)]
    else:
        context = [level for _, level in effect.context]
    return [*context, *map(_written, _cells(crossing, effect.changes))]


def _of_interactions(crossing: Crossing) -> EffectTable:
    found = crossing.interactions()
    cells = [_cells(crossing, one.changes) for one in found]
    judged = iter(verdicts([(cell, 0.0) for row in cells for cell in row]))
    return EffectTable(
        INTERACTIONS,
        [
            ["both", *_headings(crossing)],
            *(
                [
                    f"{_level(one.step)}, {_level(one.other)}",
                    *(_marked(cell, next(judged).outcome) for cell in row),
                ]
                for one, row in zip(found, cells)
            ),
        ],
        crossing.metrics,
        INTERACTIONS_NOTE,
    )


def _level(step: Step) -> str:
    return f"{FACTORS[step.factor].label} {step.level}"


def _headings(crossing: Crossing) -> list[str]:
    return [f"{METRICS[metric].label} [95 %]" for metric in crossing.metrics]


def _cells(crossing: Crossing, changes: Mapping[str, Contrast]) -> list[Contrast | None]:
    return [changes.get(metric) for metric in crossing.metrics]


def _written(change: Contrast | None) -> str:
    if change is None:
        return NOT_MEASURED
    return span_of(*change.ratio().transformed(lambda ratio: ratio - 1), sign=True)


def _marked(change: Contrast | None, outcome: Outcome) -> str:
    return f"{_written(change)} {' ' if outcome is Outcome.UNDECIDED else CERTAIN}"
