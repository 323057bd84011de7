# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies side by side: what each arm costs and saves in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from nav2_composition_bench.aggregate.comparable import (
    SUBJECTS,
    Difference,
    differences,
    forbidden,
)
from nav2_composition_bench.aggregate.gate import OF_SPEED
from nav2_composition_bench.aggregate.model import Contrast, difference, independent
from nav2_composition_bench.aggregate.published import (
    PublishedTable,
    is_published,
    read_published,
)
from nav2_composition_bench.aggregate.random_effects import Overall, overall
from nav2_composition_bench.aggregate.samples import (
    arms_of,
    baseline_of,
    blocks_of,
    describe_arm,
)
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.aggregate.stored_study import StoredStudy, find_studies, read_study
from nav2_composition_bench.aggregate.verdict import Verdict, verdicts
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.trial.stamped_arms import DEFAULT_BASELINE

Column = StoredStudy | PublishedTable


@dataclass(frozen=True)
class Cell:
    """One metric of one arm in one column; None for what the column does not hold.

    :param saved: ln(arm / baseline).
    :param saving: the saved against that in the first study: below is more saved.
    :param cost: the figure itself against that in the first study. None for the first study, for
        published figures, which have no trials, for what is no cost, and for CPU, which is compared
        inside blocks alone.
    """

    mean: float | None = None
    standard_deviation: float | None = None
    saved: Contrast | None = None
    saving: Verdict | None = None
    cost: Verdict | None = None


@dataclass(frozen=True)
class ComparisonRow:
    """One metric of one arm over all columns.

    :param overall: what is saved, over all studies; None for fewer than three.
    """

    metric: str
    arm: str
    cells: tuple[Cell, ...]
    overall: Overall | None


def read_columns(paths: Sequence[Path]) -> tuple[Column, ...]:
    """Read studies and published tables in the order given.

    :raises UserError: with fewer than two, or for what cannot be read.
    """
    columns: list[Column] = []
    for path in paths:
        if is_published(path):
            columns.append(read_published(path))
        else:
            columns.extend(read_study(directory) for directory in find_studies([path]))
    if len(columns) < 2:
        raise UserError(f"nothing to compare {paths[0]} with; name two studies or more")
    return tuple(columns)


def studies_of(columns: Sequence[Column]) -> tuple[StoredStudy, ...]:
    """Return the columns that have trials, published tables left out."""
    return tuple(column for column in columns if isinstance(column, StoredStudy))


def refuse_unlike(columns: Sequence[Column], subjects: Sequence[str]) -> tuple[Difference, ...]:
    """Return the allowed differences of the studies from the first one, each once.

    Published tables are summary data of another experiment; they are shown, never judged, and so
    never refused.

    :raises UserError: naming the first field that differs without being the subject.
    """
    studies = studies_of(columns)
    allowed: list[Difference] = []
    for study in studies[1:]:
        found = differences(studies[0].stamp, study.stamp)
        for unlike in forbidden(found, subjects):
            hint = (
                f"say --subject {unlike.subject} if that is what you compare"
                if unlike.subject
                else f"only {', '.join(SUBJECTS)} can be the subject"
            )
            raise UserError(f"{studies[0].name} and {study.name}: {unlike}; {hint}")
        allowed += [each for each in found if each not in allowed]
    return tuple(allowed)


def compare(columns: Sequence[Column], metrics: Sequence[str]) -> tuple[ComparisonRow, ...]:
    """Put every metric of every arm side by side, and beside those of the first study.

    All verdicts on savings are one family, and all on costs another; see
    :func:`~.verdict.verdicts`.
    """
    arms = dict.fromkeys(name for column in columns for name in _arms(column))
    places = [(metric, arm) for metric in metrics for arm in arms]
    baseline = common_baseline(columns)
    table = [[_cell(each, *place, baseline) for each in columns] for place in places]
    first = next((n for n, column in enumerate(columns) if isinstance(column, StoredStudy)), 0)
    savings: dict[tuple[int, int], Contrast] = {}
    costs: dict[tuple[int, int], Contrast] = {}
    for row, place in enumerate(places):
        reference = table[row][first].saved
        for number, column in enumerate(columns):
            saved = table[row][number].saved
            if number != first and saved and reference:
                savings[row, number] = difference(reference, saved)
            if number != first and (found := _change(columns[first], column, *place)):
                costs[row, number] = found
    for field, family in (("saving", savings), ("cost", costs)):
        judged = verdicts([(one, 0.0) for one in family.values()])
        for (row, number), verdict in zip(family, judged):
            cell = table[row][number]
            table[row][number] = (
                replace(cell, saving=verdict) if field == "saving" else replace(cell, cost=verdict)
            )
    return tuple(
        ComparisonRow(*place, tuple(cells), _overall(cells, columns))
        for place, cells in zip(places, table)
    )


def _overall(cells: Sequence[Cell], columns: Sequence[Column]) -> Overall | None:
    studies = [cell for cell, column in zip(cells, columns) if isinstance(column, StoredStudy)]
    return overall([cell.saved for cell in studies if cell.saved])


def common_baseline(columns: Sequence[Column]) -> str:
    """Return the arm that savings of all columns are measured against: the first study's."""
    studies = studies_of(columns)
    return baseline_of(studies[0].records) if studies else DEFAULT_BASELINE


def _arms(column: Column) -> tuple[str, ...]:
    if isinstance(column, PublishedTable):
        return tuple(column.figures)
    return arms_of(column.records)


def _cell(column: Column, metric: str, arm: str, baseline: str) -> Cell:
    if isinstance(column, PublishedTable):
        figure = column.figures.get(arm, {}).get(metric)
        if figure is None:
            return Cell()
        return Cell(figure.mean, figure.standard_deviation, column.saving(arm, metric, baseline))
    described = describe_arm(column.records, arm, metric)
    if described is None:
        return Cell()
    is_saved = arm != baseline and METRICS[metric].is_cost
    found = saving(column.records, arm, metric, reference=baseline) if is_saved else None
    return Cell(
        described.mean, described.standard_deviation, None if found is None else found.contrast
    )


def _change(first: Column, column: Column, metric: str, arm: str) -> Contrast | None:
    """Return ln(column / first) of a cost that does not go with the machine's speed."""
    if isinstance(first, PublishedTable) or isinstance(column, PublishedTable):
        return None
    if not METRICS[metric].is_cost or metric in OF_SPEED:
        return None
    return independent(*(blocks_of(each.records, arm, metric).values for each in (first, column)))
