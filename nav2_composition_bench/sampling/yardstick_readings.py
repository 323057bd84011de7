# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the yardstick's known work took, second by second; pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nav2_composition_bench.sampling.cumulative_counter import (
    CumulativeCounter,
    Window,
    duration_s,
    inside,
)

SCHEMA = 1
"""Version of the stream's form that is read here."""

_SECOND_S = 1.0


@dataclass(frozen=True, slots=True)
class UnitCost:
    """CPU time of one unit of the reference load, and of its parts."""

    unit_us: float
    memory_us: float
    system_calls_us: float
    wake_ups_us: float
    arithmetic_us: float


@dataclass(frozen=True, slots=True)
class YardstickSecond:
    """Mean over the units of one second.

    :param end_monotonic_s: when it was over.
    :param cpu_time_s: everything the yardstick has cost since it began, its timer included.
    """

    end_monotonic_s: float
    units: int
    cost: UnitCost
    cpu_time_s: float

    @property
    def middle_monotonic_s(self) -> float:
        """The middle of the second."""
        return self.end_monotonic_s - _SECOND_S / 2


def yardstick_rate_hz(header: Mapping[str, Any]) -> float:
    """Return the units per second that a stream's first line tells.

    :raises KeyError, TypeError, ValueError: for a line that is no such header.
    """
    if header["type"] != "header" or header["schema"] != SCHEMA:
        raise ValueError(f"not the header of a yardstick's stream of schema {SCHEMA}")
    return float(header["rate_hz"])


def yardstick_second(line: bytes | str) -> YardstickSecond:
    """Read one line.

    :raises KeyError, TypeError, ValueError: for a line that the yardstick cannot have written.
    """
    fields = json.loads(line)
    if fields["type"] != "yardstick":
        raise ValueError(f"unknown type {fields['type']!r}")
    names = ("unit", "memory", "system_calls", "wake_ups", "arithmetic")
    return YardstickSecond(
        end_monotonic_s=fields["monotonic_ns"] / 1e9,
        units=int(fields["units"]),
        cost=UnitCost(*(fields[f"{name}_ns"] / 1e3 for name in names)),
        cpu_time_s=fields["cpu_time_ns"] / 1e9,
    )


def mean_cost(seconds: Sequence[YardstickSecond], windows: Sequence[Window]) -> UnitCost | None:
    """Return the mean over all units of the seconds inside the windows; None without any."""
    found = [one for one in seconds if inside(one.middle_monotonic_s, windows)]
    return _mean(found) if any(one.units for one in found) else None


def median_cost(seconds: Sequence[YardstickSecond], windows: Sequence[Window]) -> UnitCost | None:
    """Return the median over the seconds inside the windows, part by part; None without any.

    For readings of a few seconds, of which one may tell of a host that was busy elsewhere.
    """
    found = [one.cost for one in seconds if one.units and inside(one.middle_monotonic_s, windows)]
    if not found:
        return None
    names = [name for name in UnitCost.__dataclass_fields__ if name != "unit_us"]
    parts = {name: float(np.median([getattr(one, name) for one in found])) for name in names}
    return UnitCost(unit_us=sum(parts.values()), **parts)


def merged(seconds: Sequence[YardstickSecond]) -> YardstickSecond:
    """Return one reading for several that follow each other, with the end of the last.

    :param seconds: at least one, with a unit of work at least.
    """
    last = seconds[-1]
    units = sum(one.units for one in seconds)
    return YardstickSecond(last.end_monotonic_s, units, _mean(seconds), last.cpu_time_s)


def _mean(seconds: Sequence[YardstickSecond]) -> UnitCost:
    total = sum(one.units for one in seconds)
    names = UnitCost.__dataclass_fields__
    return UnitCost(
        **{
            name: sum(one.units * float(getattr(one.cost, name)) for one in seconds) / total
            for name in names
        }
    )


def own_cpu_percent(seconds: Sequence[YardstickSecond], windows: Sequence[Window]) -> float | None:
    """Return what the yardstick itself cost, of one core; None without readings or time."""
    if len(seconds) < 2 or not duration_s(windows) > 0.0:
        return None
    counter = CumulativeCounter.of((one.end_monotonic_s, one.cpu_time_s) for one in seconds)
    return counter.percent(windows)
