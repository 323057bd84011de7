# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether arms keep to what their topologies require; pure.

A requirement is a limit to a mean over trials. Student's 95 % interval of that mean decides. Two
things are certain without an interval: a mean of what is never negative is above a limit of zero as
soon as one trial is, and so is a greatest value above its limit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from nav2_composition_bench.aggregate.describe import Description, describe
from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.verdict import Outcome, against_limit
from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE
from nav2_composition_bench.trial.message_record import MessageEntities
from nav2_composition_bench.trial.record import TrialRecord

_US_PER_MS = 1e3
_PATHS = "path_p99_ms"

Read = Callable[[TrialRecord], float | None]
"""What a trial says of the required quantity, in the unit of the limit; None for nothing."""


@dataclass(frozen=True)
class JudgedRequirement:
    """One requirement of one arm.

    :param requirement: the key of the topology file; a path's with its name.
    :param quantity: what was held against the limit, for people.
    :param limit: in ``unit``.
    :param description: of the valid trials; None where none of them tells the quantity.
    :param missing: valid trials that do not tell it.
    """

    arm: str
    requirement: str
    quantity: str
    unit: str
    limit: float
    description: Description | None
    missing: int
    outcome: Outcome


def judge_requirements(
    records: Sequence[TrialRecord], stamp: Mapping[str, Any]
) -> tuple[JudgedRequirement, ...]:
    """Judge every arm of a study that has trials; empty where no topology requires anything.

    :param stamp: content of ``study.json``, which holds the requirements of each topology.
    """
    required = stamp.get("study", {}).get("requirements", {})
    table = FigureTable(records, stamp)
    judged: list[JudgedRequirement] = []
    for arm in table.arms:
        mine = [record for record in records if record.arm == arm]
        limits = required.get(mine[0].levels.get("topology"), {})
        last = {record.block: record for record in mine if record.valid}
        judged += _arm(arm, limits, [last[block] for block in sorted(last)])
    return tuple(judged)


def only_judged(record: TrialRecord) -> TrialRecord:
    """Return a record without the large parts that no requirement is about."""
    entities = record.message_entities
    paths = None if entities is None else MessageEntities(paths=entities.paths)
    return replace(record, processes=(), outsiders=(), message_entities=paths)


def outcome(values: Sequence[float], limit: float, *, is_greatest: bool = False) -> Outcome:
    """Hold the values of some trials against a limit.

    :param is_greatest: each is the greatest of its trial, and the limit is one to all of them.
    """
    if values and (is_greatest or limit == 0.0) and max(values) > limit:
        return Outcome.ABOVE
    described = describe(values)
    return against_limit(described.interval if described else None, limit)


def _arm(
    arm: str, limits: Mapping[str, Any], trials: Sequence[TrialRecord]
) -> Iterator[JudgedRequirement]:
    for requirement, limit, quantity, unit, read in _required(limits, trials):
        told = [value for trial in trials if (value := read(trial)) is not None]
        values = [value for value in told if math.isfinite(value)]
        missing = len(trials) - len(values)
        found = outcome(values, limit, is_greatest=requirement == "latency_max_ms")
        if missing and found is Outcome.BELOW:
            found = Outcome.UNDECIDED
        yield JudgedRequirement(
            arm, requirement, quantity, unit, limit, describe(values), missing, found
        )


def _required(
    limits: Mapping[str, Any], trials: Sequence[TrialRecord]
) -> Iterator[tuple[str, float, str, str, Read]]:
    for name, limit in limits.items():
        if name == _PATHS:
            for path, its_limit in limit.items():
                quantity = f"path {path}, 99th percentile"
                yield f"{name} {path}", its_limit, quantity, "ms", partial(_path, path)
        elif name == "memory_mb":
            # the share of an outsider is no memory of the system, so its frames are better
            by_frames = all(trial.value("footprint_bytes") is not None for trial in trials)
            field = "footprint_bytes" if by_frames else "pss_bytes"
            quantity = "footprint" if by_frames else "PSS"
            yield name, limit, quantity, "MB", partial(_figure, field, BYTES_PER_MEGABYTE)
        else:
            field, divisor, quantity, unit = _FIGURES[name]
            yield name, limit, quantity, unit, partial(_figure, field, divisor)


_FIGURES: Mapping[str, tuple[str, float, str, str]] = {
    "cpu_percent": ("cpu_percent", 1.0, "CPU", "%"),
    "latency_mean_ms": ("latency_mean_us", _US_PER_MS, "latency, mean", "ms"),
    "latency_p50_ms": ("latency_p50_us", _US_PER_MS, "latency, median", "ms"),
    "latency_p90_ms": ("latency_p90_us", _US_PER_MS, "latency, 90th percentile", "ms"),
    "latency_p99_ms": ("latency_p99_us", _US_PER_MS, "latency, 99th percentile", "ms"),
    "latency_p99_9_ms": ("latency_p999_us", _US_PER_MS, "latency, 99.9th percentile", "ms"),
    "latency_max_ms": ("latency_max_us", _US_PER_MS, "latency, greatest", "ms"),
    "late_percent": ("late_percent", 1.0, "late or too late", "%"),
    "too_late_percent": ("too_late_percent", 1.0, "too late", "%"),
    "lost_percent": ("lost_percent", 1.0, "lost", "%"),
}
"""Requirement → metric, divisor to the limit's unit, words, unit."""


def _figure(field: str, divisor: float, trial: TrialRecord) -> float | None:
    found = trial.value(field)
    return None if found is None else found / divisor


def _path(name: str, trial: TrialRecord) -> float | None:
    entities = trial.message_entities
    for path in entities.paths if entities else ():
        if path.name == name and path.latency is not None:
            return path.latency.p99_us / _US_PER_MS
    return None
