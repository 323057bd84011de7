# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How fast the machine was, by known work that runs between trials: a diagnostic.

Load on the other thread of a virtual machine's core, a lower clock or a cache that others use make
known work take longer, as they do the system's. It corrects nothing: over 323 contrasts of
committed studies, correcting by it narrowed 51 % of the intervals and widened 49 %.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from nav2_composition_bench.trial.record import TrialFigures

NOTABLE_CHANGE = 0.05
"""Of the CPU of known work's system calls; less is no reason to distrust a study."""
_METRIC = "idle_yardstick_system_calls_us"


@dataclass(frozen=True)
class MachineSpeed:
    """What the system calls of a unit of known work took without a system.

    :param mean_us: over the blocks.
    :param range_fraction: the slowest block's mean less the fastest's, over ``mean_us``.
    """

    mean_us: float
    range_fraction: float

    @property
    def has_changed(self) -> bool:
        """Whether the machine's speed changed notably within the study."""
        return self.range_fraction > NOTABLE_CHANGE

    def differs_from(self, other: MachineSpeed) -> bool:
        """Tell whether the machine was notably faster or slower in another study."""
        return abs(self.mean_us / other.mean_us - 1) > NOTABLE_CHANGE


def machine_speed(records: Sequence[TrialFigures]) -> MachineSpeed | None:
    """Return how fast the machine was; None for a study that did not measure it."""
    readings: defaultdict[int, list[float]] = defaultdict(list)
    for record in records:
        if (reading := record.value(_METRIC)) is not None:
            readings[record.block].append(reading)
    means = [fmean(of_block) for of_block in readings.values()]
    if not means:
        return None
    mean = fmean(means)
    return MachineSpeed(mean, (max(means) - min(means)) / mean)
