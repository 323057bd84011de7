# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What each factor of a study changes, by itself and together with others, inside blocks.

All is about logarithms of cost, so that effects multiply. A *context* is one combination of levels
of all other factors that vary. For a level and the reference level of its factor:

Simple effect
    in a context: ln(cost at the level / cost at the reference level) of each block.
Main effect
    in each block the mean of the simple effects over the contexts that hold both levels.
Interaction
    of two such pairs of levels: in each block the simple effect of the first at the second's level
    less that at the second's reference level, mean over the further factors' contexts that hold
    all four arms.

The mean over the blocks has Student's interval, as savings have: what the trials of a block share
cancels in every one of these. A block counts if it holds every arm that the effect is made of, so
a crossing may lack arms, and blocks may lack trials. After Montgomery, Design and Analysis of
Experiments, chapters 5 (factorial designs) and 4 (blocks).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import Interval, mean_ratio
from nav2_composition_bench.aggregate.samples import (
    baseline_of,
    blocks_of,
    factors_of,
    headline_of,
    levels_of,
    log_ratios,
)
from nav2_composition_bench.trial.record import TrialFigures

UNKNOWN = "unknown"
"""Level of a factor that an arm's records do not tell of."""

Levels = tuple[tuple[str, str], ...]
"""Factor and level, in the order of tables."""

Pairs = tuple[tuple[float, str, str], ...]
"""Sign, arm, reference arm: the logarithms of their ratios are added up with these signs."""


@dataclass(frozen=True)
class Change:
    """A relative change of cost.

    :param fraction: from the geometric mean over the blocks; 0 is no change.
    :param interval: 95 %; None with one block.
    :param log_ratios: one for each block that holds all arms needed.
    """

    fraction: float
    interval: Interval | None
    log_ratios: tuple[float, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the interval excludes zero."""
        return self.interval is not None and not self.interval.contains(0.0)


@dataclass(frozen=True)
class Step:
    """From the reference level of a factor to another one."""

    factor: str
    reference: str
    level: str


@dataclass(frozen=True)
class Effect:
    """What a step changes.

    :param context: the levels of all other factors that vary; None for the mean over contexts.
    :param changes: by metric; without those that no block tells.
    """

    step: Step
    context: Levels | None
    changes: Mapping[str, Change]


@dataclass(frozen=True)
class Interaction:
    """By what factor the change of one step differs once the other is made.

    It is the same the other way round.
    """

    step: Step
    other: Step
    changes: Mapping[str, Change]


class Crossing:
    """The arms of a study as points of a grid of levels, of which some may be missing."""

    def __init__(self, records: Sequence[TrialFigures]) -> None:
        self.factors = factors_of(records)
        self.metrics = headline_of(records)
        self._records = records
        self._arms: dict[Levels, str] = {}
        for arm, levels in levels_of(records).items():
            self._arms.setdefault(self._point(levels), arm)

    def steps(self, factor: str) -> tuple[Step, ...]:
        """Return the steps of a factor from its reference level, the baseline's if it has trials.

        :param factor: one that varies.
        """
        levels = dict.fromkeys(dict(point)[factor] for point in self._arms)
        names = {arm: dict(point)[factor] for point, arm in self._arms.items()}
        reference = names.get(baseline_of(self._records), next(iter(levels)))
        return tuple(Step(factor, reference, level) for level in levels if level != reference)

    def effects(self, factor: str) -> tuple[Effect, ...]:
        """Return each step's simple effects and, if these are several, its main effect.

        :param factor: one that varies.
        """
        found = []
        for step in self.steps(factor):
            pairs = {
                context: pair
                for context in self._contexts(factor)
                if (pair := self._pair(step, context)) is not None
            }
            simple = [
                Effect(step, context, changes)
                for context, pair in pairs.items()
                if (changes := self._changes([pair]))
            ]
            found += simple
            if len(simple) > 1:
                found.append(Effect(step, None, self._changes(list(pairs.values()))))
        return tuple(found)

    def interactions(self) -> tuple[Interaction, ...]:
        """Return those of every two steps of different factors, as far as arms tell."""
        return tuple(
            Interaction(step, other, changes)
            for factor, by in combinations(self.factors, 2)
            for step, other in product(self.steps(factor), self.steps(by))
            if (changes := self._changes(list(self._squares(step, other))))
        )

    def _contexts(self, *without: str) -> tuple[Levels, ...]:
        """Return the combinations of levels of all factors but these."""
        contexts = (
            tuple((factor, level) for factor, level in point if factor not in without)
            for point in self._arms
        )
        return tuple(dict.fromkeys(contexts))

    def _pair(self, step: Step, context: Levels) -> Pairs | None:
        """Return the arms at both ends of a step; None if one is missing."""
        ends = (
            self._arms.get(self._point({**dict(context), step.factor: level}))
            for level in (step.level, step.reference)
        )
        arm, reference = ends
        return None if arm is None or reference is None else ((1.0, arm, reference),)

    def _squares(self, step: Step, other: Step) -> Iterator[Pairs]:
        """Yield the four arms of two steps in each context that holds them."""
        for context in self._contexts(step.factor, other.factor):
            with_other, without = (
                self._pair(step, (*context, (other.factor, level)))
                for level in (other.level, other.reference)
            )
            if with_other is not None and without is not None:
                yield (*with_other, *((-sign, arm, base) for sign, arm, base in without))

    def _point(self, levels: Mapping[str, str]) -> Levels:
        return tuple((factor, levels.get(factor, UNKNOWN)) for factor in self.factors)

    def _changes(self, terms: Sequence[Pairs]) -> dict[str, Change]:
        """Return the mean over the terms by metric, without metrics that no block tells."""
        found = {metric: self._log_ratios(terms, metric) for metric in self.metrics}
        return {metric: _change(logs) for metric, logs in found.items() if logs.size}

    def _log_ratios(self, terms: Sequence[Pairs], metric: str) -> NDArray[np.float64]:
        """Return the mean over the terms in each block that holds all arms of those measured."""
        ratios = [
            [(sign, log_ratios(self._records, arm, base, metric)) for sign, arm, base in pairs]
            for pairs in terms
            if all(self._is_measured(arm, metric) for _, *ends in pairs for arm in ends)
        ]
        known = [ratio for term in ratios for ratio in term]
        needed = [by_block.keys() for _, by_block in known]
        blocks = sorted(set(needed[0]).intersection(*needed[1:])) if needed else []
        if not blocks:
            return np.empty(0)
        logs = [[sign * by_block[block] for block in blocks] for sign, by_block in known]
        total: NDArray[np.float64] = np.sum(logs, axis=0)
        return total / len(ratios)

    def _is_measured(self, arm: str, metric: str) -> bool:
        return any(value > 0 for value in blocks_of(self._records, arm, metric).values)


def _change(log_ratios: NDArray[np.float64]) -> Change:
    fraction, interval = mean_ratio(log_ratios).transformed(lambda ratio: ratio - 1)
    return Change(fraction, interval, tuple(log_ratios.tolist()))
