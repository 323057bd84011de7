# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From records to the numbers statistics work on: values per composition and block."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.trial.record import TrialFigures

BASELINE_COMPOSITION = "multi_process"
"""What savings are measured against, as in the paper."""

_PAPERS = tuple(composition.value for composition in Composition)


@dataclass(frozen=True)
class Blocks:
    """Valid values of one metric of one composition, one per block.

    :param blocks: block numbers, ascending.
    :param values: the metric in the record's unit, same length.
    """

    composition: str
    blocks: tuple[int, ...]
    values: tuple[float, ...]

    def array(self) -> NDArray[np.float64]:
        """Return the values in block order."""
        return np.asarray(self.values, dtype=np.float64)


class FigureTable(tuple[TrialFigures, ...]):
    """The figures of a study's trials, which a report asks for the same blocks again and again."""

    @cached_property
    def valid(self) -> dict[str, tuple[TrialFigures, ...]]:
        """Composition → its valid trials, in order."""
        found: dict[str, list[TrialFigures]] = {}
        for record in self:
            if record.valid:
                found.setdefault(record.composition, []).append(record)
        return {name: tuple(records) for name, records in found.items()}

    @cached_property
    def blocks(self) -> dict[tuple[str, str], Blocks]:
        """(composition, metric) → what :func:`blocks_of` has answered."""
        return {}


def compositions_of(records: Iterable[TrialFigures]) -> tuple[str, ...]:
    """Return the compositions in the records: the paper's in its order, then groupings."""
    found = dict.fromkeys(record.composition for record in records)
    return (*(name for name in _PAPERS if name in found), *(n for n in found if n not in _PAPERS))


def blocks_of(records: Iterable[TrialFigures], composition: str, metric: str) -> Blocks:
    """Return a composition's valid, measured, finite values of a metric by block.

    Of several valid trials of one block the last counts. A value that is missing or not finite is
    left out; :func:`unusable_of` tells how many.
    """
    if not isinstance(records, FigureTable):
        valid = (each for each in records if each.composition == composition and each.valid)
        return _blocks(valid, composition, metric)
    known = records.blocks.get((composition, metric))
    if known is None:
        known = _blocks(records.valid.get(composition, ()), composition, metric)
        records.blocks[composition, metric] = known
    return known


def _blocks(valid: Iterable[TrialFigures], composition: str, metric: str) -> Blocks:
    by_block = {
        record.block: float(value)
        for record in valid
        if (value := getattr(record, metric)) is not None and math.isfinite(value)
    }
    numbers = tuple(sorted(by_block))
    return Blocks(composition, numbers, tuple(by_block[number] for number in numbers))


def unusable_of(records: Iterable[TrialFigures], composition: str, metric: str) -> int:
    """Return how many valid trials of a composition have no finite value of the metric."""
    values = [
        getattr(record, metric)
        for record in records
        if record.valid and record.composition == composition
    ]
    return sum(value is None or not math.isfinite(value) for value in values)


def paired(first: Blocks, second: Blocks) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the values of both in the blocks they share, in block order."""
    ours = dict(zip(first.blocks, first.values))
    theirs = dict(zip(second.blocks, second.values))
    shared: Sequence[int] = sorted(ours.keys() & theirs.keys())
    return (
        np.array([ours[block] for block in shared], dtype=np.float64),
        np.array([theirs[block] for block in shared], dtype=np.float64),
    )
