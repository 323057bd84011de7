# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What studies of fleets leave: records, and no namespace."""

from __future__ import annotations

import os

import psutil
from bench_runner import Bench

from nav2_composition_bench.fleet.namespaces import NAMED
from nav2_composition_bench.trial.record import TrialRecord


def namespaces() -> list[str]:
    """Names of the namespaces of fleets that there are, but for those of tests themselves."""
    listed = os.listdir(NAMED) if NAMED.exists() else []
    names = [name for name in listed if name.startswith("nbfleet-")]
    return [name for name in names if not _is_of_a_test(int(name.split("-")[1]))]


def _is_of_a_test(pid: int) -> bool:
    """Tell whether a process is this one, or another worker of the same run of tests."""
    try:
        return pid == os.getpid() or psutil.Process(pid).ppid() == os.getppid()
    except psutil.NoSuchProcess:
        return False


def completed(bench: Bench) -> dict[str, TrialRecord]:
    """Arm → its record, of a study that ran to its end and left nothing."""
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    assert not namespaces()
    return {record.arm: record for record in bench.records()}
