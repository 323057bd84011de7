# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from record_factory import at_speed, make_record
from stored_studies import write_study

from figures import known_work, studies
from nav2_composition_bench.trial.record import TrialRecord, YardstickRecord


def of_which_only_wake_ups_tell(arm: str, block: int, slowness: float) -> TrialRecord:
    record = at_speed(make_record(arm, block, cpu_percent=20.0 * slowness**2), 100.0, 100.0)
    assert record.yardstick is not None and record.yardstick.in_trial is not None
    cost = dataclasses.replace(record.yardstick.in_trial, wake_ups_us=10.0 * slowness)
    yardstick = dataclasses.replace(record.yardstick, in_trial=cost, idle_after=None)
    return dataclasses.replace(record, yardstick=_with_idle(yardstick, cost.wake_ups_us))


def _with_idle(yardstick: YardstickRecord, wake_ups_us: float) -> YardstickRecord:
    assert yardstick.idle_before is not None
    idle = dataclasses.replace(yardstick.idle_before, wake_ups_us=wake_ups_us)
    return dataclasses.replace(yardstick, idle_before=idle)


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "studies.txt").write_text("vm/old\nvm/study\n")
    monkeypatch.setattr(studies, "RESULTS", tmp_path)
    for cached in (known_work._studies, studies.committed):
        cached.cache_clear()
    yield tmp_path
    for cached in (known_work._studies, studies.committed):
        cached.cache_clear()


def test_the_part_that_cpu_goes_with_has_its_slope_and_leaves_no_scatter(results: Path) -> None:
    slownesses = {"one": (1.0, 1.3, 1.1), "two": (1.2, 1.1, 1.4)}
    records = [
        of_which_only_wake_ups_tell(arm, block, slowness)
        for arm, its in slownesses.items()
        for block, slowness in enumerate(its)
    ]
    write_study(results / "vm" / "study", records)
    write_study(results / "vm" / "old", [make_record("one", 0)])
    write_study(results / "vm" / "of_a_user", records)
    rows = [line.strip("|").split("|") for line in known_work.known_work().splitlines()]
    words = {cells[0].strip(): [each.strip() for each in cells[1:]] for cells in rows}
    assert words["wake-ups"] == ["2.00", "0.0 %", "× 0.00", "2.00", "0.0 %", "× 0.00"]
    assert float(words["(as measured)"][1].removesuffix("%")) > 10.0
    assert known_work.known_work_trials() == "6 valid trials of 1 studies"
