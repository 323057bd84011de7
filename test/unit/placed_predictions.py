# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials of a replay of what was captured, and of another placement of it."""

from __future__ import annotations

from record_factory import make_record

from nav2_composition_bench.trial.record import TrialRecord

TOOK = {"cpu_percent": 100.0, "pss_bytes": None}
"""What the captured system took; of memory it is not known."""


def trials() -> list[TrialRecord]:
    """Two blocks, in which one process for all nodes takes less."""
    cpu = {"captured": (50.0, 52.0), "isolated": (30.0, 33.0)}
    return [
        make_record(arm, block, cpu_percent=value)
        for arm, values in cpu.items()
        for block, value in enumerate(values)
    ]
