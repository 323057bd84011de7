# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.trial.rates import lowest_real_time_factor, message_rate_hz

LEGS = [(10.0, 20.0), (30.0, 40.0)]


def test_the_rate_counts_intervals_inside_legs_only() -> None:
    moments = [i / 20 for i in range(20 * 11, 20 * 19 + 1)] + [25.0, 26.0]
    assert message_rate_hz(moments, LEGS) == pytest.approx(20.0)


def test_the_legs_are_pooled_by_time() -> None:
    moments = [10.0, 11.0, 12.0, 30.0, 34.0, 38.0]
    assert message_rate_hz(moments, LEGS) == pytest.approx(4 / 10)


def test_a_gap_inside_a_leg_lowers_the_rate() -> None:
    moments = [10 + i / 20 for i in range(50)] + [15 + i / 20 for i in range(50)]
    assert message_rate_hz(moments, LEGS) == pytest.approx(99 / 7.45)


@pytest.mark.parametrize("moments", [[], [12.0], [12.0, 35.0]])
def test_too_few_messages_have_no_rate(moments: list[float]) -> None:
    assert message_rate_hz(moments, LEGS) is None


def test_the_lowest_factor_of_the_legs_counts() -> None:
    clock = [(10.0, 0.0), (20.0, 10.0), (30.0, 20.0), (35.0, 24.0), (40.0, 29.5)]
    assert lowest_real_time_factor(clock, LEGS) == pytest.approx(0.95)


def test_jitter_of_delivery_does_not_matter() -> None:
    clock = [(10.0, 0.0), (12.9, 2.0), (13.0, 3.0), (20.0, 10.0)]
    assert lowest_real_time_factor(clock, LEGS) == pytest.approx(1.0)


def test_a_silent_simulator_has_no_factor() -> None:
    assert lowest_real_time_factor([], LEGS) is None
    assert lowest_real_time_factor([(12.0, 1.0)], LEGS) is None
