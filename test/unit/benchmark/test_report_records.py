# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The records that the report's benchmark writes."""

from __future__ import annotations

from pathlib import Path

from benchmark.report.benchmark_report import write_study
from nav2_composition_bench.aggregate.stored_study import read_study


def test_the_records_of_the_benchmark_are_of_the_form_that_is_read(tmp_path: Path) -> None:
    size = write_study(tmp_path, 12)
    study = read_study(tmp_path)
    assert len(study.records) == 12
    assert size > 12 * 8_000
    assert not study.notes
