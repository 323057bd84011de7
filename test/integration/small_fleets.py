# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What studies of fleets leave: records, and no namespace."""

from __future__ import annotations

import os

from bench_runner import Bench

from nav2_composition_bench.fleet.namespaces import NAMED
from nav2_composition_bench.trial.record import TrialRecord


def namespaces() -> list[str]:
    """Names of the namespaces of fleets that there are."""
    listed = os.listdir(NAMED) if NAMED.exists() else []
    return [name for name in listed if name.startswith("nbfleet-")]


def completed(bench: Bench) -> dict[str, TrialRecord]:
    """Arm → its record, of a study that ran to its end and left nothing."""
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    assert not namespaces()
    return {record.arm: record for record in bench.records()}
