# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What became of the goals of a trial beside a background load, and how late callbacks were."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nav2_composition_bench.message_statistics.delays import Delay, Delays
from nav2_composition_bench.metrics import measured
from nav2_composition_bench.sampling.cumulative_counter import Window, inside
from nav2_composition_bench.trial.goal_legs import SUCCEEDED

_US_PER_NS = 1e-3


def goal_figures(
    statuses: Sequence[str], is_unanswered: bool, delays: Delays, windows: Sequence[Window]
) -> dict[str, float]:
    """Return, by metric, the goals and the delays that ended in the legs.

    :param statuses: how each leg ended.
    :param is_unanswered: a further goal was due and never accepted, which counts as lost.
    :param windows: the legs, CLOCK_MONOTONIC.
    """
    lost = sum(status != SUCCEEDED for status in statuses) + is_unanswered
    return measured(
        goals_sent=len(statuses) + is_unanswered,
        goals_lost=lost,
        **_described("acknowledgement", delays.acknowledgements, windows),
        **_described("timer_delay", delays.timers, windows),
    )


def _described(name: str, delays: Iterable[Delay], windows: Sequence[Window]) -> dict[str, float]:
    """Describe the delays by values of the sample; nothing where nothing timed any."""
    found = [each.delay_ns for each in delays if inside(each.at_monotonic_s, windows)]
    if not found:
        return {}
    p50, p99 = np.quantile(found, (0.5, 0.99), method="inverted_cdf")
    in_us = {"p50_us": p50, "p99_us": p99, "max_us": max(found)}
    return {
        f"{name}_count": len(found),
        **{f"{name}_{key}": float(delay_ns) * _US_PER_NS for key, delay_ns in in_us.items()},
    }
