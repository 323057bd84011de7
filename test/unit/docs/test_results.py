# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The committed studies bear out what the pages say of them together."""

from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.samples import BASELINE_COMPOSITION
from nav2_composition_bench.aggregate.savings import Saving, saving
from nav2_composition_bench.trial.store import read_records

STUDIES = Path(__file__).resolve().parents[3] / "results" / "x86_64-2-core-vm"
FIRST = "nav2-jazzy-fastrtps"


def savings(study: str, metric: str) -> dict[str, Saving]:
    records = read_records(STUDIES / study)
    compositions = {record.composition for record in records} - {BASELINE_COMPOSITION}
    found = {each: saving(records, each, metric) for each in sorted(compositions)}
    return {name: each for name, each in found.items() if each is not None}


def overlap(one: Saving, other: Saving) -> bool:
    assert one.interval is not None and other.interval is not None
    return one.interval.overlaps(other.interval)


def test_a_second_study_of_nav2_finds_the_cpu_savings_of_the_first() -> None:
    first, second = (savings(study, "cpu_percent") for study in (FIRST, f"{FIRST}-repeated"))
    assert len(first) == len(second) == 3
    for composition, found in second.items():
        assert overlap(first[composition], found), (composition, first[composition], found)


@pytest.mark.parametrize("metric", ["pss_bytes", "footprint_bytes"])
def test_a_second_study_of_nav2_finds_the_memory_savings_of_the_first(metric: str) -> None:
    """Blocks of one study are more alike than two studies, so that intervals are too narrow."""
    first, second = (savings(study, metric) for study in (FIRST, f"{FIRST}-repeated"))
    for composition, found in second.items():
        assert found.fraction == pytest.approx(first[composition].fraction, abs=0.005)


def test_gazebo_finds_the_cpu_savings_of_the_package_s_own_simulator() -> None:
    own, gazebo = savings(FIRST, "cpu_percent"), savings("nav2-jazzy-gazebo", "cpu_percent")
    assert gazebo
    for composition, found in gazebo.items():
        assert overlap(own[composition], found), (composition, own[composition], found)
