# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.message_statistics.delays import Delay, Delays
from nav2_composition_bench.trial.goal_figures import goal_figures

LEGS = [(10.0, 20.0), (30.0, 40.0)]


def test_a_goal_counts_as_lost_that_was_not_reached_or_never_accepted() -> None:
    reached = goal_figures(["SUCCEEDED", "SUCCEEDED"], False, Delays(), LEGS)
    assert reached == {"goals_sent": 2, "goals_lost": 0}
    aborted = goal_figures(["SUCCEEDED", "ABORTED"], False, Delays(), LEGS)
    assert aborted == {"goals_sent": 2, "goals_lost": 1}
    assert goal_figures(["SUCCEEDED"], True, Delays(), LEGS[:1]) == aborted


def test_delays_that_end_in_the_legs_are_described_and_the_others_are_not() -> None:
    inside = [Delay(10.0 + number / 100, 1000 * (number + 1)) for number in range(100)]
    delays = Delays(timers=[Delay(25.0, 9_000_000), *inside])
    found = goal_figures(["SUCCEEDED"] * 2, False, delays, LEGS)
    assert {name: value for name, value in found.items() if "goals" not in name} == {
        "timer_delay_count": 100,
        "timer_delay_p50_us": 50.0,
        "timer_delay_p99_us": 99.0,
        "timer_delay_max_us": 100.0,
    }
