# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""ln(metric) ~ arm + block: every comparison of arms is a contrast of this model.

The trials of a block share the state of the machine, which cancels in a sum of logarithms whose
weights add up to 0. The estimate of such a contrast is the mean of that sum over the blocks that
hold all of its arms, whatever other arms there are.

Its variance is that of the same sum over the blocks, or the pooled one that all arms give by their
residuals, with more degrees of freedom. Arms do not scatter alike, so the pooled one counts only
where the own one lies below what the other arms let expect, and not far below: see
:data:`POOLED_BETWEEN`. That was chosen by simulation, ``test/unit/aggregate/test_model.py``:
intervals cover in 93 to 97 % of studies also where one arm scatters three times as much as the
others, where pooling always covers in 86 %.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import (
    Estimate,
    difference_error,
    satterthwaite_freedom,
    student_interval,
)

POOLED_BETWEEN = (0.05, 0.5)
"""Between which quantiles of the F distribution the own variance lies, over that of what the other
arms leave, for the pooled one to be taken."""
_ROUNDING = 1e-12
"""A smaller difference of logarithms is none."""

Array = NDArray[np.float64]
Columns = Mapping[str, Mapping[int, float]]
"""Arm → block → value of a metric."""


@dataclass(frozen=True)
class Contrast:
    """A weighted sum of the arms' mean logarithms.

    :param error: standard error; None with a single block, as are the degrees of freedom.
    :param by_block: block → the sum in that block; empty for trials that share no blocks.
    """

    value: float
    error: float | None
    freedom: float | None
    by_block: Mapping[int, float] = field(default_factory=dict)

    def ratio(self, confidence: float = 0.95) -> Estimate:
        """Return the geometric mean of the ratio with Student's interval."""
        if self.error is None or self.freedom is None:
            return Estimate(math.exp(self.value), None)
        interval = student_interval(self.value, self.error, self.freedom, confidence)
        return Estimate(self.value, interval).transformed(math.exp)

    def p_value(self, threshold: float = 0.0) -> float:
        """Return the two-sided p-value of the ratio being ``1 + threshold``; 1 with one block."""
        distance = self.value - math.log1p(threshold)
        if self.error is None or self.freedom is None or abs(distance) < _ROUNDING:
            return 1.0
        if self.error == 0.0:
            return 0.0
        from scipy import special  # slow to import

        return 2 * float(special.stdtr(self.freedom, -abs(distance) / self.error))


def contrast(columns: Columns, weights: Mapping[str, float]) -> Contrast | None:
    """Return a contrast of the arms.

    :param weights: arm → weight; they add up to 0.
    :returns: None where no block holds all arms, or one of the values in such a block is not above
        0 and has no logarithm.
    """
    arms = [arm for arm, weight in weights.items() if abs(weight) > 1e-9]  # sums of thirds cancel
    blocks = _shared(columns, arms)
    if not blocks or any(columns[arm][block] <= 0 for arm in arms for block in blocks):
        return None
    sums = _logs(columns, arms, blocks) @ np.array([weights[arm] for arm in arms])
    value, by_block = float(sums.mean()), dict(zip(blocks, sums.tolist()))
    if len(blocks) < 2:
        return Contrast(value, None, None, by_block)
    arms, table_blocks = _table(columns, arms, blocks)
    logs = _logs(columns, arms, table_blocks)
    variance, freedom = _variance(logs, np.array([weights.get(arm, 0.0) for arm in arms]))
    return Contrast(value, math.sqrt(variance / len(blocks)), freedom, by_block)


def versus(columns: Columns, arm: str, base: str) -> Contrast | None:
    """Return ln(arm / base); see :func:`contrast`."""
    return None if arm == base else contrast(columns, {arm: 1.0, base: -1.0})


def level(columns: Columns, arm: str) -> Contrast | None:
    """Return the mean logarithm of an arm, which the differences of blocks are a part of.

    Every arm is taken to scatter alike about its mean, between blocks and inside them.

    :returns: None without a value, or where one is not above 0.
    """
    blocks = _shared(columns, [arm])
    if not blocks or any(columns[arm][block] <= 0 for block in blocks):
        return None
    logs = _logs(columns, [arm], blocks)[:, 0]
    by_block = dict(zip(blocks, logs.tolist()))
    if len(blocks) < 2:
        return Contrast(float(logs.mean()), None, None, by_block)
    arms, table_blocks = _table(columns, [arm], blocks)
    table = _logs(columns, arms, table_blocks)
    count, rows = len(arms), len(table_blocks) - 1
    of_blocks = table.mean(axis=1)
    between = float(np.square(of_blocks - of_blocks.mean()).sum()) / rows
    inside = _residual_squares(table) / (count * rows)
    parts = [(between, rows), (inside, (count - 1) * rows)]
    error = math.sqrt((between + inside) / len(blocks))
    freedom = satterthwaite_freedom(part for part in parts if part[1])
    return Contrast(float(logs.mean()), error, freedom, by_block)


def independent(first: Sequence[float], second: Sequence[float]) -> Contrast | None:
    """Return ln(second / first) of trials that share no blocks; see ``describe.difference_error``.

    :returns: None for a sample without values, or with one that is not above 0.
    """
    if not first or not second or min(*first, *second) <= 0:
        return None
    # equal counts then have logarithms of exactly 0
    old, new = (np.log(np.divide(each, first[0])) for each in (first, second))
    value = float(new.mean() - old.mean())
    if old.size + new.size < 3:
        return Contrast(value, None, None)
    error, freedom = difference_error(old, new)
    return Contrast(value, error, freedom)


def difference(first: Contrast, second: Contrast) -> Contrast:
    """Return the second of two contrasts that share no trial less the first."""
    value = second.value - first.value
    if first.error is None or second.error is None:
        return Contrast(value, None, None)
    assert first.freedom is not None and second.freedom is not None
    parts = [(first.error**2, first.freedom), (second.error**2, second.freedom)]
    return Contrast(value, math.hypot(first.error, second.error), satterthwaite_freedom(parts))


def _shared(columns: Columns, arms: Collection[str]) -> list[int]:
    """Return the blocks that hold all of the arms, ascending."""
    held = [columns.get(arm, {}).keys() for arm in arms]
    return sorted(set(held[0]).intersection(*held[1:])) if held else []


def _table(
    columns: Columns, arms: Sequence[str], blocks: Sequence[int]
) -> tuple[list[str], list[int]]:
    """Return the arms and blocks of the table that gives the variance.

    Every block of it holds every arm. Another arm is taken in if that adds degrees of freedom, be
    there fewer blocks.
    """
    inside, shared = list(arms), set(blocks)
    positive = {
        arm: {block for block in shared & by_block.keys() if by_block[block] > 0}
        for arm, by_block in columns.items()
        if arm not in inside
    }
    for arm in sorted(positive, key=lambda each: -len(positive[each])):
        with_it = shared & positive[arm]
        if len(inside) * (len(with_it) - 1) > (len(inside) - 1) * (len(shared) - 1):
            inside.append(arm)
            shared = with_it
    return inside, sorted(shared)


def _logs(columns: Columns, arms: Sequence[str], blocks: Sequence[int]) -> Array:
    """Return logarithms: a row for each block, a column for each arm."""
    return np.log([[columns[arm][block] for arm in arms] for block in blocks])


def _residual_squares(logs: Array) -> float:
    """Return the sum of the squares that the model leaves."""
    left = logs - logs.mean(axis=0) - logs.mean(axis=1, keepdims=True) + logs.mean()
    return float(np.square(left).sum())


def _variance(logs: Array, weights: Array) -> tuple[float, float]:
    """Return the variance of the weighted sum in one block, and its degrees of freedom."""
    rows, arms = logs.shape[0] - 1, logs.shape[1]
    own, norm = float((logs @ weights).var(ddof=1)), float(weights @ weights)
    if arms == 2:
        return own, rows
    squares = norm * _residual_squares(logs)
    others = (squares - rows * own) / ((arms - 2) * rows)
    if others > 0.0:
        from scipy import special  # slow to import

        least, most = POOLED_BETWEEN
        if least <= special.fdtr(rows, (arms - 2) * rows, own / others) <= most:
            return squares / ((arms - 1) * rows), (arms - 1) * rows
    return own, rows
