# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What groupings of nodes into processes are predicted to cost, and how well that holds."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy import stats

from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.node_costs import PairedCosts, TrialCosts, pair_costs
from nav2_composition_bench.aggregate.process_cost import CostModel, fit
from nav2_composition_bench.aggregate.samples import BASELINE_COMPOSITION
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.grouping import Partition, partition_of
from nav2_composition_bench.study.node_table import LOCALIZATION_MANAGER

LOCALIZATION_NODES = ("map_server", "amcl", LOCALIZATION_MANAGER)
SENSOR_NODES = ("amcl", "controller_server", "planner_server", "collision_monitor")
"""Nodes that receive the laser scan or the depth points, their costmaps included."""

MOST_REFITS = 100
"""Blocks of a longer study are left out several at a time."""

_SHARED_EXECUTOR = Composition.MULTI_THREADED.value


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval; None with a single block.

    The interval is of chance in the trials. That the model is one is not in it.
    """

    value: float
    interval: Interval | None


@dataclass(frozen=True)
class Advice:
    """What one grouping is predicted to cost.

    :param costs: by metric, in the record's unit; without those that were not measured.
    :param savings: by metric, 1 - grouping / every node alone, as a fraction.
    """

    name: str
    partition: Partition
    costs: Mapping[str, Estimate]
    savings: Mapping[str, Estimate]


@dataclass(frozen=True)
class Check:
    """A prediction beside a measurement that was not used to make it.

    :param blocks: that hold this composition and those the prediction is made from.
    :param measured: means by metric, in the record's unit.
    :param errors: by metric: predicted / measured - 1, as a fraction.
    """

    composition: str
    partition: Partition
    blocks: int
    measured: Mapping[str, float]
    predicted: Mapping[str, float]
    errors: Mapping[str, Estimate]


@dataclass(frozen=True)
class StudyAdvice:
    """Everything there is to say of one study.

    :param made_from: the two compositions that predictions are made from.
    """

    made_from: tuple[str, str]
    blocks: int
    model: CostModel
    groupings: tuple[Advice, ...]
    checks: tuple[Check, ...]


@dataclass(frozen=True)
class Refits:
    """The model of all blocks, and those of the blocks without some of them.

    :param left: the blocks that each model of ``without`` is made from.
    """

    whole: CostModel
    without: tuple[CostModel, ...]
    left: tuple[tuple[int, ...], ...]

    @staticmethod
    def of(costs: PairedCosts) -> Refits:
        """Fit the model with each block left out, or each of ``MOST_REFITS`` runs of blocks."""
        parts = np.array_split(np.array(costs.blocks), min(MOST_REFITS, len(costs.blocks)))
        left = [tuple(b for b in costs.blocks if b not in set(part.tolist())) for part in parts]
        left = [blocks for blocks in left if blocks]
        return Refits(fit(costs), tuple(fit(costs.only(b)) for b in left), tuple(left))

    def estimate(self, figure: Callable[[CostModel], float]) -> Estimate:
        """Return a figure of the model with its interval."""
        return jackknife(figure(self.whole), [figure(model) for model in self.without])


def advise(
    trials: Sequence[TrialCosts], study: str, groups: Sequence[Sequence[str]] = ()
) -> StudyAdvice:
    """Predict the usual groupings and one more.

    :param study: how errors call it.
    :param groups: of the further grouping; none if empty.
    :raises UserError: without the compositions that predictions need, or for groups that are no
        partition of the study's nodes.
    """
    costs = pair_costs(trials, study)
    wanted = usual_groupings(costs.names)
    if groups:
        wanted["yours"] = partition_of(groups, costs.names, "--group")
    refits = Refits.of(costs)
    return StudyAdvice(
        (BASELINE_COMPOSITION, costs.together),
        len(costs.blocks),
        refits.whole,
        tuple(_advice(refits, name, partition) for name, partition in wanted.items()),
        _checks(costs, trials),
    )


def usual_groupings(names: Sequence[str]) -> dict[str, Partition]:
    """Return the groupings people ask for, as far as the nodes are there; each but once."""
    localization = [name for name in names if name in LOCALIZATION_NODES]
    navigation = [name for name in names if name not in LOCALIZATION_NODES]
    sensors = [name for name in names if name in SENSOR_NODES]
    candidates: dict[str, list[list[str]]] = {
        "all separate": [],
        "sensor nodes together": [sensors],
        "localization / navigation": [localization, navigation],
        "all in one": [list(names)],
    }
    found: dict[str, Partition] = {}
    for name, groups in candidates.items():
        if not all(groups):
            continue
        partition = partition_of(groups, names, name)
        if partition not in found.values():
            found[name] = partition
    return found


def jackknife(value: float, left_out: Sequence[float], confidence: float = 0.95) -> Estimate:
    """Return a figure with the jackknife's interval.

    Student's t with one degree of freedom less than there are parts left out (Efron and
    Tibshirani, An Introduction to the Bootstrap, 1993, chapter 11). Blocks are left out whole:
    what its trials have in common must not count as chance.

    :param left_out: the figure with each part of the blocks left out.
    """
    count = len(left_out)
    if count < 2 or not math.isfinite(value) or not np.isfinite(left_out).all():
        return Estimate(value, None)
    squares = float(((np.array(left_out) - np.mean(left_out)) ** 2).sum())
    error = math.sqrt((count - 1) / count * squares)
    half = float(stats.t.ppf(0.5 + confidence / 2, count - 1)) * error
    return Estimate(value, Interval(value - half, value + half, confidence))


def _advice(refits: Refits, name: str, partition: Partition) -> Advice:
    alone: Partition = tuple((node,) for node in refits.whole.work_cpu_percent)
    costs: dict[str, Estimate] = {}
    savings: dict[str, Estimate] = {}
    for metric in HEADLINE:
        if refits.whole.predict(partition).of(metric) is None:
            continue
        costs[metric] = refits.estimate(partial(_predicted, partition, metric))
        savings[metric] = _back(
            refits.estimate(partial(_log_ratio, partition, alone, metric)),
            lambda log_ratio: 1.0 - math.exp(log_ratio),
        )
    return Advice(name, partition, costs, savings)


def _predicted(partition: Partition, metric: str, model: CostModel) -> float:
    value = model.predict(partition).of(metric)
    return math.nan if value is None else value


def _log_ratio(partition: Partition, other: Partition, metric: str, model: CostModel) -> float:
    return _log(_predicted(partition, metric, model) / _predicted(other, metric, model))


def _log(ratio: float) -> float:
    return math.log(ratio) if ratio > 0.0 else math.nan


def _checks(costs: PairedCosts, trials: Sequence[TrialCosts]) -> tuple[Check, ...]:
    """Compare with every composition that has an executor per node and was not used."""
    used = (BASELINE_COMPOSITION, costs.together, _SHARED_EXECUTOR)
    others = dict.fromkeys(t.composition for t in trials if t.composition not in used)
    found = (_check(costs, [t for t in trials if t.composition == name]) for name in others)
    return tuple(check for check in found if check is not None)


def _check(costs: PairedCosts, trials: Sequence[TrialCosts]) -> Check | None:
    """Compare in the blocks that hold both; None for other nodes, or without such a block."""
    partition = trials[-1].partition
    by_block = {
        t.block: t for t in trials if set(t.partition) == set(partition) and t.block in costs.blocks
    }
    if not by_block or sorted(n for part in partition for n in part) != sorted(costs.names):
        return None
    refits = Refits.of(costs.only(by_block))
    measured, predicted, errors = {}, {}, {}
    for metric in HEADLINE:
        values = {block: getattr(trial, metric) for block, trial in by_block.items()}
        if None in values.values() or refits.whole.predict(partition).of(metric) is None:
            continue
        measured[metric] = float(np.mean(list(values.values())))
        predicted[metric] = _predicted(partition, metric, refits.whole)
        without = [
            _log(_predicted(partition, metric, model) / float(np.mean([values[b] for b in left])))
            for model, left in zip(refits.without, refits.left)
        ]
        log_error = jackknife(_log(predicted[metric] / measured[metric]), without)
        errors[metric] = _back(log_error, lambda log_ratio: math.exp(log_ratio) - 1.0)
    return Check(trials[-1].composition, partition, len(by_block), measured, predicted, errors)


def _back(logarithm: Estimate, back: Callable[[float], float]) -> Estimate:
    """Carry an estimate of a logarithm of a ratio back."""
    interval = logarithm.interval
    if interval is None:
        return Estimate(back(logarithm.value), None)
    ends = sorted((back(interval.low), back(interval.high)))
    return Estimate(back(logarithm.value), Interval(ends[0], ends[1], interval.confidence))
