# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From trials of a captured system's placement and of others to what these would save; pure.

A replay has a captured system's messages and work, and not its code. So what an arm takes less in
the replay is taken off what was captured: what both have in common need not be right for that.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.describe import Interval, mean_interval
from nav2_composition_bench.aggregate.samples import FigureTable, blocks_of
from nav2_composition_bench.capturing.arms import CAPTURED
from nav2_composition_bench.capturing.carry_over import (
    PREDICTED_METRICS,
    CarriedOver,
    slower_than_captured,
)
from nav2_composition_bench.capturing.wake_cost import NO_WAKE_COSTS, WakeCosts, wake_costs
from nav2_composition_bench.placing.without_nodes import without_nodes
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT
from nav2_composition_bench.topology.units import outside
from nav2_composition_bench.trial.record import TrialRecord

_WAKES = "voluntary_context_switches_hz"
KEEPS_UP = 0.95
"""Share of the captured placement's messages that an arm must deliver to be set beside it."""


@dataclass(frozen=True)
class Predicted:
    """One figure of one arm.

    :param replayed: mean of its trials, of CPU adjusted for the machine's speed.
    :param value: what the system would take; None where what it took is not known.
    :param saved: share of what the captured placement takes.
    :param interval: of that, at 95 %; None with a single block.
    """

    replayed: float
    value: float | None
    saved: float
    interval: Interval | None


@dataclass(frozen=True)
class ArmPrediction:
    """What an arm would save.

    :param figures: by metric, of those that were measured.
    :param delivered: messages per second, as a share of what the captured placement's replay
        delivers; None where that is not known.
    """

    arm: str
    figures: Mapping[str, Predicted]
    delivered: float | None = None

    @property
    def keeps_up(self) -> bool:
        """Whether it does the same work: what it saves is no saving otherwise."""
        return self.delivered is None or self.delivered >= KEEPS_UP

    @property
    def cpu_saved(self) -> float:
        """Share of the captured placement's CPU; by it arms are ranked."""
        figure = self.figures.get("cpu_percent")
        return float("-inf") if figure is None else figure.saved


@dataclass(frozen=True)
class Outcome:
    """What the trials of a captured topology say.

    :param took: metric → what the captured system took, at the speed of the trials; None where that
        does not carry over to this machine.
    :param found: by arm, the captured one first.
    """

    took: Mapping[str, float | None]
    wakes: WakeCosts
    found: tuple[ArmPrediction, ...]


def outcome_of(topology: Topology, records: Sequence[TrialRecord], carried: CarriedOver) -> Outcome:
    """Return what each arm of the trials would save.

    :param carried: what of the capture holds on the machine of the trials.
    """
    slower = slower_than_captured(records, topology.captured)
    took = dict(carried.took)
    wakes = WakeCosts()
    if took["cpu_percent"] is not None:
        took["cpu_percent"] *= slower
        wakes = wake_costs(topology, records, slower)
    return Outcome(took, wakes, predictions(records, outside(topology), took, wakes.us))


def predictions(
    records: Sequence[TrialRecord],
    apart: Collection[str],
    captured_took: Mapping[str, float | None],
    wake_us: Mapping[int, float] = NO_WAKE_COSTS,
) -> tuple[ArmPrediction, ...]:
    """Return what each arm would save, in the order of the arms.

    :param apart: nodes whose processes do not count.
    :param captured_took: metric → what the system took; None to reckon by the replay alone.
    :param wake_us: block → what a wake-up costs more than in the replay, see :mod:`.wake_cost`.
    """
    counted = (*PREDICTED_METRICS, _WAKES)
    inside = FigureTable(without_nodes(record, apart, counted) for record in records)
    arms = list(dict.fromkeys(record.arm for record in records))
    ordered = [CAPTURED, *(arm for arm in arms if arm != CAPTURED)]
    found = []
    for arm in ordered:
        figures = {
            metric: figure
            for metric in PREDICTED_METRICS
            if (figure := _figure(inside, arm, metric, captured_took.get(metric), wake_us))
            is not None
        }
        if figures:
            found.append(ArmPrediction(arm, figures, _delivered(records, arm)))
    return tuple(found)


def _delivered(records: Sequence[TrialRecord], arm: str) -> float | None:
    ours, base = (
        [
            math.fsum(each.rate_hz for each in record.message_entities.subscriptions)
            for record in records
            if record.valid and record.arm == name and record.message_entities is not None
        ]
        for name in (arm, CAPTURED)
    )
    if not ours or not base or np.mean(base) <= 0:
        return None
    return float(np.mean(ours) / np.mean(base))


def _figure(
    inside: FigureTable,
    arm: str,
    metric: str,
    took_then: float | None,
    wake_us: Mapping[int, float],
) -> Predicted | None:
    """Return a figure of an arm."""
    each_us = wake_us if metric == "cpu_percent" else NO_WAKE_COSTS
    ours, base = (_costs(inside, name, metric, each_us) for name in (arm, CAPTURED))
    shared = sorted(ours.keys() & base.keys())
    less = np.array([base[block] - ours[block] for block in shared])
    whole = took_then or float(np.mean([base[block] for block in shared] or [0.0]))
    if whole <= 0 or not shared:
        return None
    interval = None
    if less.size > 1 and arm != CAPTURED:
        span = mean_interval(less)
        interval = Interval(span.low / whole, span.high / whole, span.confidence)
    mean_less = float(less.mean())
    return Predicted(
        float(blocks_of(inside, arm, metric).array().mean()),
        None if took_then is None else took_then - mean_less,
        mean_less / whole,
        interval,
    )


def _costs(
    inside: FigureTable, arm: str, metric: str, wake_us: Mapping[int, float]
) -> dict[int, float]:
    """Return block → a figure, with what wake-ups cost more than in the replay."""
    found, wakes = (blocks_of(inside, arm, name) for name in (metric, _WAKES))
    woken = dict(zip(wakes.blocks, wakes.values))
    return {
        block: value + wake_us.get(block, 0.0) * woken.get(block, 0.0) / US_PER_S_AND_PERCENT
        for block, value in zip(found.blocks, found.values)
    }


def cheapest(
    predicted: Sequence[ArmPrediction], allowed: Collection[str], number: int = 3
) -> tuple[ArmPrediction, ...]:
    """Return the arms that take least CPU, of those that are allowed and keep up."""
    ranked = sorted(predicted, key=lambda each: each.cpu_saved, reverse=True)
    return tuple(each for each in ranked if each.arm in allowed and each.keeps_up)[:number]
