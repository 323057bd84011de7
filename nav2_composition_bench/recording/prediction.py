# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From trials of a recorded system's arrangement and of others to what these would save; pure.

A replay has a recorded system's messages and work, and not its code. So what an arm takes less in
the replay is taken off what was recorded: what both have in common need not be right for that.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.adjustment import EXPECTED_IN_TRIAL_COEFFICIENT
from nav2_composition_bench.aggregate.describe import Interval, mean_interval
from nav2_composition_bench.aggregate.samples import FigureTable, blocks_of, cpu_metric_of
from nav2_composition_bench.recording.arms import RECORDED
from nav2_composition_bench.recording.wake_cost import NO_WAKE_COSTS
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT
from nav2_composition_bench.topology.recorded import Recorded
from nav2_composition_bench.trial.record import TrialRecord

METRICS = ("cpu_percent", "pss_bytes")
_WAKES = "voluntary_context_switches_hz"
KEEPS_UP = 0.95
"""Share of the recorded arrangement's messages that an arm must deliver to be set beside it."""


@dataclass(frozen=True)
class Predicted:
    """One figure of one arm.

    :param replayed: mean of its trials, of CPU adjusted for the machine's speed.
    :param value: what the system would take; None where what it took is not known.
    :param saved: share of what the recorded arrangement takes.
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
    :param delivered: messages per second, as a share of what the recorded arrangement's replay
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
        """Share of the recorded arrangement's CPU; by it arms are ranked."""
        figure = self.figures.get("cpu_percent")
        return float("-inf") if figure is None else figure.saved


def took(recorded: Recorded | None, metric: str) -> float | None:
    """Return what the recorded system took; None where it is not known of some process."""
    if recorded is None or not recorded.processes:
        return None
    its = [getattr(process, metric) for process in recorded.processes]
    known = [float(each) for each in its if each is not None]
    return sum(known) if len(known) == len(its) else None


def predictions(
    records: Sequence[TrialRecord],
    outside: Collection[str],
    recorded_took: Mapping[str, float | None],
    wake_us: Mapping[int, float] = NO_WAKE_COSTS,
) -> tuple[ArmPrediction, ...]:
    """Return what each arm would save, in the order of the arms.

    :param outside: nodes whose processes do not count.
    :param recorded_took: metric → what the system took; None to reckon by the replay alone.
    :param wake_us: block → what a wake-up costs more than in the replay, see :mod:`.wake_cost`.
    """
    inside = FigureTable(without(record, outside) for record in records)
    arms = list(dict.fromkeys(record.arm for record in records))
    ordered = [RECORDED, *(arm for arm in arms if arm != RECORDED)]
    found = []
    for arm in ordered:
        figures = {
            metric: figure
            for metric in METRICS
            if (figure := _figure(inside, arm, metric, recorded_took.get(metric), wake_us))
            is not None
        }
        if figures:
            found.append(ArmPrediction(arm, figures, _delivered(records, arm)))
    return tuple(found)


def _delivered(records: Sequence[TrialRecord], arm: str) -> float | None:
    ours, base = (
        [
            record.messages.callbacks_hz
            for record in records
            if record.valid and record.arm == name and record.messages is not None
        ]
        for name in (arm, RECORDED)
    )
    if not ours or not base or np.mean(base) <= 0:
        return None
    return float(np.mean(ours) / np.mean(base))


def without(record: TrialRecord, outside: Collection[str]) -> TrialRecord:
    """Return a trial's record without the processes of nodes outside, as far as is counted here."""
    its = [process for process in record.processes if set(process.nodes) <= set(outside)]
    return dataclasses.replace(
        record,
        **{
            metric: whole - sum(getattr(process, metric) or 0 for process in its)
            for metric in (*METRICS, _WAKES)
            if (whole := getattr(record, metric)) is not None
        },
    )


def slower_than_recorded(records: Sequence[TrialRecord], recorded: Recorded | None) -> float:
    """Return how many times as much CPU a recorded system would take beside the trials.

    Known work ran beside the recording, and runs beside the replay of the same arrangement, which
    slows it down as the system did. 1 where that is not known.
    """
    if recorded is None or recorded.yardstick is None:
        return 1.0
    then = recorded.yardstick
    now = [
        record.yardstick_us
        for record in records
        if record.valid
        and record.arm == RECORDED
        and record.yardstick_us is not None
        and record.yardstick_rate_hz == then.rate_hz
    ]
    if not now:
        return 1.0
    return float((np.mean(now) / then.unit_us) ** EXPECTED_IN_TRIAL_COEFFICIENT)


def _figure(
    inside: FigureTable,
    arm: str,
    metric: str,
    took_then: float | None,
    wake_us: Mapping[int, float],
) -> Predicted | None:
    """Return a figure of an arm; CPU is adjusted for the machine's speed where that is known."""
    counted, each_us = metric, NO_WAKE_COSTS
    if metric == "cpu_percent":
        counted, each_us = cpu_metric_of(inside), wake_us
    ours, base = (_costs(inside, name, counted, each_us) for name in (arm, RECORDED))
    shared = sorted(ours.keys() & base.keys())
    less = np.array([base[block] - ours[block] for block in shared])
    whole = took_then or float(np.mean([base[block] for block in shared] or [0.0]))
    if whole <= 0 or not shared:
        return None
    interval = None
    if less.size > 1 and arm != RECORDED:
        span = mean_interval(less)
        interval = Interval(span.low / whole, span.high / whole, span.confidence)
    mean_less = float(less.mean())
    return Predicted(
        float(blocks_of(inside, arm, counted).array().mean()),
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


def does_not_carry_over(recorded: Recorded | None, here: Mapping[str, object]) -> tuple[str, ...]:
    """Say what of a recording does not hold on another machine; nothing for the same.

    :param here: this machine, as machine.json has it.
    """
    if recorded is None:
        return ("this topology was not recorded: savings are of the replay's own figures",)
    then = recorded.machine
    if then.get("architecture") != here.get("architecture"):
        return (
            f"recorded on {then.get('architecture')}, and this is {here.get('architecture')}: CPU"
            " and memory that were recorded do not carry over, nor does the nodes' own work, which"
            " is replayed in the other's CPU time; what messages, executors and processes cost is"
            " this machine's. Savings are of the replay's own figures",
        )
    if then.get("cpu_model") != here.get("cpu_model"):
        return (
            f"recorded on {then.get('cpu_model') or 'an unknown CPU'}, and this is"
            f" {here.get('cpu_model') or 'an unknown one'}: CPU that was recorded does not carry"
            " over, and the nodes' own work is replayed in the other's CPU time. Savings of CPU"
            " are of the replay's own figures",
        )
    return ()


def comparable(recorded: Recorded | None, here: Mapping[str, object]) -> dict[str, float | None]:
    """Return what the recorded system took, of what can be set beside a replay here."""
    found: dict[str, float | None] = dict.fromkeys(METRICS)
    if recorded is None or recorded.machine.get("architecture") != here.get("architecture"):
        return found
    found["pss_bytes"] = took(recorded, "pss_bytes")
    if recorded.machine.get("cpu_model") == here.get("cpu_model"):
        found["cpu_percent"] = took(recorded, "cpu_percent")
    return found


def cheapest(
    predicted: Sequence[ArmPrediction], allowed: Collection[str], number: int = 3
) -> tuple[ArmPrediction, ...]:
    """Return the arms that take least CPU, of those that are allowed and keep up."""
    ranked = sorted(predicted, key=lambda each: each.cpu_saved, reverse=True)
    return tuple(each for each in ranked if each.arm in allowed and each.keeps_up)[:number]
