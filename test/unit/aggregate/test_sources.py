# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where savings come from."""

from __future__ import annotations

import pytest
from record_factory import details_of, make_process, make_record

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.sources import ProcessOverhead, process_overhead
from nav2_composition_bench.trial.record import TrialRecord

SEPARATE = make_record(
    "multi_process",
    processes=tuple(make_process(str(number)) for number in range(5)),
    pss_bytes=180_000_000,
    cpu_percent=60.0,
    pss_anon_bytes=100_000_000,
    dds_participants=5,
)


def overhead_of(records: list[TrialRecord], composition: str) -> ProcessOverhead | None:
    return process_overhead(records, details_of(records).process_counts, composition)


def test_the_overhead_is_shared_out_over_the_processes_saved() -> None:
    overhead = overhead_of([SEPARATE, make_record()], "isolated")
    assert overhead is not None
    assert overhead.pss_bytes == 20_000_000
    assert overhead.cpu_percent == pytest.approx(5.0)


def test_the_overhead_is_told_against_the_study_s_baseline() -> None:
    stamp = {"study": {"baseline": "isolated"}}
    table = FigureTable([SEPARATE, make_record()], stamp)
    counts = {"multi_process": 1.0, "isolated": 3.0}
    overhead = process_overhead(table, counts, "multi_process")
    assert overhead is not None and overhead.cpu_percent == pytest.approx(-10.0)


def test_without_the_reference_there_is_no_overhead() -> None:
    assert overhead_of([make_record()], "isolated") is None


def test_the_reference_saves_nothing_against_itself() -> None:
    assert overhead_of([SEPARATE], "multi_process") is None
