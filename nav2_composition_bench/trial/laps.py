# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials in which the robot drives to its goals several times: which laps count; pure.

CPU differs from leg to leg of a lap. So that each weighs as much in every trial, a lap counts as a
whole or not at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nav2_composition_bench.trial.record import LegRecord

_MIN_SHARE = 0.5
"""Of the laps of a trial, how many must count."""


def whole_laps(legs: Sequence[LegRecord], lap: int) -> tuple[LegRecord, ...]:
    """Take the steady windows from laps that have a leg without one.

    :param lap: legs of a lap; nothing is taken from a trial of one lap.
    """
    if len(legs) <= lap:
        return tuple(legs)
    return tuple(leg for each in _laps(legs, lap) for leg in _whole(each))


def enough_are_steady(legs: Sequence[LegRecord], driven: int, lap: int) -> bool:
    """Tell whether a trial counts although some of its legs may not be steady.

    :param driven: legs of the whole trial.
    :param lap: legs of a lap.
    """
    steady = [all(leg.not_steady_reason is None for leg in each) for each in _laps(legs, lap)]
    return sum(steady) >= _MIN_SHARE * driven / lap


def _laps(legs: Sequence[LegRecord], lap: int) -> Iterator[Sequence[LegRecord]]:
    for begin in range(0, len(legs), lap):
        yield legs[begin : begin + lap]


def _whole(lap: Sequence[LegRecord]) -> Iterator[LegRecord]:
    bad = next((leg.goal for leg in lap if leg.not_steady_reason is not None), None)
    for leg in lap:
        if bad is None or leg.not_steady_reason is not None:
            yield leg
        else:
            yield replace(
                leg,
                steady_start_monotonic_s=None,
                steady_end_monotonic_s=None,
                not_steady_reason=f"leg {bad} of the same lap is not",
                cpu_percent=None,
            )
