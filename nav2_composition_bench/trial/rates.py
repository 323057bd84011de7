# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rates during goal legs, from moments at which messages came; pure."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.sampling.cumulative_counter import Window


def message_rate_hz(moments_s: Sequence[float], legs: Sequence[Window]) -> float | None:
    """Return intervals per second between messages inside legs, pooled; None with too few.

    Time before the first and after the last message of a leg does not count: the planner works
    before the controller may begin.
    """
    intervals, length_s = 0, 0.0
    for begin, end in legs:
        inside = [at_s for at_s in moments_s if begin <= at_s <= end]
        if len(inside) > 1:
            intervals += len(inside) - 1
            length_s += inside[-1] - inside[0]
    return intervals / length_s if length_s > 0 else None


def lowest_real_time_factor(
    clock: Sequence[tuple[float, float]], legs: Sequence[Window]
) -> float | None:
    """Return the lowest factor of any leg; None without two readings in one.

    The ends of a leg are compared, not neighbouring readings, whose delivery jitters.

    :param clock: (CLOCK_MONOTONIC, simulated time), seconds.
    """
    factors = []
    for begin, end in legs:
        inside = [pair for pair in clock if begin <= pair[0] <= end]
        if len(inside) > 1 and inside[-1][0] > inside[0][0]:
            passed_s = inside[-1][0] - inside[0][0]
            factors.append((inside[-1][1] - inside[0][1]) / passed_s)
    return min(factors, default=None)
