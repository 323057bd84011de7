# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What placements are predicted to cost from other arms of a study, and how well that holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np

from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.trial_costs import Levels, TrialCosts
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.placing.paired_costs import PairedCosts, pair_costs
from nav2_composition_bench.placing.process_cost import CostModel
from nav2_composition_bench.placing.refits import Refits, jackknife
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.node_entry import LOCALIZATION_MANAGER
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MULTI_PROCESS,
    STOCK,
    Placement,
    one_each,
    refuse_other_nodes,
)
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.stamped_arms import baseline_of_stamp, placements_of_stamp

LOCALIZATION_NODES = ("map_server", "amcl", LOCALIZATION_MANAGER)
SENSOR_NODES = ("amcl", "controller_server", "planner_server", "collision_monitor")
"""Nodes that receive the laser scan or the depth points, their costmaps included."""


@dataclass(frozen=True)
class Advice:
    """What one placement is predicted to cost.

    :param partition: the nodes of its processes.
    :param costs: by metric, in the record's unit; without those that were not measured.
    :param savings: by metric, 1 - placement / every node alone, as a fraction.
    """

    placement: Placement
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
    placements: tuple[Advice, ...]
    checks: tuple[Check, ...]


def advise(
    trials: Sequence[TrialCosts],
    study: str,
    stamp: Mapping[str, Any] = MappingProxyType({}),
    placements: Sequence[Placement] = (),
) -> StudyAdvice:
    """Predict the usual placements and others, from arms that differ by composition only.

    Of several such families of arms the baseline's is taken. Executors other than a composition's
    own are left out.

    :param study: how errors call it.
    :param stamp: content of its ``study.json``.
    :param placements: the others.
    :raises UserError: without the compositions that predictions need, or for a placement of other
        nodes than the study's, or of executors that several nodes share.
    """
    family = _family(trials, baseline_of_stamp(stamp))
    mine = [trial for trial in trials if trial.family == family]
    costs = pair_costs(mine, study)
    for placement in placements:
        where = f"placement '{placement}'"
        refuse_other_nodes(placement, costs.names, where)
        if _shares_executors(placement, costs.names):
            raise UserError(
                f"{where}: advice is for an executor for each node, on any core; write | between"
                " the nodes of a process"
            )
    refits = Refits.of(costs)
    wanted = (*usual_placements(costs.names), *placements)
    return StudyAdvice(
        costs.arms,
        tuple(each for each in family if any(each not in trial.family for trial in trials)),
        len(costs.blocks),
        refits.whole,
        tuple(_advice(refits, placement, placement.partition(costs.names)) for placement in wanted),
        _checks(costs, mine, placements_of_stamp(stamp)),
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


def _shares_executors(placement: Placement, names: Sequence[str]) -> bool:
    return any(not process.per_node for process in placement.shared(names))


def usual_placements(names: Sequence[str]) -> tuple[Placement, ...]:
    """Return the placements people ask for, as far as the nodes are there; each but once."""
    localization = [name for name in names if name in LOCALIZATION_NODES]
    navigation = [name for name in names if name not in LOCALIZATION_NODES]
    sensors = [name for name in names if name in SENSOR_NODES]
    candidates = [MULTI_PROCESS, one_each("sensors", [sensors])]
    if localization and navigation:
        candidates.append(one_each("localization_navigation", [localization, navigation]))
    found: dict[Partition, Placement] = {}
    for placement in (*candidates, ISOLATED):
        found.setdefault(placement.partition(names), placement)
    return tuple(found.values())


def _advice(refits: Refits, placement: Placement, partition: Partition) -> Advice:
    alone: Partition = tuple((node,) for node in refits.whole.work_cpu_percent)
    costs: dict[str, Estimate] = {}
    savings: dict[str, Estimate] = {}
    for metric in HEADLINE:
        if refits.whole.predict(partition).of(metric) is None:
            continue
        costs[metric] = refits.estimate(partial(_predicted, partition, metric))
        log_ratio = refits.estimate(partial(_log_ratio, partition, alone, metric))
        savings[metric] = log_ratio.transformed(lambda log: 1.0 - math.exp(log))
    return Advice(placement, partition, costs, savings)


def _predicted(partition: Partition, metric: str, model: CostModel) -> float:
    value = model.predict(partition).of(metric)
    return math.nan if value is None else value


def _log_ratio(partition: Partition, other: Partition, metric: str, model: CostModel) -> float:
    return _log(_predicted(partition, metric, model) / _predicted(other, metric, model))


def _log(ratio: float) -> float:
    return math.log(ratio) if ratio > 0.0 else math.nan


def _checks(
    costs: PairedCosts, trials: Sequence[TrialCosts], placed: Mapping[str, Placement]
) -> tuple[Check, ...]:
    """Compare with every arm that has an executor per node and was not used.

    :param placed: arm → its placement, as far as it is known.
    """

    def is_compared(trial: TrialCosts) -> bool:
        placement = placed.get(trial.arm, STOCK.get(trial.composition))
        return placement is None or not _shares_executors(placement, costs.names)

    others = dict.fromkeys(
        trial.arm for trial in trials if trial.arm not in costs.arms and is_compared(trial)
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
