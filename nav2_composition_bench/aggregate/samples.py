# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From records to the numbers statistics work on: values per arm and block."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.describe import Description, describe
from nav2_composition_bench.aggregate.model import Columns
from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.study.factor import FACTORS, differing
from nav2_composition_bench.study.placement import PAPERS
from nav2_composition_bench.trial.record import TrialFigures
from nav2_composition_bench.trial.stamped_arms import (
    DEFAULT_BASELINE,
    arms_of_stamp,
    baseline_of_stamp,
)

_PAPERS = tuple(composition.name for composition in PAPERS)


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
    def columns(self) -> dict[str, Columns]:
        """Metric → what :func:`columns_of` has answered."""
        return {}


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
    """Return factor → level of each arm, in the order of tables.

    A factor that is recorded of some arms alone has its default in the others.
    """
    levels = {record.arm: record.levels for record in records}
    recorded = {factor for its in levels.values() for factor in its}
    known = [each for each in FACTORS.values() if each.name in recorded]
    defaults = {each.name: each.default for each in known if each.default is not None}
    return {arm: {**defaults, **levels[arm]} for arm in arms_of(records)}


def factors_of(records: Iterable[TrialFigures]) -> tuple[str, ...]:
    """Return the factors whose levels differ among the arms."""
    return differing(levels_of(records).values())


def _in_order(records: Iterable[TrialFigures], first: Iterable[str] = _PAPERS) -> tuple[str, ...]:
    """Return the arms in the records: some first, then those that they do not hold."""
    found = dict.fromkeys(record.arm for record in records)
    known = [name for name in first if name in found]
    return (*known, *(name for name in found if name not in known))


def blocks_of(records: Sequence[TrialFigures], arm: str, metric: str) -> Blocks:
    """Return an arm's valid, measured, finite values of a metric by block.

    Of several valid trials of one block the last counts. A value that is missing or not finite is
    left out; :func:`unusable_of` returns how many.
    """
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


def columns_of(records: Sequence[TrialFigures], metric: str) -> Columns:
    """Return arm → block → value of a metric, as comparisons take it."""
    known = records.columns if isinstance(records, FigureTable) else {}
    if metric not in known:
        known[metric] = {
            arm: blocks_of(records, arm, metric).by_block() for arm in arms_of(records)
        }
    return known[metric]


def describe_arm(records: Sequence[TrialFigures], arm: str, metric: str) -> Description | None:
    """Describe a metric of an arm's valid trials; None without any."""
    return describe(blocks_of(records, arm, metric).values)


def unusable_of(records: Sequence[TrialFigures], arm: str, metric: str) -> int:
    """Return how many valid trials of an arm have no finite value of the metric."""
    values = [record.value(metric) for record in valid_of(records, arm)]
    return sum(value is None or not math.isfinite(value) for value in values)
