# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What was predicted and measured of each placement, and how far the model was off."""

from __future__ import annotations

import dataclasses
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.aggregate.describe import Estimate, mean_ratio
from nav2_composition_bench.placing.calibration import measured_latency_us
from nav2_composition_bench.placing.prediction import Objective, Prediction
from nav2_composition_bench.placing.trials import BEST, CALIBRATED_ON
from nav2_composition_bench.study.placement import Placement
from nav2_composition_bench.trial.record import TrialRecord

PLACEMENT = "placement.json"
SCHEMA = 1
"""Version of the form of placement.json."""


@dataclass(frozen=True)
class Figures:
    """What is compared; None where it was not measured."""

    cpu_percent: float
    latency_mean_us: float | None
    latency_p99_us: float | None

    def value(self, objective: Objective) -> float | None:
        """Return the figure that a search makes small."""
        found: float | None = getattr(self, objective.figure)
        return found


@dataclass(frozen=True)
class Judged:
    """A placement with all that is known of it.

    :param loops: how many it has.
    :param lost: messages and periods, by the model.
    :param measured: means over the blocks; None without trials.
    :param best_to_this: objective of the best placement found, of this one's, inside blocks.
    """

    placement: Placement
    loops: int
    predicted: Figures
    lost: int
    measured: Figures | None = None
    best_to_this: Estimate | None = None

    @property
    def error_percent(self) -> dict[str, float]:
        """Predicted less measured, of what was measured; by figure."""
        if self.measured is None:
            return {}
        pairs = {
            field.name: (getattr(self.predicted, field.name), getattr(self.measured, field.name))
            for field in dataclasses.fields(Figures)
        }
        return {
            name: 100.0 * (predicted / measured - 1.0)
            for name, (predicted, measured) in pairs.items()
            if predicted is not None and measured
        }


def judge(
    placements: Sequence[Placement],
    predictions: Sequence[Prediction],
    records: Sequence[TrialRecord],
    objective: Objective,
) -> tuple[Judged, ...]:
    """Put what was measured beside what was predicted.

    :param records: of the study with an arm for each placement; empty for the model alone.
    """
    by_block = {each.name: _by_block(each.name, records) for each in placements}
    best = by_block.get(BEST, {})
    judged = []
    for placement, prediction in zip(placements, predictions):
        its = by_block[placement.name]
        predicted = Figures(
            prediction.cpu_percent, prediction.latency_mean_us, prediction.latency_p99_us
        )
        ratio = None if placement.name == BEST else _ratio(best, its, objective)
        measured = _mean(list(its.values()))
        loops = len(prediction.loops)
        judged.append(Judged(placement, loops, predicted, prediction.lost, measured, ratio))
    return tuple(judged)


def model_error_percent(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    """Return by figure how far off the model was, on placements that it was not calibrated on.

    Mean and largest of the errors without their signs.
    """
    found: dict[str, list[float]] = {}
    for one in judged:
        if one.placement.name != CALIBRATED_ON:
            for name, error in one.error_percent.items():
                found.setdefault(name, []).append(abs(error))
    return {
        name: {"mean": statistics.fmean(errors), "largest": max(errors)}
        for name, errors in found.items()
    }


def outcome_document(judged: Sequence[Judged], about: Mapping[str, Any]) -> dict[str, Any]:
    """Return what placement.json holds.

    :param about: how the placements were searched.
    """
    return {
        "schema": SCHEMA,
        **about,
        "calibrated_on": CALIBRATED_ON,
        "placements": [_judged_document(one) for one in judged],
        "model_error_percent": model_error_percent(judged),
    }


def _judged_document(one: Judged) -> dict[str, Any]:
    best = one.best_to_this
    span = None if best is None else best.interval
    return {
        "name": one.placement.name,
        "placement": one.placement.text,
        "loops": one.loops,
        "predicted": {**dataclasses.asdict(one.predicted), "lost": one.lost},
        "measured": None if one.measured is None else dataclasses.asdict(one.measured),
        "error_percent": one.error_percent,
        "best_to_this": None
        if best is None
        else {
            "ratio": best.value,
            "low": None if span is None else span.low,
            "high": None if span is None else span.high,
        },
    }


def _by_block(arm: str, records: Sequence[TrialRecord]) -> dict[int, Figures]:
    return {
        record.block: Figures(cpu_percent, *measured_latency_us(record))
        for record in records
        if record.arm == arm
        and record.valid
        and (cpu_percent := record.value("cpu_percent")) is not None
    }


def _mean(figures: Sequence[Figures]) -> Figures | None:
    if not figures:
        return None

    def mean(name: str) -> float | None:
        values = [getattr(each, name) for each in figures]
        known = [value for value in values if value is not None]
        return statistics.fmean(known) if known else None

    cpu_percent = statistics.fmean(each.cpu_percent for each in figures)
    return Figures(cpu_percent, mean("latency_mean_us"), mean("latency_p99_us"))


def _ratio(
    best: Mapping[int, Figures], its: Mapping[int, Figures], objective: Objective
) -> Estimate | None:
    logs = []
    for block in sorted(best.keys() & its.keys()):
        ours, theirs = best[block].value(objective), its[block].value(objective)
        if ours and theirs:
            logs.append(math.log(ours / theirs))
    return mean_ratio(logs) if logs else None
