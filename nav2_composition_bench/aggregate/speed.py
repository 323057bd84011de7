# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the machine ran equally fast in two studies: known work without a system tells.

A busy neighbour on the other thread of a virtual machine's core, a lower clock or a hotter cache
make that work take longer just as they do the system's, and no field of the provenance shows them.
"""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict, compare_independent

MIN_CHANGE = 0.05
"""Of the known work's CPU; less is not worth a word."""


@dataclass(frozen=True)
class SpeedChange:
    """How the CPU of known work changed from one study to another.

    :param change: more means a slower machine.
    """

    study: str
    change: Verdict


def speed_change(first: StoredStudy, second: StoredStudy) -> SpeedChange | None:
    """Return the change if it is certain; None too where a study does not tell its speed."""
    readings = [
        {
            record.yardstick_rate_hz: None
            for record in study.records
            if record.idle_yardstick_us is not None
        }
        for study in (first, second)
    ]
    if len(readings[0]) != 1 or readings[0].keys() != readings[1].keys():
        return None
    verdict = compare_independent(*map(_readings, (first, second)), margin=MIN_CHANGE)
    is_certain = verdict.outcome in (Outcome.BETTER, Outcome.WORSE)
    if not is_certain or verdict.change is None or abs(verdict.change) < MIN_CHANGE:
        return None
    return SpeedChange(second.name, verdict)


def _readings(study: StoredStudy) -> list[float]:
    """Return each trial's reading without a system."""
    return [
        record.idle_yardstick_us for record in study.records if record.idle_yardstick_us is not None
    ]
