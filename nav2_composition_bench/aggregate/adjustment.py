# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU as it would have been had the machine been as fast in all trials.

Known work, the yardstick, runs beside every trial and between trials. Of arm a in block b, c is the
logarithm of the system's CPU, y that of known work during the trial, z that of known work before
the system started and after it ended:

    c = arm + block + k m + e        m: how slow the machine was; e: everything else
    y = m + influence of the arm + noise
    z = m + noise                    noise: what changed between the trial and its surroundings

An arm influences y: it takes cache and memory bandwidth, and on a busy machine the other thread of
a core. That share must stay in the arm's cost, and nothing but z tells it from the machine's. So

- between arms, CPU is adjusted by z alone, which no arm can influence: c - g z (analysis of
  covariance; Montgomery, Design and Analysis of Experiments, chapter 15). What is unknown about the
  machine during a trial stays in the residuals and so in the intervals;
- inside an arm, y takes the machine out: c - h (y - the arm's mean of y). It tells how well trials
  repeat, and moves no arm's mean;
- arms that are alike, for they differ in parameters alone, are taken to influence y alike, and are
  compared by it: c - h y. Their difference is biased by h times that of their influences; how much
  that may be is in docs/precision.md.

y and z are of the units' system calls alone. CPU goes with these most closely, and random reads may
take ten times as long for a minute while the system's CPU hardly changes (docs/precision.md).

The coefficients are those of least squares inside arms (and blocks, for g), pulled towards what was
found in earlier studies (results/) as if that were a few more degrees of freedom. Whatever g is,
differences between arms are not biased, since the order of trials is random and z is not the arms'
doing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import (
    Estimate,
    Interval,
    standard_error,
    student_interval,
)

Array = NDArray[np.float64]
Pair = tuple[float, Hashable, Hashable]
"""A weight, a cell, and the one that it is compared with."""

PRIOR_FREEDOM = 4.0
"""What the expected coefficients weigh, in degrees of freedom."""
EXPECTED_IDLE_COEFFICIENT = 0.4
"""Far less than one: a reading beside a trial tells only part of what happened during it. What the
studies in results/ tell of both is in docs/precision.md."""
EXPECTED_IN_TRIAL_COEFFICIENT = 0.75
"""System calls vary more with the machine than what a system does on average."""


@dataclass(frozen=True)
class Reading:
    """One valid trial with what the yardstick told.

    :param cell: an arm, or an arm of one of two studies.
    :param block: what trials that saw the same machine have in common.
    :param in_trial_us: that a unit's system calls took while the system ran.
    :param idle_us: the same without a system.
    :param likeness: cells of one likeness influence known work alike; None for a cell that is like
        no other.
    """

    cell: Hashable
    block: int
    cpu_percent: float
    in_trial_us: float
    idle_us: float
    likeness: Hashable = None


@dataclass(frozen=True)
class Coefficient:
    """By what share CPU changes with a share of the yardstick's.

    :param weight: of the data in it, from 0 to 1; the rest is what was expected.
    :param variance: of the part from the data.
    """

    value: float
    weight: float
    variance: float

    def error(self, apart: float) -> float:
        """Return the standard error that it gives a difference of trials that far apart."""
        return abs(self.weight * apart) * math.sqrt(self.variance)


@dataclass(frozen=True)
class _By:
    """What two cells are compared by.

    :param adjusted: ln CPU of each row, adjusted by ``covariate``.
    :param fitted: degrees of freedom that the coefficient was fitted to. Of the one that it has
        taken a contrast misses as large a part as it has of these.
    """

    adjusted: Array
    covariate: Array
    coefficient: Coefficient
    fitted: int


@dataclass(frozen=True)
class Contrast:
    """ln(one cell / another).

    :param freedom: degrees of freedom of ``error``; both None with too few trials.
    :param by_block: block → the same of its two trials; empty where trials are no pairs.
    :param lasting_error: the part of ``error`` that no further trial makes less.
    """

    mean: float
    error: float | None
    freedom: float | None
    by_block: Mapping[int, float] = field(default_factory=dict)
    lasting_error: float = 0.0

    def interval(self, confidence: float = 0.95) -> Interval | None:
        """Return Student's interval of the mean."""
        if self.error is None or self.freedom is None:
            return None
        return student_interval(self.mean, self.error, self.freedom, confidence)

    def estimate(self, confidence: float = 0.95) -> Estimate:
        """Return the mean with its interval."""
        return Estimate(self.mean, self.interval(confidence))


class Adjustment:
    """The adjusted CPU of some trials that are compared with each other inside blocks.

    :param readings: at least one; of one cell and block the last counts.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        by_place = {(one.cell, one.block): one for one in readings}
        self._rows = tuple(by_place.values())
        self._place = {place: row for row, place in enumerate(by_place)}
        self._likeness = {one.cell: one.likeness for one in self._rows}
        self.cells = tuple(self._likeness)
        self._cpu = np.log([one.cpu_percent for one in self._rows])
        self._in_trial = np.log([one.in_trial_us for one in self._rows])
        self._idle = np.log([one.idle_us for one in self._rows])
        its_cells, its_blocks = zip(*((one.cell, one.block) for one in self._rows))
        cells = design_of_levels(its_cells)
        # What the trials of a block share tells nothing of their differences.
        design = design_of_levels(its_cells, its_blocks) if len(self.cells) > 1 else cells
        self.idle = _coefficient(design, self._idle, self._cpu, EXPECTED_IDLE_COEFFICIENT)
        self.in_trial = _coefficient(
            cells, self._in_trial, self._cpu, EXPECTED_IN_TRIAL_COEFFICIENT
        )
        self._adjusted: Array = self._cpu - self.idle.value * (self._idle - self._idle.mean())
        self._in_trial_adjusted: Array = self._cpu - self.in_trial.value * self._in_trial

    def by_block(self, cell: Hashable) -> dict[int, float]:
        """Return block → CPU of a cell adjusted by readings without a system, percent."""
        return {
            block: math.exp(float(self._adjusted[row]))
            for (of, block), row in self._place.items()
            if of == cell
        }

    def repeated(self, cell: Hashable) -> dict[int, float]:
        """Return block → CPU of a cell, adjusted by readings in the trials, percent.

        Over all cells that are alike, and so of one that is like no other, the mean is as adjusted
        by readings without a system. These tell how well trials repeat; no interval of a mean may
        be taken from them.
        """
        rows = self._of(cell)
        if not rows.size:
            return {}
        alike = np.concatenate([self._of(each) for each in self.cells if self.alike(each, cell)])
        level = (self._adjusted[alike] - self._in_trial_adjusted[alike]).mean()
        moved = (self._in_trial_adjusted[rows] + level).tolist()
        return {self._rows[row].block: math.exp(value) for row, value in zip(rows, moved)}

    def alike(self, cell: Hashable, other: Hashable) -> bool:
        """Tell whether two cells with trials are compared by readings in the trials."""
        likeness = self._likeness[cell]
        return cell == other or (likeness is not None and likeness == self._likeness[other])

    @property
    def has_alike(self) -> bool:
        """Whether any two cells are alike."""
        known = [each for each in self._likeness.values() if each is not None]
        return len(set(known)) < len(known)

    def contrast(self, cell: Hashable, base: Hashable) -> Contrast | None:
        """Compare two cells in the blocks that both have; None without one."""
        return self.combined([(1.0, cell, base)])

    def combined(self, pairs: Sequence[Pair]) -> Contrast | None:
        """Add up weighted comparisons in the blocks that have all their cells; None without one.

        By readings in the trials if what the cells influence known work by cancels: of cells that
        are alike the weights add up to nothing.
        """
        blocks, rows = self._shared(pairs)
        if not blocks:
            return None
        by = self._by(self._cancels(pairs))
        weights = np.array([weight for weight, _, _ in pairs])
        differences, aparts = (
            (values[rows[..., 0]] - values[rows[..., 1]]) @ weights
            for values in (by.adjusted, by.covariate)
        )
        mean, count = float(differences.mean()), len(blocks)
        by_block = dict(zip(blocks, differences.tolist()))
        if count < 2:
            return Contrast(mean, None, None, by_block)
        freedom = count - 1 - by.coefficient.weight**2 * min(1.0, (count - 1) / by.fitted)
        spread = float(np.square(differences - mean).sum()) / freedom
        error = by.coefficient.error(float(aparts.mean()))
        return Contrast(mean, math.sqrt(spread / count + error**2), freedom, by_block)

    def influence(self, cell: Hashable, base: Hashable) -> Contrast | None:
        """By how much more a cell than another slows known work's system calls down: ln(1 + share).

        Each block's reading in the trial is set against the reading without a system.
        """
        blocks, rows = self._shared([(1.0, cell, base)])
        if not blocks:
            return None
        grown = self._in_trial - self._idle
        differences = grown[rows[:, 0, 0]] - grown[rows[:, 0, 1]]
        if differences.size < 2:
            return Contrast(float(differences.mean()), None, None)
        return Contrast(
            float(differences.mean()), standard_error(differences), differences.size - 1.0
        )

    def _by(self, in_trials: bool) -> _By:
        in_cells = max(1, len(self._rows) - len(self.cells))
        if in_trials:
            return _By(self._in_trial_adjusted, self._in_trial, self.in_trial, in_cells)
        blocks = len({one.block for one in self._rows})
        return _By(self._adjusted, self._idle, self.idle, max(1, in_cells - blocks + 1))

    def _cancels(self, pairs: Sequence[Pair]) -> bool:
        weights: defaultdict[Hashable, float] = defaultdict(float)
        for weight, *ends in pairs:
            for cell, signed in zip(ends, (weight, -weight)):
                likeness = self._likeness[cell]
                weights[cell if likeness is None else (likeness,)] += signed
        return all(math.isclose(total, 0.0, abs_tol=1e-9) for total in weights.values())

    def _of(self, cell: Hashable) -> NDArray[np.int64]:
        found = [row for row, one in enumerate(self._rows) if one.cell == cell]
        return np.array(found, dtype=np.int64)

    def _shared(self, pairs: Sequence[Pair]) -> tuple[list[int], NDArray[np.int64]]:
        """Return the blocks that have all cells, and the rows of both ends of each pair there."""
        cells = [cell for _, *ends in pairs for cell in ends]
        blocks = [
            block
            for of, block in self._place
            if of == cells[0] and all((cell, block) in self._place for cell in cells)
        ]
        rows = [[self._place[cell, block] for cell in cells] for block in blocks]
        return blocks, np.array(rows, dtype=np.int64).reshape(-1, len(pairs), 2)


def design_of_levels(*factors: Sequence[Hashable]) -> Array:
    """Return the design matrix of factors: one column for each level, with ones in its rows.

    :param factors: of each the level of every row; all are equally long.
    """
    return np.column_stack(
        [
            [1.0 if each == level else 0.0 for each in levels]
            for levels in factors
            for level in dict.fromkeys(levels)
        ]
    )


def residuals(design: Array, values: Array) -> tuple[Array, int]:
    """Return what least squares by a design leave of values, of each column, and its rank."""
    fit, _, rank, _ = np.linalg.lstsq(design, values, rcond=None)
    return values - design @ fit, int(rank)


def _coefficient(design: Array, covariate: Array, response: Array, expected: float) -> Coefficient:
    """Fit response = design + coefficient × covariate, pulled towards what is expected."""
    left, rank = residuals(design, np.column_stack([covariate, response]))
    x, y = left.T
    freedom = covariate.size - rank - 1
    spread = float(x @ x)
    if freedom < 1 or spread <= 1e-12 * covariate.size:
        return Coefficient(expected, 0.0, 0.0)
    slope = float(x @ y) / spread
    residual = float(np.square(y - slope * x).sum()) / freedom
    weight = freedom / (freedom + PRIOR_FREEDOM)
    value = weight * slope + (1 - weight) * expected
    return Coefficient(value, weight, residual / spread)
