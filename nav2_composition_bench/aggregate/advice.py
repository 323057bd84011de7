# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What groupings of nodes into processes are predicted to cost, and how well that holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.node_costs import (
    ALONE,
    TOGETHER,
    Levels,
    PairedCosts,
    TrialCosts,
    pair_costs,
)
from nav2_composition_bench.aggregate.process_cost import CostModel
from nav2_composition_bench.aggregate.refits import Refits, jackknife
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.grouping import partition_of
from nav2_composition_bench.study.node_entry import LOCALIZATION_MANAGER
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.stamped_arms import DEFAULT_BASELINE

LOCALIZATION_NODES = ("map_server", "amcl", LOCALIZATION_MANAGER)
SENSOR_NODES = ("amcl", "controller_server", "planner_server", "collision_monitor")
"""Nodes that receive the laser scan or the depth points, their costmaps included."""

_SHARED_EXECUTOR = frozenset(map(str, Composition)) - {ALONE, *TOGETHER}
"""Compositions without an executor for each node, which are not predicted."""


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

    :param blocks: that hold this arm and those the prediction is made from.
    :param measured: means by metric, in the record's unit.
    :param errors: by metric: predicted / measured - 1, as a fraction.
    """

    arm: str
    partition: Partition
    blocks: int
    measured: Mapping[str, float]
    predicted: Mapping[str, float]
    errors: Mapping[str, Estimate]


@dataclass(frozen=True)
class StudyAdvice:
    """Everything there is to say of one study.

    :param made_from: the two arms that predictions are made from.
    :param only_with: the levels that they share and other arms of the study do not have.
    """

    made_from: tuple[str, str]
    only_with: Levels
    blocks: int
    model: CostModel
    groupings: tuple[Advice, ...]
    checks: tuple[Check, ...]


def advise(
    trials: Sequence[TrialCosts],
    study: str,
    groups: Sequence[Sequence[str]] = (),
    baseline: str = DEFAULT_BASELINE,
) -> StudyAdvice:
    """Predict the usual groupings and one more, from arms that differ by composition only.

    Of several such families of arms the baseline's is taken. Executors other than a composition's
    own are left out.

    :param study: how errors call it.
    :param groups: of the further grouping; none if empty.
    :param baseline: the study's.
    :raises UserError: without the compositions that predictions need, or for groups that are no
        partition of the study's nodes.
    """
    family = _family(trials, baseline)
    mine = [trial for trial in trials if trial.family == family]
    costs = pair_costs(mine, study)
    wanted = usual_groupings(costs.names)
    if groups:
        wanted["yours"] = partition_of(groups, costs.names, "--group")
    refits = Refits.of(costs)
    return StudyAdvice(
        costs.arms,
        tuple(each for each in family if any(each not in trial.family for trial in trials)),
        len(costs.blocks),
        refits.whole,
        tuple(_advice(refits, name, partition) for name, partition in wanted.items()),
        _checks(costs, mine),
    )


def _family(trials: Sequence[TrialCosts], baseline: str) -> Levels:
    """Choose the arms to predict from: the baseline's family, else the first with stock executors.

    Records from before there were executors to choose among tell of none.
    """
    stock = {
        trial.arm: trial.family
        for trial in trials
        if dict(trial.family).get("executor", Executor.STOCK) == Executor.STOCK
    }
    return stock.get(baseline, next(iter(stock.values()), ()))


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


def _advice(refits: Refits, name: str, partition: Partition) -> Advice:
    alone: Partition = tuple((node,) for node in refits.whole.work_cpu_percent)
    costs: dict[str, Estimate] = {}
    savings: dict[str, Estimate] = {}
    for metric in HEADLINE:
        if refits.whole.predict(partition).of(metric) is None:
            continue
        costs[metric] = refits.estimate(partial(_predicted, partition, metric))
        log_ratio = refits.estimate(partial(_log_ratio, partition, alone, metric))
        savings[metric] = log_ratio.transformed(lambda log: 1.0 - math.exp(log))
    return Advice(name, partition, costs, savings)


def _predicted(partition: Partition, metric: str, model: CostModel) -> float:
    value = model.predict(partition).of(metric)
    return math.nan if value is None else value


def _log_ratio(partition: Partition, other: Partition, metric: str, model: CostModel) -> float:
    return _log(_predicted(partition, metric, model) / _predicted(other, metric, model))


def _log(ratio: float) -> float:
    return math.log(ratio) if ratio > 0.0 else math.nan


def _checks(costs: PairedCosts, trials: Sequence[TrialCosts]) -> tuple[Check, ...]:
    """Compare with every arm that has an executor per node and was not used."""
    others = dict.fromkeys(
        trial.arm
        for trial in trials
        if trial.arm not in costs.arms and trial.composition not in _SHARED_EXECUTOR
    )
    found = (_check(costs, [t for t in trials if t.arm == name]) for name in others)
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
        errors[metric] = log_error.transformed(math.expm1)
    return Check(trials[-1].arm, partition, len(by_block), measured, predicted, errors)
