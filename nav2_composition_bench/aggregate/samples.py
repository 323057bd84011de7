# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From records to the numbers statistics work on: values per arm and block."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.adjustment import Adjustment, Contrast, Reading
from nav2_composition_bench.aggregate.describe import Description, describe
from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.metrics import ADJUSTED_CPU, HEADLINE
from nav2_composition_bench.study.arm import FACTORS, PARAMS, TOPOLOGY, UNTOLD
from nav2_composition_bench.study.composition import PAPERS
from nav2_composition_bench.study.exchange_section import COMPARED, kind_of
from nav2_composition_bench.trial.record import TrialFigures
from nav2_composition_bench.trial.stamped_arms import (
    DEFAULT_BASELINE,
    arms_of_stamp,
    baseline_of_stamp,
)

_PAPERS = tuple(composition.value for composition in PAPERS)


@dataclass(frozen=True)
class Blocks:
    """Valid values of one metric of one arm, one per block.

    :param blocks: block numbers, ascending.
    :param values: the metric in the record's unit, same length.
    """

    arm: str
    blocks: tuple[int, ...]
    values: tuple[float, ...]

    @staticmethod
    def of(arm: str, by_block: Mapping[int, float]) -> Blocks:
        """Put block → value in the order of blocks."""
        numbers = tuple(sorted(by_block))
        return Blocks(arm, numbers, tuple(by_block[number] for number in numbers))

    def array(self) -> NDArray[np.float64]:
        """Return the values in block order."""
        return np.asarray(self.values, dtype=np.float64)

    def by_block(self) -> dict[int, float]:
        """Return block → value."""
        return dict(zip(self.blocks, self.values))

    def mean(self) -> float | None:
        """Return the mean of the values; None without any."""
        return float(np.mean(self.values)) if self.values else None


class FigureTable(tuple[TrialFigures, ...]):
    """The figures of a study's trials, which a report asks for the same blocks again and again."""

    arms: tuple[str, ...]
    """Those that have records, in the order of tables."""
    baseline: str
    """The arm that savings are measured against, whether it has records or not."""
    versions: str
    """What the trials ran with; empty where no stamp tells it."""

    def __new__(
        cls, records: Iterable[TrialFigures] = (), stamp: Mapping[str, Any] | None = None
    ) -> FigureTable:
        """Make a table of records.

        :param stamp: content of ``study.json``, which tells the order of arms, the baseline and
            the versions.
        """
        table = super().__new__(cls, records)
        table.arms = _in_order(table, arms_of_stamp(stamp or {}) or _PAPERS)
        table.baseline = baseline_of_stamp(stamp or {})
        table.versions = versions_of_stamps(stamp or {})
        return table

    @cached_property
    def valid(self) -> dict[str, tuple[TrialFigures, ...]]:
        """Arm → its valid trials, in order."""
        found: dict[str, list[TrialFigures]] = {}
        for record in self:
            if record.valid:
                found.setdefault(record.arm, []).append(record)
        return {name: tuple(records) for name, records in found.items()}

    @cached_property
    def blocks(self) -> dict[tuple[str, str], Blocks]:
        """(arm, metric) → what :func:`blocks_of` has answered."""
        return {}

    @cached_property
    def adjustment(self) -> Adjustment | None:
        """What :func:`adjustment_of` answers."""
        return _adjustment(self)


def arms_of(records: Iterable[TrialFigures]) -> tuple[str, ...]:
    """Return the arms in the records in the order of tables.

    That is the study's where it is known; else the paper's compositions first, in its order.
    """
    return records.arms if isinstance(records, FigureTable) else _in_order(records)


def baseline_of(records: Iterable[TrialFigures]) -> str:
    """Return the arm that savings are measured against: the study's, else ``multi_process``."""
    return records.baseline if isinstance(records, FigureTable) else DEFAULT_BASELINE


def versions_of(records: Iterable[TrialFigures]) -> str:
    """Return the versions of what the trials ran with; empty where they are not known."""
    return records.versions if isinstance(records, FigureTable) else ""


def levels_of(records: Iterable[TrialFigures]) -> dict[str, dict[str, str]]:
    """Return factor → level of each arm, in the order of tables."""
    levels = {record.arm: record.levels for record in records}
    for factor, untold in UNTOLD.items():
        if any(factor in its for its in levels.values()):
            levels = {arm: {factor: untold, **its} for arm, its in levels.items()}
    return {arm: levels[arm] for arm in arms_of(records)}


def factors_of(records: Iterable[TrialFigures]) -> tuple[str, ...]:
    """Return the factors whose levels differ among the arms."""
    levels = levels_of(records).values()
    return tuple(name for name in FACTORS if len({one.get(name) for one in levels}) > 1)


def _in_order(records: Iterable[TrialFigures], first: Iterable[str] = _PAPERS) -> tuple[str, ...]:
    """Return the arms in the records: some first, then those that they do not hold."""
    found = dict.fromkeys(record.arm for record in records)
    known = [name for name in first if name in found]
    return (*known, *(name for name in found if name not in known))


def blocks_of(records: Sequence[TrialFigures], arm: str, metric: str) -> Blocks:
    """Return an arm's valid, measured, finite values of a metric by block.

    Of several valid trials of one block the last counts. A value that is missing or not finite is
    left out; :func:`unusable_of` tells how many. Adjusted CPU is the one by readings without a
    system, on which means and intervals may rest.
    """
    if metric == ADJUSTED_CPU:
        return _adjusted(records, arm)
    if not isinstance(records, FigureTable):
        return _blocks(valid_of(records, arm), arm, metric)
    known = records.blocks.get((arm, metric))
    if known is None:
        known = _blocks(valid_of(records, arm), arm, metric)
        records.blocks[arm, metric] = known
    return known


def valid_of(records: Sequence[TrialFigures], arm: str) -> tuple[TrialFigures, ...]:
    """Return the valid trials of an arm, in order."""
    if isinstance(records, FigureTable):
        return records.valid.get(arm, ())
    return tuple(each for each in records if each.arm == arm and each.valid)


def _blocks(valid: Iterable[TrialFigures], arm: str, metric: str) -> Blocks:
    by_block = {
        record.block: float(value)
        for record in valid
        if (value := record.value(metric)) is not None and math.isfinite(value)
    }
    return Blocks.of(arm, by_block)


def cpu_metric_of(records: Sequence[TrialFigures]) -> str:
    """Return the metric of CPU that studies are compared by: adjusted where that is known."""
    return ADJUSTED_CPU if adjustment_of(records) else "cpu_percent"


def headline_of(records: Sequence[TrialFigures]) -> tuple[str, ...]:
    """Return the headline metrics, adjusted CPU behind CPU where it is known."""
    cpu, *others = HEADLINE
    return (cpu, ADJUSTED_CPU, *others) if adjustment_of(records) else HEADLINE


def adjustment_of(records: Sequence[TrialFigures]) -> Adjustment | None:
    """Return what takes the machine's speed out of CPU; None where no trial has told it."""
    return records.adjustment if isinstance(records, FigureTable) else _adjustment(records)


def speed_readings(
    records: Sequence[TrialFigures], study: Hashable = None, *, are_alike: bool = True
) -> list[Reading]:
    """Return the valid trials that told CPU and the machine's speed.

    The yardstick has the same rate in all of them, the one most of them have: at another one its
    caches are colder.

    :param study: tells the arms of two studies apart.
    :param are_alike: whether the arms of both have the influence on known work that their levels
        say, those that differ in parameters alone the same.
    """
    rates = Counter(
        record.yardstick_rate_hz
        for record in records
        if record.valid and record.yardstick_system_calls_us
    )
    common = rates.most_common(1)[0][0] if rates else None
    return [
        Reading(
            (study, record.arm) if study is not None else record.arm,
            record.block,
            record.cpu_percent,
            record.yardstick_system_calls_us,
            record.idle_yardstick_system_calls_us,
            _likeness(record.levels) if are_alike else None,
        )
        for record in records
        if record.valid
        and record.yardstick_rate_hz == common
        and record.cpu_percent
        and record.yardstick_system_calls_us
        and record.idle_yardstick_system_calls_us
    ]


def _likeness(levels: Mapping[str, str]) -> Hashable:
    """Return what of an arm's levels decides how it influences known work: not its parameters."""
    kept = {factor: level for factor, level in levels.items() if factor != PARAMS}
    if TOPOLOGY in kept:
        kept[TOPOLOGY] = kind_of(kept[TOPOLOGY], COMPARED)
    return tuple(sorted(kept.items()))


def _adjustment(records: Sequence[TrialFigures]) -> Adjustment | None:
    readings = speed_readings(records)
    return Adjustment(readings) if readings else None


def _adjusted(records: Sequence[TrialFigures], arm: str) -> Blocks:
    adjustment = adjustment_of(records)
    return Blocks.of(arm, adjustment.by_block(arm) if adjustment else {})


def all_tell_speed(records: Sequence[TrialFigures], arm: str) -> bool:
    """Tell whether an arm has valid trials, and adjusted CPU is known of each of them."""
    return bool(_adjusted(records, arm).values) and not unusable_of(records, arm, ADJUSTED_CPU)


def describe_arm(records: Sequence[TrialFigures], arm: str, metric: str) -> Description | None:
    """Describe a metric of an arm's valid trials; None without any.

    Mean and deviation of adjusted CPU are those of trials as the yardstick beside them tells.
    """
    described = describe(blocks_of(records, arm, metric).values)
    if described is None or metric != ADJUSTED_CPU:
        return described
    shown = describe(repeated_of(records, arm, metric).values)
    assert shown is not None, "these values are the adjustment's"
    return replace(described, mean=shown.mean, standard_deviation=shown.standard_deviation)


def repeated_of(records: Sequence[TrialFigures], arm: str, metric: str) -> Blocks:
    """Return the valid values of an arm as they tell how well its trials repeat.

    They are those of :func:`blocks_of`, but for adjusted CPU, of which they are as the yardstick
    beside the trials tells; no interval of a mean may be taken from these.
    """
    if metric != ADJUSTED_CPU:
        return blocks_of(records, arm, metric)
    adjustment = adjustment_of(records)
    return Blocks.of(arm, adjustment.repeated(arm) if adjustment else {})


def adjusted_contrast(records: Sequence[TrialFigures], arm: str, base: str) -> Contrast | None:
    """Compare adjusted CPU of two arms; None where no block tells it of both."""
    adjustment = adjustment_of(records)
    return adjustment.contrast(arm, base) if adjustment else None


def log_ratios(
    records: Sequence[TrialFigures], arm: str, base: str, metric: str
) -> dict[int, float]:
    """Return block → ln(arm / base), for the blocks that hold both; nothing if one is zero."""
    if metric == ADJUSTED_CPU:
        contrast = adjusted_contrast(records, arm, base)
        return dict(contrast.by_block) if contrast else {}
    ours, theirs = (blocks_of(records, each, metric).by_block() for each in (arm, base))
    shared = sorted(ours.keys() & theirs.keys())
    if any(ours[block] <= 0 or theirs[block] <= 0 for block in shared):
        return {}  # a mean of the others' ratios would be of other trials than the arms' means
    return {block: math.log(ours[block] / theirs[block]) for block in shared}


def unusable_of(records: Sequence[TrialFigures], arm: str, metric: str) -> int:
    """Return how many valid trials of an arm have no finite value of the metric."""
    valid = valid_of(records, arm)
    if metric == ADJUSTED_CPU:
        return len(valid) - len(_adjusted(records, arm).blocks) if adjustment_of(records) else 0
    values = [record.value(metric) for record in valid]
    return sum(value is None or not math.isfinite(value) for value in values)
