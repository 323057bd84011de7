# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The table of what placements would cost, whatever predicts it: a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nav2_composition_bench.aggregate.describe import Estimate, span_of
from nav2_composition_bench.capturing.arms import CAPTURED
from nav2_composition_bench.capturing.prediction import ArmPrediction
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED, Metric
from nav2_composition_bench.placing.advice import Advice, Check, StudyAdvice
from nav2_composition_bench.placing.outcome import Judged
from nav2_composition_bench.placing.prediction import Objective
from nav2_composition_bench.report.figures import in_brackets
from nav2_composition_bench.topology.units import Partition


@dataclass(frozen=True)
class Figure:
    """One metric of a placement; None for what is not known.

    :param predicted: in the record's unit.
    :param saved: against what the rows are compared with, as a fraction.
    :param measured: mean, in the record's unit.
    :param error: predicted / measured - 1, as a fraction.
    """

    predicted: Estimate | None = None
    saved: Estimate | None = None
    measured: float | None = None
    error: Estimate | None = None


@dataclass(frozen=True)
class WhatIf:
    """A row of the table.

    :param size: how many processes, or loops, the placement has; None where that is not known.
    :param last: what stands behind all figures.
    """

    name: str
    size: int | None
    figures: Mapping[str, Figure] = field(default_factory=dict)
    last: str = ""


def advice_rows(advice: StudyAdvice) -> list[list[str]]:
    """Return the table of what a study's arms say of other placements."""
    checks = {(check.arm, _unordered(check.partition)): check for check in advice.checks}
    rows = [
        _advised(one, checks.pop((one.placement.name, _unordered(one.partition)), None))
        for one in advice.placements
    ]
    rows += [WhatIf(one.arm, len(one.partition), _checked(one)) for one in checks.values()]
    return _table("placement", "processes", rows)


def prediction_rows(
    found: Sequence[ArmPrediction],
    took: Mapping[str, float | None],
    processes: Mapping[str, int],
    versions: str = "",
) -> list[list[str]]:
    """Return the table of what a captured system would take in other placements.

    :param took: metric → what the captured system took; None where that does not carry over.
    :param processes: arm → how many it has.
    :param versions: of what the replay ran with.
    """
    rows = [
        WhatIf(
            one.arm,
            processes.get(one.arm),
            {
                metric: Figure(
                    None if figure.value is None else Estimate(figure.value, None),
                    None if one.arm == CAPTURED else Estimate(figure.saved, figure.interval),
                    figure.replayed,
                )
                for metric in took
                if (figure := one.figures.get(metric)) is not None
            },
        )
        for one in found
    ]
    return _table(f"placement{in_brackets(versions)}", "processes", rows, measured="replayed")


def search_rows(
    judged: Sequence[Judged], objective: Objective, versions: str = ""
) -> list[list[str]]:
    """Return the table of what a search has found and what it is compared with.

    :param versions: of what was measured; empty where nothing was.
    """
    rows = [
        WhatIf(
            one.placement.name + (f" ({one.lost} lost)" if one.lost else ""),
            one.loops,
            {name: _of_model(one, name) for name in vars(one.predicted)},
            "" if one.best_to_this is None else _ratio(one.best_to_this),
        )
        for one in judged
    ]
    last = f"best found / this, {objective}"
    return _table(f"placement{in_brackets(versions)}", "loops", rows, last=last)


def _unordered(partition: Partition) -> frozenset[frozenset[str]]:
    return frozenset(map(frozenset, partition))


def _advised(one: Advice, check: Check | None) -> WhatIf:
    beside = {} if check is None else _checked(check)
    shares = len(one.partition) < sum(map(len, one.partition))
    figures = {
        metric: replace(
            beside.get(metric, Figure()),
            predicted=cost,
            saved=one.savings[metric] if shares else None,
        )
        for metric, cost in one.costs.items()
    }
    return WhatIf(one.placement.name, len(one.partition), figures)


def _checked(check: Check) -> dict[str, Figure]:
    return {
        metric: Figure(Estimate(check.predicted[metric], None), None, check.measured[metric], error)
        for metric, error in check.errors.items()
    }


def _of_model(one: Judged, name: str) -> Figure:
    predicted = getattr(one.predicted, name)
    error = one.error_percent.get(name)
    return Figure(
        None if predicted is None else Estimate(predicted, None),
        None,
        None if one.measured is None else getattr(one.measured, name),
        None if error is None else Estimate(error / 100.0, None),
    )


def _ratio(best_to_this: Estimate) -> str:
    span = best_to_this.interval
    text = f"{best_to_this.value:.2f}"
    return text if span is None else f"{text} [{span.low:.2f}, {span.high:.2f}]"


def _table(
    name: str, size: str, rows: Sequence[WhatIf], *, measured: str = "measured", last: str = ""
) -> list[list[str]]:
    """Return a heading and the rows, with the columns that some row has."""
    sizes = (NOT_MEASURED if row.size is None else str(row.size) for row in rows)
    columns = [[name, *(row.name for row in rows)], [size, *sizes]]
    for metric in dict.fromkeys(metric for row in rows for metric in row.figures):
        figures = [row.figures.get(metric, Figure()) for row in rows]
        for column in _columns(METRICS[metric], figures, measured):
            if set(column[1:]) != {NOT_MEASURED}:
                columns.append(column)
    if last:
        columns.append([last, *(row.last for row in rows)])
    return [list(row) for row in zip(*columns)]


def _columns(shown: Metric, figures: Sequence[Figure], measured: str) -> Iterator[list[str]]:
    predicted = [each.predicted for each in figures]
    costs = [NOT_MEASURED if one is None else _cost(one, shown) for one in predicted]
    yield [f"{shown.heading} predicted{_spans(predicted)}", *costs]
    yield [f"{shown.heading} {measured}", *(shown.display(each.measured) for each in figures)]
    errors, savings = [each.error for each in figures], [each.saved for each in figures]
    for title, shares in (("error", errors), ("saved", savings)):
        cells = [
            NOT_MEASURED if one is None else span_of(*one, sign=title == "error") for one in shares
        ]
        yield [f"{shown.label} {title}{_spans(shares)}", *cells]


def _cost(one: Estimate, shown: Metric) -> str:
    if one.interval is None:
        return shown.display(one.value)
    low, high = map(shown.display, (one.interval.low, one.interval.high))
    return f"{shown.display(one.value)} [{low}, {high}]"


def _spans(estimates: Iterable[Estimate | None]) -> str:
    has_one = any(one is not None and one.interval is not None for one in estimates)
    return " [95 %]" if has_one else ""
