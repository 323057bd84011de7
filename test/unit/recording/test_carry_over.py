# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from record_factory import at_speed, make_record
from recorded_systems import robot

from nav2_composition_bench.recording.carry_over import (
    carried_over,
    slower_than_recorded,
    unlike_rates,
)
from nav2_composition_bench.topology.recorded import Recorded, YardstickReading

HERE = {"architecture": "x86_64", "cpu_model": "A CPU"}


def recorded() -> Recorded:
    found = robot().topology().recorded
    assert found is not None
    return found


def test_known_work_tells_how_much_slower_the_machine_is_than_when_it_was_recorded() -> None:
    records = [
        at_speed(make_record(arm, 0), unit_us, 90.0)
        for arm, unit_us in (("recorded", 100.0), ("isolated", 80.0))
    ]
    then = replace(recorded(), yardstick=YardstickReading(50.0, 125.0))
    assert slower_than_recorded(records, then) == pytest.approx(0.8)
    # of the units now a quarter
    by_system_calls = replace(recorded(), yardstick=YardstickReading(50.0, 125.0, 20.0))
    assert slower_than_recorded(records, by_system_calls) == pytest.approx(1.25)
    other_rate = replace(recorded(), yardstick=YardstickReading(25.0, 125.0))
    for unknown in (None, recorded(), other_rate):
        assert slower_than_recorded(records, unknown) == 1.0


def test_on_the_same_machine_everything_carries_over() -> None:
    found = carried_over(recorded(), HERE)
    assert found.notes == ()
    assert found.took == {"cpu_percent": 10.0, "pss_bytes": 27_000.0}


def test_on_another_architecture_it_is_said_what_does_not_carry_over() -> None:
    board = {"architecture": "aarch64", "cpu_model": None}
    found = carried_over(recorded(), board)
    (line,) = found.notes
    assert line.startswith("recorded on x86_64, and this is aarch64: CPU and memory that were")
    assert found.took == {"cpu_percent": None, "pss_bytes": None}


def test_on_another_cpu_memory_carries_over_and_cpu_does_not() -> None:
    other = {**HERE, "cpu_model": "Another"}
    found = carried_over(recorded(), other)
    (line,) = found.notes
    assert line.startswith("recorded on A CPU, and this is Another: CPU that was recorded")
    assert found.took == {"cpu_percent": None, "pss_bytes": 27_000.0}


def test_a_process_whose_cpu_is_not_known_leaves_no_sum() -> None:
    system = robot()
    system.node("/late", 400, cpu_percent=None)
    found = system.topology().recorded
    assert found is not None
    carried = carried_over(found, HERE)
    assert carried.took["cpu_percent"] is None
    assert carried.notes == (
        "CPU of the process of /late was not recorded: savings of CPU are of the replay's own"
        " figures",
    )


@pytest.mark.parametrize(("field", "other"), [("cpu_cores", 8), ("kernel", "6.1-tegra")])
def test_cpus_without_a_name_are_one_where_all_else_is_alike(field: str, other: object) -> None:
    here = {"architecture": "x86_64", "cpu_model": None, "cpu_cores": 4, "kernel": "6.1-rpi"}
    then = replace(recorded(), machine=here)
    assert carried_over(then, here).notes == ()
    elsewhere = carried_over(then, {**here, field: other})
    assert elsewhere.took["cpu_percent"] is None
    assert elsewhere.notes[0].startswith("recorded on an unknown CPU, and this is an unknown one:")


def test_known_work_of_another_rate_is_said_to_tell_nothing() -> None:
    records = [at_speed(make_record("recorded", 0), 100.0, 90.0)]
    alike, other = (
        replace(recorded(), yardstick=YardstickReading(rate_hz, 125.0)) for rate_hz in (50.0, 25.0)
    )
    assert unlike_rates(records, alike) is None
    assert unlike_rates(records, recorded()) is None
    said = unlike_rates(records, other)
    assert said is not None and "25 times a second then and 50 times beside the replay" in said
