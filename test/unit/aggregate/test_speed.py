# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The sampler's own CPU as a probe of the machine's speed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from record_factory import make_record
from stored_studies import write_observed, write_study

from nav2_composition_bench.aggregate.speed import speed_changes
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study

Stored = Callable[..., StoredStudy]


@pytest.fixture
def stored(tmp_path: Path) -> Stored:
    def write(name: str, sampler_percent: float, **changes: Any) -> StoredStudy:
        directory = tmp_path / "vm" / name
        pair = ("multi_process", "isolated")
        return read_study(write_observed(directory, sampler_percent, pair, **changes))

    return write


def test_a_slower_machine_is_told_by_the_sampler_s_own_cpu(stored: Stored) -> None:
    found = speed_changes(stored("before", 0.5), stored("after", 0.75))
    assert [one.arm for one in found] == ["multi_process", "isolated"]
    for one in found:
        assert one.study == "vm/after"
        assert one.change.change == pytest.approx(0.5)
        assert one.change.interval is not None and one.change.interval.contains(0.5)


@pytest.mark.parametrize("factor", [1.0, 0.97, 1.04])
def test_what_is_as_good_as_equal_is_no_change(stored: Stored, factor: float) -> None:
    assert speed_changes(stored("before", 0.5), stored("after", 0.5 * factor)) == ()


@pytest.mark.parametrize("field", ["thread_count", "rss_bytes"])
def test_other_work_says_nothing_of_speed(stored: Stored, field: str) -> None:
    before = stored("before", 0.5, **{field: 100})
    assert speed_changes(before, stored("alike", 0.75, **{field: 109}))
    assert speed_changes(before, stored("other", 0.75, **{field: 111})) == ()
    assert speed_changes(before, stored("unknown", 0.75, **{field: None})) == ()


def test_without_a_sampler_nothing_is_said(stored: Stored, tmp_path: Path) -> None:
    unobserved = [make_record("isolated", block, observer=None) for block in range(5)]
    before = read_study(write_study(tmp_path / "vm" / "before", unobserved))
    assert speed_changes(before, stored("after", 0.5)) == ()
