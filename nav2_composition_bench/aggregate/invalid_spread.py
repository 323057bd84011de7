# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether throwing trials away has favoured an arm."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Description, describe
from nav2_composition_bench.aggregate.samples import arms_of, baseline_of
from nav2_composition_bench.trial.record import TrialFigures

SIGNIFICANCE = 0.05
_MAX_TABLES = 20_000
"""Of more possible tables so many are drawn at random instead."""


@dataclass(frozen=True)
class ArmValidity:
    """The trials of one arm.

    :param cpu: of the valid trials, percent; None without any.
    :param cpu_of_all: with those invalid ones of which a part was steady and so measured.
    :param saved: against the baseline, from the means of the valid trials.
    :param saved_of_all: the same with invalid ones.
    :param unmeasured: invalid trials without a figure.
    """

    arm: str
    trials: int
    invalid: int
    unmeasured: int
    cpu: Description | None
    cpu_of_all: Description | None
    saved: float | None
    saved_of_all: float | None


@dataclass(frozen=True)
class InvalidSpread:
    """How the invalid trials are spread over the arms.

    :param p_value: chance of a spread as unlikely as this one or more so, were every trial as
        likely to be invalid; see ``spread_p_value``.
    """

    arms: tuple[ArmValidity, ...]
    p_value: float

    @property
    def is_uneven(self) -> bool:
        """True at the 5 % level."""
        return self.p_value < SIGNIFICANCE


def invalid_spread(records: Sequence[TrialFigures]) -> InvalidSpread | None:
    """Judge the invalid trials of a study; None if there are none, or there is one arm only."""
    names = arms_of(records)
    invalid = [sum(not r.valid for r in records if r.arm == name) for name in names]
    if len(names) < 2 or not any(invalid):
        return None
    trials = [sum(record.arm == name for record in records) for name in names]
    baseline = baseline_of(records)
    means = {
        name: tuple(_cpu(records, name, only_valid=only) for only in (True, False))
        for name in names
    }
    arms = tuple(
        ArmValidity(
            name,
            total,
            bad,
            sum(not r.valid and r.cpu_percent is None for r in records if r.arm == name),
            means[name][0],
            means[name][1],
            _saved(means, name, baseline, 0),
            _saved(means, name, baseline, 1),
        )
        for name, total, bad in zip(names, trials, invalid)
    )
    blocks = [len({record.block for record in records if record.arm == name}) for name in names]
    return InvalidSpread(arms, spread_p_value(blocks, invalid))


def spread_p_value(blocks: Sequence[int], invalid: Sequence[int]) -> float:
    """Return the exact p-value of so many invalid trials of each arm in so many blocks.

    An arm is tried in each block until its trial is valid, so the number of blocks is given and
    that of trials is not, as in Fisher's exact test. The invalid trials of an arm have a negative
    binomial distribution then. Given their sum, all ways to place them in the blocks of all arms
    are equally likely; an arm with n blocks can take x of them in C(n + x - 1, x) ways.

    Where too many tables have that sum, some are drawn at random instead, always the same ones.
    """
    total = sum(invalid)

    def ways(table: Sequence[int]) -> int:
        return math.prod(math.comb(n + x - 1, x) for n, x in zip(blocks, table))

    seen = ways(invalid)
    if math.comb(total + len(blocks) - 1, len(blocks) - 1) <= _MAX_TABLES:
        rare = sum(each for each in map(ways, _tables(len(blocks), total)) if each <= seen)
        return rare / math.comb(sum(blocks) + total - 1, total)
    generator = np.random.default_rng(1)
    # A multinomial whose shares are drawn so takes each table in proportion to its ways.
    drawn = generator.multinomial(total, generator.dirichlet(list(blocks), size=_MAX_TABLES))
    return (1 + sum(ways(each) <= seen for each in drawn.tolist())) / (1 + _MAX_TABLES)


def _tables(arms: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to spread so many invalid trials over so many arms."""
    if arms == 1:
        yield (total,)
        return
    for here in range(total + 1):
        for rest in _tables(arms - 1, total - here):
            yield (here, *rest)


def _cpu(records: Sequence[TrialFigures], arm: str, *, only_valid: bool) -> Description | None:
    return describe(
        [
            record.cpu_percent
            for record in records
            if record.arm == arm
            and record.cpu_percent is not None
            and (record.valid or not only_valid)
        ]
    )


def _saved(
    means: dict[str, tuple[Description | None, ...]], arm: str, baseline: str, which: int
) -> float | None:
    ours = means[arm][which]
    base = means[baseline][which] if baseline in means else None
    if arm == baseline or ours is None or base is None or base.mean <= 0:
        return None
    return 1 - ours.mean / base.mean
