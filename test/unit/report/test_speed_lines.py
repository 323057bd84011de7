# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from record_factory import at_speed, make_record

from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.report.speed_lines import speed_differences, speed_lines
from nav2_composition_bench.trial.record import TrialRecord


def trials(*units_us: float) -> list[TrialRecord]:
    return [at_speed(make_record(block=n), us, us) for n, us in enumerate(units_us)]


def stored(name: str, records: Sequence[TrialRecord]) -> StoredStudy:
    return StoredStudy(Path("vm") / name, {}, {}, tuple(records), ())


@pytest.mark.parametrize(("slowest_us", "warnings"), [(102.0, 0), (112.0, 1)])
def test_a_study_has_a_line_and_a_warning_where_the_machine_changed(
    slowest_us: float, warnings: int
) -> None:
    line, *others = speed_lines(trials(100.0, slowest_us, 101.0))
    assert line.startswith("machine: ")
    assert [other.startswith("warning: ") for other in others] == [True] * warnings


def test_without_known_work_nothing_is_said() -> None:
    assert speed_lines([make_record()]) == []


def test_each_study_on_a_faster_or_slower_machine_than_the_first_is_named() -> None:
    first, same, slow = stored("a", trials(100.0)), stored("b", trials(103.0)), trials(150.0)
    unknown = stored("c", [make_record()])
    (line,) = speed_differences([first, same, unknown, stored("d", slow)])
    assert line.startswith("warning: ") and "50% more" in line and "vm/d" in line
    assert speed_differences([unknown, first]) == []
