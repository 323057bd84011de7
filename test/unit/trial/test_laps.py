# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from record_factory import make_leg

from nav2_composition_bench.trial.laps import enough_are_steady, whole_laps
from nav2_composition_bench.trial.record import LegRecord

NAMES = ("A", "B", "A-2", "B-2", "A-3", "B-3")


def legs(*unsteady: str) -> tuple[LegRecord, ...]:
    none = {"steady_start_monotonic_s": None, "steady_end_monotonic_s": None, "cpu_percent": None}
    return tuple(
        make_leg(name, 21.0 * at, **none, not_steady_reason="noise")
        if name in unsteady
        else make_leg(name, 21.0 * at)
        for at, name in enumerate(NAMES)
    )


def test_a_lap_of_which_a_leg_is_not_steady_does_not_count() -> None:
    found = whole_laps(legs("A-2"), 2)
    assert [leg.goal for leg in found if leg.steady_window] == ["A", "B", "A-3", "B-3"]
    assert [leg.not_steady_reason for leg in found[2:4]] == [
        "noise",
        "leg A-2 of the same lap is not",
    ]
    assert found[3].cpu_percent is None


def test_of_a_single_lap_every_steady_leg_is_kept() -> None:
    assert whole_laps(legs("A-2"), 6) == legs("A-2")


def test_laps_that_are_steady_are_left_as_they_are() -> None:
    assert whole_laps(legs(), 2) == legs()


def test_half_of_the_laps_must_be_steady_and_of_a_single_one_every_leg() -> None:
    assert enough_are_steady(legs("A-2"), 6, 2)
    assert not enough_are_steady(legs("A-2", "B-3"), 6, 2)
    assert enough_are_steady(legs("B-2")[:4], 4, 2)
    assert not enough_are_steady(legs()[:2], 6, 2)
    assert enough_are_steady(legs(), 6, 6)
    assert not enough_are_steady(legs("A"), 6, 6)
