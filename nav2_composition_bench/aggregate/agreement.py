# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a study bears out what was published of the same curve, by intervals."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.aggregate.axis import Axis, Line
from nav2_composition_bench.aggregate.curves import by_block, columns_along, fit_line
from nav2_composition_bench.aggregate.describe import Estimate, Interval
from nav2_composition_bench.aggregate.model import Columns, level, versus
from nav2_composition_bench.aggregate.samples import levels_of
from nav2_composition_bench.aggregate.statements import (
    ABOVE,
    BELOW,
    EVERY,
    LEAST,
    MOST,
    Kind,
    Selector,
    Statement,
)
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.trial.record import TrialFigures

_USUAL = Transport.DEFAULT.value
"""Nothing is published of messages whose way was chosen, unless a statement says so."""
FACTOR = 1.25
"""Within this factor of a single published figure counts as that figure: words such as half, and
figures read off a curve, are no more exact."""


class Agreement(str, enum.Enum):
    """Whether this machine agrees."""

    AGREES = "agrees"
    DIFFERS = "differs"
    PARTLY = "agrees in part"
    UNDECIDED = "undecided"
    NOT_MEASURED = "not measured"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Finding:
    """What was measured of a statement, for one line.

    :param place: on the axis; None for a slope.
    :param against: name of the line compared with; None without one.
    :param estimate: in the statement's terms: a ratio, or a figure in the records' unit.
    :param interval: 95 %; None with a single block.
    """

    line: str
    place: float | None
    against: str | None
    against_place: float | None
    estimate: float
    interval: Interval | None
    agreement: Agreement


@dataclass(frozen=True)
class Judged:
    """A statement with everything that the study says of it."""

    statement: Statement
    agreement: Agreement
    findings: tuple[Finding, ...]


def judge_statement(
    statement: Statement, records: Sequence[TrialFigures], axis: Axis | None
) -> Judged:
    """Return whether a study agrees with a statement.

    A ratio or ordering is a contrast of the model over all places of the lines, a level its
    :func:`~.model.level`, a slope that of least squares. Of a value, the study agrees if the whole
    interval lies within :data:`FACTOR` of it, and differs if none of it does; of an ordering, if
    the interval of the ratio lies on that side of one, or the other. Else, with a single block, and
    where a figure is zero in a block, it is undecided.

    :param axis: of the study; None where each arm is a line of one place.
    """
    found = tuple(_findings(statement, records, axis or _each_arm(records)))
    return Judged(statement, _together(found), found)


def _each_arm(records: Sequence[TrialFigures]) -> Axis:
    lines = tuple(Line(arm, levels, {0.0: arm}) for arm, levels in levels_of(records).items())
    return Axis("", (0.0,), lines)


def _findings(
    statement: Statement, records: Sequence[TrialFigures], axis: Axis
) -> Iterator[Finding]:
    for line in _meant(statement.of, axis):
        if statement.kind is Kind.SLOPE:
            fitted = fit_line(records, _up_to(line, statement.up_to), statement.metric)
            if fitted is not None:
                yield _finding(statement, line, None, fitted.slope)
            continue
        for place in _places(statement.at, statement.beyond, line):
            if statement.against is None:
                yield from _compared(statement, records, line, place)
                continue
            for other in _meant(statement.against, axis):
                at = place if statement.against_at is None else statement.against_at
                for there in _places(at, None, other):
                    if (other, there) != (line, place):
                        yield from _compared(statement, records, line, place, other, there)


def _meant(selector: Selector, axis: Axis) -> Iterator[Line]:
    return (
        line
        for line in axis.lines
        if all(line.levels.get(factor) in levels for factor, levels in selector.items())
        and ("transport" in selector or line.levels.get("transport", _USUAL) == _USUAL)
    )


def _up_to(line: Line, place: float | None) -> Line:
    arms = {each: arm for each, arm in line.arms.items() if place is None or each <= place}
    return Line(line.name, line.levels, arms)


def _places(at: float | str, beyond: float | None, line: Line) -> list[float]:
    measured = [each for each in line.arms if beyond is None or each > beyond]
    if not measured:
        return []
    named = {EVERY: measured, LEAST: measured[:1], MOST: measured[-1:]}
    return named[at] if isinstance(at, str) else [at]


def _compared(
    statement: Statement,
    records: Sequence[TrialFigures],
    line: Line,
    place: float,
    other: Line | None = None,
    there: float | None = None,
) -> Iterator[Finding]:
    """Yield the ratio inside blocks, or the figure itself without a line to compare with."""
    ends = [(line, place)] if other is None or there is None else [(line, place), (other, there)]
    columns, names = _columns(records, statement.metric, ends)
    ours = columns[names[0]]
    if len(names) == 2:
        found, base = versus(columns, *names), columns[names[1]]
    else:
        found, base = level(columns, names[0]), dict.fromkeys(ours, 1.0)
    shared = ours.keys() & base.keys()
    if found is not None:
        yield _finding(statement, line, place, found.ratio(), other, there)
    elif sum(base[block] for block in shared) > 0:
        # A figure that is zero has no logarithm: its average is shown, without an interval.
        average = sum(ours[block] for block in shared) / sum(base[block] for block in shared)
        yield _finding(statement, line, place, Estimate(average, None), other, there)


def _columns(
    records: Sequence[TrialFigures], metric: str, ends: Sequence[tuple[Line, float]]
) -> tuple[Columns, list[str]]:
    """Return the columns of the lines' arms for the model, and those of the places in question.

    The column of a place between two arms stands for both of them, of whose trials it is made.
    """
    columns: dict[str, Mapping[int, float]] = {}
    for line, _ in ends:
        columns.update(columns_along(records, line, metric))
    names: list[str] = []
    stood_for: set[str] = set()
    for line, place in ends:
        name = line.arms.get(place)
        if name is None:
            name = f"{line.name} at {place:g}"
            columns[name] = by_block(records, line, metric, place)
            below = [arm for at, arm in line.arms.items() if at < place]
            above = [arm for at, arm in line.arms.items() if at > place]
            stood_for.update((*below[-1:], *above[:1]))
        names.append(name)
    others = {arm: its for arm, its in columns.items() if arm in names or arm not in stood_for}
    return others, names


def _finding(
    statement: Statement,
    line: Line,
    place: float | None,
    estimate: Estimate,
    other: Line | None = None,
    there: float | None = None,
) -> Finding:
    return Finding(
        line.name,
        place,
        None if other is None else other.name,
        there,
        estimate.value,
        estimate.interval,
        _agreement(statement, estimate.interval),
    )


def _agreement(statement: Statement, interval: Interval | None) -> Agreement:
    if interval is None:
        return Agreement.UNDECIDED
    low, high = wanted(statement)
    if low <= interval.low and interval.high <= high:
        return Agreement.AGREES
    if interval.high < low or interval.low > high:
        return Agreement.DIFFERS
    return Agreement.UNDECIDED


def wanted(statement: Statement) -> tuple[float, float]:
    """Return the least and greatest figure that agree with a statement."""
    least, greatest = statement.value or (1.0, 1.0)
    if statement.relation == BELOW:
        return -math.inf, greatest
    if statement.relation == ABOVE:
        return least, math.inf
    if statement.is_range:
        return least, greatest
    return least / FACTOR, greatest * FACTOR


def _together(findings: Sequence[Finding]) -> Agreement:
    found = {finding.agreement for finding in findings}
    if not found:
        return Agreement.NOT_MEASURED
    if len(found) == 1:
        return found.pop()
    return Agreement.PARTLY if Agreement.AGREES in found else Agreement.UNDECIDED
