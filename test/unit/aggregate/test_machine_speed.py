# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Known work as a probe of the machine's speed."""

from __future__ import annotations

import pytest
from record_factory import at_speed, make_record

from nav2_composition_bench.aggregate.machine_speed import MachineSpeed, machine_speed
from nav2_composition_bench.trial.record import TrialRecord

ARMS = ("multi_process", "isolated")


def trials(*blocks: tuple[float, float], in_trial_us: float = 400.0) -> list[TrialRecord]:
    """Return trials of two arms; system calls are a quarter of a unit of known work."""
    return [
        at_speed(make_record(arm, block), in_trial_us, 4 * calls_us)
        for block, its in enumerate(blocks)
        for arm, calls_us in zip(ARMS, its)
    ]


def speed(*blocks: tuple[float, float]) -> MachineSpeed:
    found = machine_speed(trials(*blocks))
    assert found is not None
    return found


def test_the_readings_of_a_block_are_one_reading() -> None:
    found = speed((90.0, 110.0), (94.0, 114.0))
    assert found.mean_us == pytest.approx(102.0)
    assert found.range_fraction == pytest.approx(4 / 102)


@pytest.mark.parametrize(("slowest_us", "is_notable"), [(104.0, False), (106.0, True)])
def test_a_machine_has_changed_from_five_percent_on(slowest_us: float, is_notable: bool) -> None:
    steady, slower = speed((100.0, 100.0)), speed((slowest_us, slowest_us))
    assert speed((100.0, 100.0), (slowest_us, slowest_us)).has_changed is is_notable
    assert not steady.has_changed
    assert slower.differs_from(steady) is steady.differs_from(slower) is is_notable


def test_a_system_that_slows_known_work_down_is_no_slower_machine() -> None:
    assert machine_speed(trials((100.0, 100.0), in_trial_us=600.0)) == speed((100.0, 100.0))


def test_without_known_work_nothing_is_known() -> None:
    assert machine_speed([make_record()]) is None
