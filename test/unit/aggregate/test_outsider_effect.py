# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from record_factory import details_of, invalid, make_record

from nav2_composition_bench.report.summary_rows import outsider_cautions
from nav2_composition_bench.trial.record import Outsider, TrialRecord

MB = 1_000_000


def trial(block: int, pss_mb: float, footprint_mb: float | None, *names: str) -> TrialRecord:
    return make_record(
        block=block,
        pss_bytes=round(pss_mb * MB),
        footprint_bytes=None if footprint_mb is None else round(footprint_mb * MB),
        outsiders=tuple(Outsider(7, name, 40 * MB) for name in names),
    )


def test_an_outsider_that_came_and_went_is_named_with_what_it_took_off_pss() -> None:
    records = [
        trial(0, 100.0, 130.0, "goal_script"),
        trial(1, 88.0, 130.2, "goal_script", "rviz2"),
        trial(2, 101.0, 130.0, "goal_script"),
        trial(3, 89.0, 130.0, "goal_script", "rviz2"),
        invalid(trial(4, 10.0, 130.0, "rviz2")),
    ]
    (effect,) = details_of(records).outsider_effects
    assert (effect.names, effect.arm) == (("rviz2",), "isolated")
    assert (effect.trials_with, effect.trials_without) == (2, 2)
    (line,) = outsider_cautions([effect])
    assert line.startswith(
        "PSS of isolated is 12.0 MB lower in 2 of 4 valid trials, in which rviz2 ran outside"
    )
    assert "differs by +0.1 MB" in line


def test_outsiders_of_the_same_trials_are_named_together() -> None:
    records = [
        trial(0, 100.0, 130.0),
        trial(1, 88.0, 130.0, "rviz2", "gzserver"),
        trial(2, 96.0, 130.0, "rosbag2"),
    ]
    effects = details_of(records).outsider_effects
    assert [effect.names for effect in effects] == [("gzserver", "rviz2")]
    assert "gzserver, rviz2 ran" in outsider_cautions(effects)[0]


def test_what_takes_nothing_off_is_not_mentioned() -> None:
    records = [trial(0, 100.0, 130.0), trial(1, 99.5, 130.0, "cron")]
    assert details_of(records).outsider_effects == ()


def test_a_system_that_really_was_smaller_is_not_laid_at_the_outsiders_door() -> None:
    records = [trial(0, 100.0, 130.0), trial(1, 80.0, 110.0, "cron")]
    assert details_of(records).outsider_effects == ()


def test_without_a_footprint_nothing_is_claimed() -> None:
    records = [trial(0, 100.0, None), trial(1, 80.0, None, "rviz2")]
    assert details_of(records).outsider_effects == ()
