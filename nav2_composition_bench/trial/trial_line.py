# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial in one line."""

from __future__ import annotations

from nav2_composition_bench.errors import in_one_line
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord


def describe_trial(spec: TrialSpec) -> str:
    """Name a trial as users count: from one."""
    again = f", attempt {spec.attempt + 1}" if spec.attempt else ""
    return f"{spec.arm} (block {spec.block + 1}{again})"


def describe_result(record: TrialRecord) -> str:
    """Say in one line how a trial ended."""
    name = f"{record.arm} (block {record.block + 1})"
    if not record.valid:
        return f"{name}: invalid, {in_one_line(record.invalid_reason or '')}"
    cpu_percent, pss_bytes = record.value("cpu_percent"), record.value("pss_bytes")
    cpu = "–" if cpu_percent is None else f"{cpu_percent:.1f} %"
    pss = "–" if pss_bytes is None else f"{pss_bytes / 1e6:.1f} MB"
    return f"{name}: CPU {cpu}, PSS {pss}, {record.duration_s:.0f} s"
