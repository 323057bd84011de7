# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a study bears out what was published of the same curve, by intervals."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.axis import Axis, Line
from nav2_composition_bench.aggregate.curves import by_block, fit_line, spread_along
from nav2_composition_bench.aggregate.describe import (
    Estimate,
    Interval,
    pooled_variance,
    student_interval,
)
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
    """Say whether a study agrees with a statement.

    A ratio, ordering or level is the geometric mean over blocks with Student's interval of the mean
    logarithm, whose spread is taken as equal along the lines; a slope is that of least squares. Of
    a value, the study agrees if the whole interval lies within :data:`FACTOR` of it, and differs if
    none of it does; of an ordering, if the interval of the ratio lies on that side of one, or the
    other. Else, with a single block, and where a figure is zero in a block, it is undecided.

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

    def pairs(at: float, against_at: float | None) -> list[tuple[float, float]]:
        ours = by_block(records, line, statement.metric, at)
        if other is None or against_at is None:
            return [(value, 1.0) for value in ours.values()]
        theirs = by_block(records, other, statement.metric, against_at)
        return [(ours[block], theirs[block]) for block in ours if block in theirs]

    measured = pairs(place, there)
    here = _logs(measured)
    if not here:
        # A figure that is zero has no logarithm: what it is on average is told, and no interval.
        theirs = math.fsum(second for _, second in measured)
        if theirs > 0:
            average = Estimate(math.fsum(first for first, _ in measured) / theirs, None)
            yield _finding(statement, line, place, average, other, there)
        return
    if other is None:
        variance, freedom = _spread_of_levels(records, line, statement.metric)
    elif other == line:
        first = min(line.arms)
        from_first = [_logs(pairs(each, first)) for each in line.arms if each != first]
        own = _spread_inside(records, line, statement.metric)
        variance, freedom = own or pooled_variance(filter(None, from_first))
    else:
        everywhere = [_logs(pairs(each, each)) for each in line.arms]
        variance, freedom = pooled_variance(filter(None, everywhere))
    mean = math.fsum(here) / len(here)
    interval = None
    if freedom:
        interval = student_interval(mean, math.sqrt(variance / len(here)), freedom)
    found = Estimate(mean, interval).transformed(math.exp)
    yield _finding(statement, line, place, found, other, there)


def _logs(pairs: Sequence[tuple[float, float]]) -> list[float]:
    """Return the logarithms of the ratios; none where a figure is zero in one of the blocks."""
    if any(first <= 0 or second <= 0 for first, second in pairs):
        return []
    return [math.log(first / second) for first, second in pairs]


def _spread_of_levels(
    records: Sequence[TrialFigures], line: Line, metric: str
) -> tuple[float, float]:
    """Return the variance of a figure's logarithm at a place, and its degrees of freedom."""
    places = (by_block(records, line, metric, place) for place in line.arms)
    told = [each for each in places if min(each.values(), default=0.0) > 0]
    return spread_along(
        [{block: math.log(value) for block, value in each.items()} for each in told]
    )


def _spread_inside(
    records: Sequence[TrialFigures], line: Line, metric: str
) -> tuple[float, int] | None:
    """Return the variance of the ratio of two places in a block, and its degrees of freedom.

    Ratios to one place share what that place scattered, so they are not pooled: the residuals are
    those about the means of places and blocks. None where a place lacks a block or is zero in one.
    """
    places = [by_block(records, line, metric, place) for place in line.arms]
    if any(
        each.keys() != places[0].keys() or min(each.values(), default=0.0) <= 0 for each in places
    ):
        return None
    logs = np.log([[each[block] for block in places[0]] for each in places])
    freedom = (logs.shape[0] - 1) * (logs.shape[1] - 1)
    left = logs - logs.mean(axis=0) - logs.mean(axis=1, keepdims=True) + logs.mean()
    return (2 * float(np.square(left).sum()) / freedom if freedom else 0.0), freedom


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
