# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies side by side: what each arm costs and saves in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.aggregate.comparable import (
    SUBJECTS,
    Difference,
    differences,
    forbidden,
    influence_alike,
    same_processor,
)
from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.interleaved import judge
from nav2_composition_bench.aggregate.published import (
    PublishedTable,
    is_published,
    read_published,
)
from nav2_composition_bench.aggregate.samples import (
    arms_of,
    baseline_of,
    describe_arm,
    headline_of,
)
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.aggregate.stored_study import StoredStudy, find_studies, read_study
from nav2_composition_bench.aggregate.verdict import Verdict, too_few
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU, HEADLINE, METRICS
from nav2_composition_bench.trial.stamped_arms import DEFAULT_BASELINE

Column = StoredStudy | PublishedTable

_OTHER_PROCESSOR = "readings of known work are not comparable across processors"


@dataclass(frozen=True)
class Cell:
    """One metric of one arm in one column; None for what the column does not hold.

    :param saved_interval: 95 % interval of the saving, as a fraction.
    :param verdict: on the absolute figure against the first study; None for the first study, for
        published figures, which have no trials, and for what is no cost.
    """

    mean: float | None
    standard_deviation: float | None
    saved: float | None
    saved_interval: Interval | None
    verdict: Verdict | None


@dataclass(frozen=True)
class ComparisonRow:
    """One metric of one arm over all columns.

    :param reference: index of the column that the others are set beside, the first study's.
    """

    metric: str
    arm: str
    cells: tuple[Cell, ...]
    reference: int

    @property
    def savings_agree(self) -> tuple[bool | None, ...]:
        """For each cell whether its saving's interval overlaps that of the reference.

        None for the reference itself, and where one of the two has no interval.
        """
        reference = self.cells[self.reference]
        found = reference.saved_interval
        return tuple(
            found.overlaps(cell.saved_interval)
            if found and cell.saved_interval and cell is not reference
            else None
            for cell in self.cells
        )


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
        for difference in forbidden(found, subjects):
            hint = (
                f"say --subject {difference.subject} if that is what you compare"
                if difference.subject
                else f"only {', '.join(SUBJECTS)} can be the subject"
            )
            raise UserError(f"{studies[0].name} and {study.name}: {difference}; {hint}")
        allowed += [difference for difference in found if difference not in allowed]
    return tuple(allowed)


def compare(columns: Sequence[Column], metrics: Sequence[str]) -> tuple[ComparisonRow, ...]:
    """Put every metric of every arm side by side, and beside those of the first study."""
    arms = dict.fromkeys(name for column in columns for name in _arms(column))
    baseline = common_baseline(columns)
    first: Column = next(iter(studies_of(columns)), columns[0])
    relations = [_relation(first, column) for column in columns]
    return tuple(
        ComparisonRow(
            metric,
            name,
            tuple(
                _cell(column, first, metric, name, baseline, relation)
                for column, relation in zip(columns, relations)
            ),
            columns.index(first),
        )
        for metric in metrics
        for name in arms
    )


def common_baseline(columns: Sequence[Column]) -> str:
    """Return the arm that savings of all columns are measured against: the first study's."""
    studies = studies_of(columns)
    return baseline_of(studies[0].records) if studies else DEFAULT_BASELINE


def common_headline(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return what is compared by default: adjusted CPU too where all tell one processor's speed."""
    studies = studies_of(columns)
    found = {headline_of(study.records) for study in studies}
    is_one = all(_relation(studies[0], each).is_same_processor for each in studies)
    return found.pop() if is_one and len(found) == 1 else HEADLINE


def _arms(column: Column) -> tuple[str, ...]:
    if isinstance(column, PublishedTable):
        return tuple(column.figures)
    return arms_of(column.records)


@dataclass(frozen=True)
class _Relation:
    """What known work of two columns has in common; published tables have none."""

    are_alike: bool = False
    is_same_processor: bool = False


def _relation(first: Column, column: Column) -> _Relation:
    if not (isinstance(first, StoredStudy) and isinstance(column, StoredStudy)):
        return _Relation()
    found = differences(first.stamp, column.stamp)
    return _Relation(influence_alike(found), same_processor(found))


def _cell(
    column: Column,
    first: Column,
    metric: str,
    arm: str,
    baseline: str,
    relation: _Relation,
) -> Cell:
    if isinstance(column, PublishedTable):
        return _published_cell(column, metric, arm, baseline)
    described = describe_arm(column.records, arm, metric)
    shown = METRICS[metric]
    is_saved = arm != baseline and shown.is_cost
    found = saving(column.records, arm, metric, reference=baseline) if is_saved else None
    verdict = None
    if column is not first and isinstance(first, StoredStudy) and shown.is_cost:
        if metric == ADJUSTED_CPU and not relation.is_same_processor:
            verdict = too_few(shown.margin, _OTHER_PROCESSOR)
        else:
            verdict = judge(
                first.records,
                column.records,
                arm,
                metric,
                margin=shown.margin,
                are_alike=relation.are_alike,
            )
    return Cell(
        described.mean if described else None,
        described.standard_deviation if described else None,
        found.fraction if found else None,
        found.interval if found else None,
        verdict,
    )


def _published_cell(table: PublishedTable, metric: str, arm: str, baseline: str) -> Cell:
    figure = table.figures.get(arm, {}).get(metric)
    if figure is None:
        return Cell(None, None, None, None, None)
    saved = table.saving(arm, metric, baseline) if arm != baseline else None
    fraction, interval = saved or (None, None)
    return Cell(figure.mean, figure.standard_deviation, fraction, interval, None)
