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

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import Estimate, Interval, mean_ratio
from nav2_composition_bench.aggregate.samples import (
    adjustment_of,
    baseline_of,
    blocks_of,
    factors_of,
    headline_of,
    levels_of,
    log_ratios,
)
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialFigures

UNKNOWN = "unknown"
"""Level of a factor that an arm's records do not tell of."""

Levels = tuple[tuple[str, str], ...]
"""Factor and level, in the order of tables."""

Pairs = tuple[tuple[float, str, str], ...]
"""Weight, arm, reference arm: the logarithms of their ratios are added up with these weights."""


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
        found = {}
        for metric in self.metrics:
            pairs = self._mean_of(terms, metric)
            change = self._adjusted(pairs) if metric == ADJUSTED_CPU else self._of(pairs, metric)
            if change is not None:
                found[metric] = change
        return found

    def _mean_of(self, terms: Sequence[Pairs], metric: str) -> Pairs:
        """Return the pairs of all terms whose arms tell the metric, weighted for their mean."""
        told = [
            pairs
            for pairs in terms
            if all(self._is_measured(arm, metric) for _, *ends in pairs for arm in ends)
        ]
        return tuple((sign / len(told), arm, base) for pairs in told for sign, arm, base in pairs)

    def _of(self, pairs: Pairs, metric: str) -> Change | None:
        """Return the sum over the pairs in each block that holds all arms."""
        known = [log_ratios(self._records, arm, base, metric) for _, arm, base in pairs]
        needed = [by_block.keys() for by_block in known]
        blocks = sorted(set(needed[0]).intersection(*needed[1:])) if needed else []
        if not blocks:
            return None
        logs = [
            [weight * by_block[block] for block in blocks]
            for (weight, _, _), by_block in zip(pairs, known)
        ]
        total: NDArray[np.float64] = np.sum(logs, axis=0)
        return _change(mean_ratio(total), total.tolist())

    def _adjusted(self, pairs: Pairs) -> Change | None:
        """Return the same of adjusted CPU; its interval allows for the adjustment."""
        adjustment = adjustment_of(self._records) if pairs else None
        found = adjustment.combined(pairs) if adjustment else None
        if found is None:
            return None
        return _change(found.estimate().transformed(math.exp), list(found.by_block.values()))

    def _is_measured(self, arm: str, metric: str) -> bool:
        return any(value > 0 for value in blocks_of(self._records, arm, metric).values)


def _change(ratio: Estimate, log_ratios: Sequence[float]) -> Change:
    fraction, interval = ratio.transformed(lambda each: each - 1)
    return Change(fraction, interval, tuple(log_ratios))
