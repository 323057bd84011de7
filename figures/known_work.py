# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which part of the yardstick's known work tells most about the CPU of a system."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
from numpy.typing import NDArray

from figures.cells import table
from figures.studies import committed, directory, versions
from nav2_composition_bench.aggregate.adjustment import design_of_levels, residuals
from nav2_composition_bench.aggregate.stored_study import each_record
from nav2_composition_bench.sampling.yardstick_readings import UnitCost
from nav2_composition_bench.trial.record import TrialRecord

Array = NDArray[np.float64]

_PARTS = fields(UnitCost)
_WORDS = {
    "unit_us": "whole units",
    "memory_us": "memory",
    "system_calls_us": "system calls",
    "wake_ups_us": "wake-ups",
    "arithmetic_us": "arithmetic",
}


@dataclass(frozen=True)
class _Trial:
    """What one trial's CPU is set against.

    :param idle: mean of the readings before and after it.
    """

    arm: str
    block: int
    rate_hz: float | None
    cpu_percent: float
    in_trial: UnitCost
    idle: UnitCost


@dataclass(frozen=True)
class _Fit:
    """CPU against one part, in logarithms, over the residuals of all studies.

    :param measured: scatter of CPU as it was measured, a standard deviation.
    :param scatter: of CPU that is left.
    :param of_measured: that of each study over its scatter as measured; geometric mean.
    """

    slope: float
    measured: float
    scatter: float
    of_measured: float


def known_work() -> str:
    """Return how CPU goes with each part of known work in all studies that tell it.

    In the trial: residuals of arms. Without a system: those of arms and blocks.
    """
    fits = {
        part.name: [_fit(part.name, in_blocks) for in_blocks in (False, True)] for part in _PARTS
    }
    inside_arms, in_blocks = (f"{100 * fit.measured:.1f} %" for fit in fits[_PARTS[0].name])
    rows = [["(as measured)", "", inside_arms, "", "", in_blocks, ""]]
    for name, (in_trial, idle) in fits.items():
        rows.append([_WORDS[name], *_cells(in_trial), *_cells(idle)])
    inside, between = ("slope *h*", "scatter inside arms"), ("slope *g*", "of arms' differences")
    ratio = "of measured"
    return table([f"known work{versions(*_studies())}", *inside, ratio, *between, ratio], rows)


def known_work_trials() -> str:
    """Return of how many trials and studies these figures are."""
    return f"{sum(map(len, _studies().values()))} valid trials of {len(_studies())} studies"


def _cells(fit: _Fit) -> tuple[str, str, str]:
    return f"{fit.slope:.2f}", f"{100 * fit.scatter:.1f} %", f"× {fit.of_measured:.2f}"


def _fit(part: str, in_blocks: bool) -> _Fit:
    """Fit CPU by a part."""
    left_over = []
    freedom = 0
    for trials in _studies().values():
        factors: list[Sequence[Hashable]] = [[one.arm for one in trials]]
        if in_blocks:
            factors.append([one.block for one in trials])
        design = design_of_levels(*factors)
        cpu = np.log([one.cpu_percent for one in trials])
        known = np.log([_reading(one, in_blocks, part) for one in trials])
        left, rank = residuals(design, np.column_stack([known, cpu]))
        if len(trials) == rank:
            continue
        freedom += len(trials) - rank
        left_over.append(left.T)
    x, y = (np.concatenate(each) for each in zip(*left_over))
    slope = float(x @ y) / float(x @ x)
    gains = [_norm(cpu - slope * known) / _norm(cpu) for known, cpu in left_over]
    scatter = _norm(y - slope * x) / math.sqrt(freedom - 1)
    measured = _norm(y) / math.sqrt(freedom)
    return _Fit(slope, measured, scatter, math.exp(sum(map(math.log, gains)) / len(gains)))


def _reading(trial: _Trial, in_blocks: bool, part: str) -> float:
    cost = trial.idle if in_blocks else trial.in_trial
    return float(getattr(cost, part))


def _norm(values: Array) -> float:
    return float(np.linalg.norm(values))


@cache
def _studies() -> dict[str, tuple[_Trial, ...]]:
    """Return the trials of each committed study that tells known work's parts."""
    return {name: found for name in committed() if (found := _trials(name))}


def _trials(name: str) -> tuple[_Trial, ...]:
    """Return a study's trials at the yardstick's rate that most have."""
    found = [one for record in each_record(directory(name), []) for one in _told(record)]
    rates = Counter(one.rate_hz for one in found)
    common = rates.most_common(1)[0][0] if rates else None
    by_place = {(one.arm, one.block): one for one in found if one.rate_hz == common}
    return tuple(by_place.values())


def _told(record: TrialRecord) -> Iterator[_Trial]:
    known = record.yardstick
    if not record.valid or not record.cpu_percent or known is None or known.in_trial is None:
        return
    around = [cost for cost in (known.idle_before, known.idle_after) if cost is not None]
    if around:
        idle = UnitCost(
            *(float(np.mean([getattr(cost, part.name) for cost in around])) for part in _PARTS)
        )
        rate_hz = record.yardstick_rate_hz
        yield _Trial(record.arm, record.block, rate_hz, record.cpu_percent, known.in_trial, idle)
