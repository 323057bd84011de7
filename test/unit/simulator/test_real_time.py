# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Pacing against a clock that the tests move."""

from __future__ import annotations

import pytest
from fake_clock import FakeClock

from nav2_composition_bench.simulator.real_time import CATCH_UP_S, RealTimePacer


def paced(clock: FakeClock, factor: float) -> RealTimePacer:
    pacer = RealTimePacer(factor, clock.monotonic, clock.sleep)
    pacer.start(0.0)
    return pacer


@pytest.mark.parametrize("factor", [0.5, 1.0, 4.0])
def test_simulated_time_runs_at_the_stated_multiple_of_real_time(factor: float) -> None:
    clock = FakeClock()
    pacer = paced(clock, factor)
    for tick in range(1, 101):
        pacer.wait(tick * 0.1)
    assert clock.now - 100.0 == pytest.approx(10.0 / factor)
    assert pacer.overall_factor(10.0) == pytest.approx(factor)


def test_a_short_lag_is_made_up() -> None:
    clock = FakeClock()
    pacer = paced(clock, 1.0)
    clock.now += CATCH_UP_S / 2 + 0.1
    pacer.wait(0.1)
    assert pacer.real_time_factor(0.1) < 0.5
    for tick in range(2, 21):
        pacer.wait(tick * 0.1)
    assert clock.now - 100.0 == pytest.approx(2.0)
    assert pacer.overall_factor(2.0) == pytest.approx(1.0)


def test_a_long_lag_is_given_up_and_lowers_the_factor() -> None:
    clock = FakeClock()
    pacer = paced(clock, 1.0)
    clock.now += 10.0
    pacer.wait(0.1)
    pacer.wait(1.1)
    assert clock.now - 100.0 == pytest.approx(11.0)
    assert pacer.overall_factor(1.1) == pytest.approx(0.1)


def test_factor_zero_never_waits() -> None:
    clock = FakeClock()
    pacer = paced(clock, 0.0)
    pacer.wait(1000.0)
    assert clock.now == 100.0
