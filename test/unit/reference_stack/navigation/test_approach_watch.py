# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Patience with a robot that gets no nearer."""

from __future__ import annotations

from nav2_composition_bench.reference_stack.navigation.approach_watch import ApproachWatch


def test_a_robot_that_gets_nearer_is_given_time() -> None:
    watch = ApproachWatch(10.0, 0.0)
    assert all(watch.update(20.0 - second, float(second)) for second in range(20))


def test_a_robot_that_drives_to_and_fro_is_given_up_on() -> None:
    watch = ApproachWatch(10.0, 0.0)
    watch.update(5.0, 0.0)
    assert watch.update(8.0, 9.0)
    assert not watch.update(5.0, 11.0)


def test_time_without_a_known_distance_counts_too() -> None:
    watch = ApproachWatch(10.0, 0.0)
    assert watch.update(None, 10.0)
    assert not watch.update(None, 10.5)


def test_no_patience_means_waiting_for_ever() -> None:
    assert ApproachWatch(0.0, 0.0).update(None, 1e6)
