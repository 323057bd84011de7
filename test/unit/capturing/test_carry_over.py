# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from captured_systems import robot
from record_factory import at_speed, make_record

from nav2_composition_bench.capturing.carry_over import (
    carried_over,
    slower_than_captured,
    unlike_rates,
)
from nav2_composition_bench.topology.captured import Captured, YardstickReading

HERE = {"architecture": "x86_64", "cpu_model": "A CPU"}


def captured() -> Captured:
    found = robot().topology().captured
    assert found is not None
    return found


def test_known_work_tells_how_much_slower_the_machine_is_than_when_it_was_captured() -> None:
    records = [
        at_speed(make_record(arm, 0), unit_us, 90.0)
        for arm, unit_us in (("captured", 100.0), ("isolated", 80.0))
    ]
    then = replace(captured(), yardstick=YardstickReading(50.0, 125.0))
    assert slower_than_captured(records, then) == pytest.approx(0.8)
    # of the units now a quarter
    by_system_calls = replace(captured(), yardstick=YardstickReading(50.0, 125.0, 20.0))
    assert slower_than_captured(records, by_system_calls) == pytest.approx(1.25)
    other_rate = replace(captured(), yardstick=YardstickReading(25.0, 125.0))
    for unknown in (None, captured(), other_rate):
        assert slower_than_captured(records, unknown) == 1.0


def test_on_the_same_machine_everything_carries_over() -> None:
    found = carried_over(captured(), HERE)
    assert found.notes == ()
    assert found.took == {"cpu_percent": 10.0, "pss_bytes": 27_000.0}


def test_on_another_architecture_it_is_said_what_does_not_carry_over() -> None:
    board = {"architecture": "aarch64", "cpu_model": None}
    found = carried_over(captured(), board)
    (line,) = found.notes
    assert line.startswith("captured on x86_64, and this is aarch64: CPU and memory that were")
    assert found.took == {"cpu_percent": None, "pss_bytes": None}


def test_on_another_cpu_memory_carries_over_and_cpu_does_not() -> None:
    other = {**HERE, "cpu_model": "Another"}
    found = carried_over(captured(), other)
    (line,) = found.notes
    assert line.startswith("captured on A CPU, and this is Another: CPU that was captured")
    assert found.took == {"cpu_percent": None, "pss_bytes": 27_000.0}


def test_a_process_whose_cpu_is_not_known_leaves_no_sum() -> None:
    system = robot()
    system.node("/late", 400, cpu_percent=None)
    found = system.topology().captured
    assert found is not None
    carried = carried_over(found, HERE)
    assert carried.took["cpu_percent"] is None
    assert carried.notes == (
        "CPU of the process of /late was not captured: savings of CPU are of the replay's own"
        " figures",
    )


@pytest.mark.parametrize(("field", "other"), [("cpu_cores", 8), ("kernel", "6.1-tegra")])
def test_cpus_without_a_name_are_one_where_all_else_is_alike(field: str, other: object) -> None:
    here = {"architecture": "x86_64", "cpu_model": None, "cpu_cores": 4, "kernel": "6.1-rpi"}
    then = replace(captured(), machine=here)
    assert carried_over(then, here).notes == ()
    elsewhere = carried_over(then, {**here, field: other})
    assert elsewhere.took["cpu_percent"] is None
    assert elsewhere.notes[0].startswith("captured on an unknown CPU, and this is an unknown one:")


def test_known_work_of_another_rate_is_said_to_tell_nothing() -> None:
    records = [at_speed(make_record("captured", 0), 100.0, 90.0)]
    alike, other = (
        replace(captured(), yardstick=YardstickReading(rate_hz, 125.0)) for rate_hz in (50.0, 25.0)
    )
    assert unlike_rates(records, alike) is None
    assert unlike_rates(records, captured()) is None
    said = unlike_rates(records, other)
    assert said is not None and "25 times a second then and 50 times beside the replay" in said
