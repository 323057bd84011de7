# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which trial stands for an arm where only one can be shown."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nav2_composition_bench.trial.record import TrialFigures


def typical_trial(records: Sequence[TrialFigures], arm: str) -> int | None:
    """Return the index of the valid trial whose CPU is nearest the median; None without one."""
    cpu = {
        index: value
        for index, record in enumerate(records)
        if record.valid and record.arm == arm and (value := record.value("cpu_percent")) is not None
    }
    if not cpu:
        return None
    median = float(np.median(list(cpu.values())))
    return min(cpu, key=lambda index: abs(cpu[index] - median))
