# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Known work as a probe of the machine's speed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from record_factory import at_speed, make_record
from stored_studies import write_observed, write_study

from nav2_composition_bench.aggregate.speed import speed_change
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study

Stored = Callable[[str, float], StoredStudy]


@pytest.fixture
def stored(tmp_path: Path) -> Stored:
    def write(name: str, unit_us: float) -> StoredStudy:
        pair = ("multi_process", "isolated")
        return read_study(write_observed(tmp_path / "vm" / name, unit_us, pair))

    return write


def test_a_slower_machine_is_told_by_what_known_work_takes(stored: Stored) -> None:
    found = speed_change(stored("before", 150.0), stored("after", 225.0))
    assert found is not None and found.study == "vm/after"
    assert found.change.change == pytest.approx(0.5)
    assert found.change.interval is not None and found.change.interval.contains(0.5)


@pytest.mark.parametrize("factor", [1.0, 0.97, 1.04])
def test_what_is_as_good_as_equal_is_no_change(stored: Stored, factor: float) -> None:
    assert speed_change(stored("before", 150.0), stored("after", 150.0 * factor)) is None


def test_a_system_that_slows_the_work_down_is_no_slower_machine(
    stored: Stored, tmp_path: Path
) -> None:
    crowding = [at_speed(make_record(block=n), 225.0, 150.0 + n) for n in range(5)]
    after = read_study(write_study(tmp_path / "vm" / "after", crowding))
    assert speed_change(stored("before", 150.0), after) is None


def test_readings_of_one_block_are_one_reading(tmp_path: Path) -> None:
    def of_one_block(name: str, unit_us: float) -> StoredStudy:
        trials = (
            at_speed(make_record(arm), unit_us + n, unit_us + n)
            for n, arm in enumerate(("multi_process", "manual", "isolated", "multi_threaded"))
        )
        return read_study(write_study(tmp_path / "vm" / name, list(trials)))

    assert speed_change(of_one_block("before", 150.0), of_one_block("after", 225.0)) is None


def test_without_known_work_nothing_is_said(stored: Stored, tmp_path: Path) -> None:
    unobserved = [make_record("isolated", block) for block in range(5)]
    before = read_study(write_study(tmp_path / "vm" / "before", unobserved))
    assert speed_change(before, stored("after", 150.0)) is None
