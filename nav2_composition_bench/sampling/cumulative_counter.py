# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Cumulative counters and the rates that follow from them; pure.

What is cumulative loses nothing between two readings. Everywhere the same holds:

- Between readings a counter grows evenly; before its first reading and after its last it stands
  still. What a process or thread did after its last reading is thus in no counter of its own, only
  in that of the whole system.
- What is missing in the first of the readings began after it: it counts from zero at the reading
  before the one that found it. What the first reading holds has counted before, so only what is
  added later is seen.
- A counter that falls has lost a part, or its owner's number went to another. The fall counts as
  nothing and what follows counts on, so that no rate is negative.
- A counter whose value is unknown at any reading has no rates.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Key = TypeVar("Key", bound=Hashable)

Window = tuple[float, float]
"""From and until, CLOCK_MONOTONIC in seconds."""


def duration_s(windows: Iterable[Window]) -> float:
    """Return the total length of windows."""
    return sum(end - begin for begin, end in windows)


def inside(moment_s: float, windows: Iterable[Window]) -> bool:
    """Tell whether a moment lies in one of the windows."""
    return any(begin <= moment_s <= end for begin, end in windows)


@dataclass(frozen=True)
class CumulativeCounter:
    """A cumulative counter at the moments it was read; made by :meth:`of`.

    :param at_s: CLOCK_MONOTONIC, ascending; at least one.
    :param values: as many, never falling.
    """

    at_s: Array
    values: Array

    @staticmethod
    def of(readings: Iterable[tuple[float, float]]) -> CumulativeCounter:
        """Make a counter of (moment, value) pairs in order of time."""
        at_s, values = np.array(list(readings), dtype=np.float64).reshape(-1, 2).T
        steps = np.diff(values)
        if (steps < 0.0).any():
            values = values[0] + np.concatenate(([0.0], np.cumsum(np.maximum(steps, 0.0))))
        return CumulativeCounter(at_s, values)

    def increases(self, edges_s: Sequence[float] | Array) -> Array:
        """Return by how much it grew between each moment and the next."""
        grown: Array = np.diff(np.interp(edges_s, self.at_s, self.values))
        return grown

    def rate(self, windows: Sequence[Window]) -> float:
        """Return the increase per second, windows pooled by time."""
        return sum(float(self.increases(w)[0]) for w in windows) / duration_s(windows)

    def percent(self, windows: Sequence[Window]) -> float:
        """Return the rate of a counter of CPU seconds, in per cent of one core."""
        return 100.0 * self.rate(windows)


def counters(
    readings: Iterable[tuple[float, Mapping[Key, float | None]]],
) -> dict[Key, CumulativeCounter]:
    """Return the counter of every owner; those with an unknown value are left out.

    :param readings: moment and owner → value, in order of time.
    """
    series: dict[Key, list[tuple[float, float]]] = {}
    unknown: set[Key] = set()
    before_s: float | None = None
    for at_s, values in readings:
        for key, value in values.items():
            if value is None:
                unknown.add(key)
                continue
            if key not in series:
                series[key] = [] if before_s is None else [(before_s, 0.0)]
            series[key].append((at_s, value))
        before_s = at_s
    return {key: CumulativeCounter.of(pairs) for key, pairs in series.items() if key not in unknown}
