# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest

from nav2_composition_bench.sampling.yardstick_readings import (
    UnitCost,
    YardstickSecond,
    mean_cost,
    median_cost,
    merged,
    own_cpu_percent,
    yardstick_rate_hz,
    yardstick_second,
)

LINE = {
    "type": "yardstick",
    "monotonic_ns": 12_000_000_000,
    "units": 50,
    "unit_ns": 150_000,
    "memory_ns": 60_000,
    "system_calls_ns": 40_000,
    "wake_ups_ns": 30_000,
    "arithmetic_ns": 20_000,
    "cpu_time_ns": 90_000_000,
}


def second(end_s: float, unit_us: float, units: int = 50) -> YardstickSecond:
    return YardstickSecond(end_s, units, UnitCost(unit_us, *[unit_us / 4] * 4), 0.008 * end_s)


def test_a_line_is_read_in_seconds_and_microseconds() -> None:
    read = yardstick_second(json.dumps(LINE))
    assert read == YardstickSecond(12.0, 50, UnitCost(150.0, 60.0, 40.0, 30.0, 20.0), 0.09)
    assert read.middle_monotonic_s == 11.5


@pytest.mark.parametrize("change", [{"type": "cpu"}, {"units": None}, {"unit_ns": "x"}])
def test_a_line_of_another_kind_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        yardstick_second(json.dumps({**LINE, **change}))


def test_the_header_tells_the_rate_and_another_schema_is_refused() -> None:
    header = {"type": "header", "schema": 1, "rate_hz": 12.5}
    assert yardstick_rate_hz(header) == 12.5
    with pytest.raises(ValueError, match="schema 1"):
        yardstick_rate_hz({**header, "schema": 2})


def test_a_mean_is_over_the_units_of_the_seconds_inside() -> None:
    seconds = [second(1.0, 900.0), second(2.0, 100.0), second(3.0, 200.0, units=25)]
    found = mean_cost(seconds, [(1.0, 3.0)])
    assert found is not None
    assert found.unit_us == pytest.approx((50 * 100.0 + 25 * 200.0) / 75)
    assert found.memory_us == pytest.approx(found.unit_us / 4)
    assert mean_cost(seconds, [(7.0, 9.0)]) is None
    assert mean_cost(seconds, []) is None


def test_a_median_leaves_out_a_second_in_which_the_machine_was_elsewhere() -> None:
    seconds = [second(1.0, 104.0), second(2.0, 1900.0), second(3.0, 100.0), second(4.0, 100.0)]
    found = median_cost(seconds, [(0.0, 4.0)])
    assert found == UnitCost(102.0, *[25.5] * 4)
    assert median_cost(seconds, [(7.0, 9.0)]) is None


def test_a_reading_of_several_seconds_weighs_as_they_did() -> None:
    seconds = [second(1.0, 900.0, units=10), second(2.0, 100.0), second(3.0, 200.0)]
    one = merged(seconds)
    assert (one.end_monotonic_s, one.units, one.cpu_time_s) == (3.0, 110, seconds[-1].cpu_time_s)
    window = [(0.0, 3.0)]
    assert mean_cost([one], window) == mean_cost(seconds, window)


def test_what_the_yardstick_costs_itself_is_its_whole_cpu() -> None:
    seconds = [second(float(end), 150.0) for end in range(1, 20)]
    assert own_cpu_percent(seconds, [(5.0, 15.0)]) == pytest.approx(0.8)
    assert own_cpu_percent(seconds[:1], [(5.0, 15.0)]) is None
    assert own_cpu_percent(seconds, []) is None
    assert own_cpu_percent(seconds, [(7.0, 7.0)]) is None
