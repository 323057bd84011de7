# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What studies of the same on one machine, hours apart, say of each other: that nothing differs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from figures.cells import table
from figures.precision_tables import slope_inside
from figures.studies import committed, study, versions
from nav2_composition_bench.aggregate.adjustment import Reading
from nav2_composition_bench.aggregate.comparable import differences, forbidden
from nav2_composition_bench.aggregate.gate import GateOutcome, gate
from nav2_composition_bench.aggregate.interleaved import interleaved_values, judge, tells_speed
from nav2_composition_bench.aggregate.regression import DEFAULT_THRESHOLDS
from nav2_composition_bench.aggregate.samples import arms_of, speed_readings
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.metrics import ADJUSTED_CPU

_LIMIT = DEFAULT_THRESHOLDS["cpu_percent"]
_WAYS = {
    "as measured": ("cpu_percent", False),
    "adjusted by readings in the trials": (ADJUSTED_CPU, True),
    "adjusted by readings around them": (ADJUSTED_CPU, False),
}
_READINGS = {"in_trial": "in_trial_us", "around": "idle_us"}
_Pair = tuple[StoredStudy, StoredStudy, str]


@dataclass(frozen=True)
class _Judged:
    """What a comparison says where nothing has changed."""

    log_ratio: float
    covers: bool
    is_rise: bool


def between_studies() -> str:
    """Return how well arms of two studies are told to be the same, by each way to compare them."""
    rows = []
    for words, way in _WAYS.items():
        found = [one for pair in _pairs() if (one := _judged(pair, *way)) is not None]
        apart = math.sqrt(np.mean([one.log_ratio**2 for one in found]))
        covered, rises = (
            f"{100 * np.mean(said):.0f} %"
            for said in ([one.covers for one in found], [one.is_rise for one in found])
        )
        rows.append([words, f"{100 * apart:.0f} %", covered, rises])
    return table(
        [
            f"CPU{versions(*_names())}",
            "differs by",
            "intervals that hold no change",
            f"rises of {100 * _LIMIT:.0f} %",
        ],
        rows,
    )


def between_studies_pairs() -> str:
    """Return of how many comparisons these figures are."""
    return f"{len(_pairs()) // 2} pairs of arms of {len(_names())} studies"


def _names() -> set[str]:
    return {one.name for first, second, _ in _pairs() for one in (first, second)}


def between_studies_slope(which: str) -> str:
    """Return how CPU goes with known work's system calls from one study to another.

    By least squares over the means of an arm's trials in all studies of one group.

    :param which: readings ``in_trial`` or ``around`` the trials.
    """
    left = []
    for members in _groups():
        known, cpu = (
            np.array(
                [np.mean(np.log([getattr(one, name) for one in trials])) for trials in members]
            )
            for name in (_READINGS[which], "cpu_percent")
        )
        left.append((known - known.mean(), cpu - cpu.mean()))
    slope, error, _ = slope_inside(left)
    return f"{slope:.2f} ± {error:.2f}"


def _groups() -> Iterator[list[list[Reading]]]:
    """Yield the trials of one arm in each study that is of the same as the first."""
    joined: list[tuple[str, list[StoredStudy]]] = []
    for first, second, arm in _pairs():
        for name, members in joined:
            if name == arm and (first in members or second in members):
                members += [one for one in (first, second) if one not in members]
                break
        else:
            joined.append((arm, [first, second]))
    for arm, members in joined:
        yield [[one for one in speed_readings(each.records) if one.cell == arm] for each in members]


@cache
def _pairs() -> tuple[_Pair, ...]:
    """Return the arms that two committed studies of one machine have in common, in both orders."""
    found = []
    for _, names in itertools.groupby(committed(), lambda name: name.partition("/")[0]):
        studies = [study(name) for name in names]
        for first, second in itertools.combinations(studies, 2):
            for arm in _same(first, second):
                found += [(first, second, arm), (second, first, arm)]
    return tuple(found)


def _same(first: StoredStudy, second: StoredStudy) -> Iterator[str]:
    unlike = forbidden(differences(first.stamp, second.stamp), ("commit", "protocol"))
    if any(each.field != "study.goals" for each in unlike):  # which more laps differ in
        return
    for arm in arms_of(first.records):
        pair = first.records, second.records, arm
        if (
            arm in arms_of(second.records)
            and tells_speed(*pair)
            and interleaved_values(*pair, "cpu_percent") is None
        ):
            yield arm


def _judged(pair: _Pair, metric: str, are_alike: bool) -> _Judged | None:
    first, second, arm = pair
    verdict = judge(first.records, second.records, arm, metric, margin=_LIMIT, are_alike=are_alike)
    if verdict.change is None or verdict.interval is None:
        return None
    return _Judged(
        math.log1p(verdict.change),
        verdict.interval.contains(0.0),
        gate(verdict).outcome is GateOutcome.REGRESSION,
    )
