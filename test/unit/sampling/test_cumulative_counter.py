# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, counters, inside


def test_a_rate_is_the_increase_by_the_time_of_all_windows_together() -> None:
    counter = CumulativeCounter.of([(0.0, 5.0), (10.0, 7.0), (20.0, 8.0)])
    assert counter.rate([(0.0, 10.0), (10.0, 20.0)]) == pytest.approx(0.15)
    assert counter.percent([(0.0, 10.0)]) == pytest.approx(20.0)


def test_between_readings_a_counter_grows_evenly() -> None:
    counter = CumulativeCounter.of([(0.0, 0.0), (4.0, 2.0)])
    assert list(counter.increases([0.0, 1.0, 4.0])) == [0.5, 1.5]


def test_outside_its_readings_a_counter_stands_still() -> None:
    counter = CumulativeCounter.of([(2.0, 10.0), (4.0, 12.0)])
    assert list(counter.increases([0.0, 2.0, 4.0, 6.0])) == [0.0, 2.0, 0.0]


def test_a_fall_counts_as_nothing_and_what_follows_counts_on() -> None:
    counter = CumulativeCounter.of([(0.0, 10.0), (1.0, 12.0), (2.0, 1.0), (3.0, 4.0)])
    assert list(counter.increases([0.0, 1.0, 2.0, 3.0])) == [2.0, 0.0, 3.0]


def test_an_owner_that_is_found_later_counts_from_zero_at_the_reading_before() -> None:
    found = counters([(0.0, {"old": 7.0}), (2.0, {"old": 7.0}), (4.0, {"old": 8.0, "new": 1.0})])
    assert found["new"].rate([(2.0, 4.0)]) == 0.5
    assert found["new"].rate([(0.0, 2.0)]) == 0.0
    assert found["old"].rate([(0.0, 4.0)]) == 0.25


def test_what_an_owner_had_counted_at_the_first_reading_is_not_seen() -> None:
    assert counters([(0.0, {1: 100.0}), (1.0, {1: 101.0})])[1].rate([(0.0, 1.0)]) == 1.0


def test_an_owner_that_has_vanished_stands_still() -> None:
    found = counters([(0.0, {1: 0.0}), (1.0, {1: 1.0}), (2.0, {})])
    assert list(found[1].increases([0.0, 1.0, 2.0])) == [1.0, 0.0]


def test_an_owner_whose_value_was_unknown_once_has_no_counter() -> None:
    readings: list[tuple[float, dict[int, float | None]]] = [
        (0.0, {1: 1.0}),
        (1.0, {1: None}),
        (2.0, {1: 2.0}),
    ]
    assert counters(readings) == {}


def test_both_ends_of_a_window_lie_inside_it() -> None:
    assert [inside(at_s, [(1.0, 2.0)]) for at_s in (0.9, 1.0, 2.0, 2.1)] == [
        False, True, True, False,
    ]  # fmt: skip
