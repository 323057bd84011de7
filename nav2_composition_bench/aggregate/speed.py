# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the machine ran equally fast in two studies: known work without a system tells.

Load on the other thread of a virtual machine's core, a lower clock or a cache that others use make
that work take longer just as they do the system's, and no field of the provenance shows them.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict, compare_independent

MIN_CHANGE = 0.05
"""Of the CPU of known work's system calls; less is not reported."""


@dataclass(frozen=True)
class SpeedChange:
    """How the CPU of known work's system calls changed from one study to another.

    :param change: more means a slower machine.
    """

    study: str
    change: Verdict


def speed_change(first: StoredStudy, second: StoredStudy) -> SpeedChange | None:
    """Return the change if it is certain; None too where a study does not tell its speed."""
    (rates, readings), (other_rates, other_readings) = map(_idle_readings, (first, second))
    if len(rates) != 1 or rates != other_rates:
        return None
    verdict = compare_independent(readings, other_readings, margin=MIN_CHANGE)
    is_certain = verdict.outcome in (Outcome.BETTER, Outcome.WORSE)
    if not is_certain or verdict.change is None or abs(verdict.change) < MIN_CHANGE:
        return None
    return SpeedChange(second.name, verdict)


def _idle_readings(study: StoredStudy) -> tuple[set[float | None], list[float]]:
    """Return the yardstick's rates, and each block's mean reading without a system.

    Those of neighbouring trials are not independent: the pause between two serves both.
    """
    rates: set[float | None] = set()
    readings: defaultdict[int, list[float]] = defaultdict(list)
    for record in study.records:
        if record.idle_yardstick_system_calls_us is not None:
            rates.add(record.yardstick_rate_hz)
            readings[record.block].append(record.idle_yardstick_system_calls_us)
    return rates, [float(np.mean(of_block)) for of_block in readings.values()]
