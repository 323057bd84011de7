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

Each is a contrast of :mod:`~nav2_composition_bench.aggregate.model`. A crossing may lack arms, and
blocks may lack trials. After Montgomery, Design and Analysis of Experiments, chapters 5
(factorial designs) and 4 (blocks).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from nav2_composition_bench.aggregate.model import Contrast, contrast
from nav2_composition_bench.aggregate.samples import (
    baseline_of,
    columns_of,
    factors_of,
    levels_of,
)
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.trial.record import TrialFigures

UNKNOWN = "unknown"
"""Level of a factor that an arm's records do not tell of."""

Levels = tuple[tuple[str, str], ...]
"""Factor and level, in the order of tables."""

Pairs = tuple[tuple[float, str, str], ...]
"""Weight, arm, reference arm: the logarithms of their ratios are added up with these weights."""


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
    :param changes: metric → ln(cost / reference); without metrics that no block holds of all arms.
    """

    step: Step
    context: Levels | None
    changes: Mapping[str, Contrast]


@dataclass(frozen=True)
class Interaction:
    """By what factor the change of one step differs once the other is made.

    It is the same the other way round.
    """

    step: Step
    other: Step
    changes: Mapping[str, Contrast]


class Crossing:
    """The arms of a study as points of a grid of levels, of which some may be missing."""

    def __init__(self, records: Sequence[TrialFigures]) -> None:
        self.factors = factors_of(records)
        self.metrics = HEADLINE
        self._baseline = baseline_of(records)
        self._columns = {metric: columns_of(records, metric) for metric in self.metrics}
        self._arms: dict[Levels, str] = {}
        for arm, levels in levels_of(records).items():
            self._arms.setdefault(self._point(levels), arm)

    def steps(self, factor: str) -> tuple[Step, ...]:
        """Return the steps of a factor from its reference level, the baseline's if it has trials.

        :param factor: one that varies.
        """
        levels = dict.fromkeys(dict(point)[factor] for point in self._arms)
        names = {arm: dict(point)[factor] for point, arm in self._arms.items()}
        reference = names.get(self._baseline, next(iter(levels)))
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

    def _changes(self, terms: Sequence[Pairs]) -> dict[str, Contrast]:
        """Return the mean over the terms by metric, without metrics that no block holds."""
        found = {}
        for metric, columns in self._columns.items():
            measured = [
                pairs
                for pairs in terms
                if all(columns.get(arm) for _, *ends in pairs for arm in ends)
            ]
            weights: defaultdict[str, float] = defaultdict(float)
            for weight, arm, base in (pair for pairs in measured for pair in pairs):
                weights[arm] += weight / len(measured)
                weights[base] -= weight / len(measured)
            if (change := contrast(columns, weights)) is not None:
                found[metric] = change
        return found
