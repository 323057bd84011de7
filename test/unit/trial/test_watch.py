# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import time

import pytest

from nav2_composition_bench.trial.goal_legs import SUCCEEDED
from nav2_composition_bench.trial.watch import WindowWatch

WINDOW_S = 60.0
"""Longer than a machine keeps a test waiting."""


def test_the_one_leg_lasts_for_the_window_once_the_system_has_rested() -> None:
    watch = WindowWatch(0.1, WINDOW_S)
    watch.begin(["window"])
    before = watch.legs()
    assert before.legs == () and not before.over
    ready_s = time.monotonic()
    watch.active(ready_s)
    seen = watch.wait_for_change(before, WINDOW_S)
    assert 0.1 <= time.monotonic() - ready_s < WINDOW_S
    assert seen.current is not None and not seen.over
    assert seen.current.accepted_monotonic_s == ready_s + 0.1


def test_the_one_leg_succeeds_when_the_window_is_over() -> None:
    watch = WindowWatch(0.1, WINDOW_S)
    watch.begin(["window"])
    now_s = time.monotonic()
    ready_s = now_s - WINDOW_S + 0.2
    watch.active(ready_s)
    seen = watch.legs()
    while not seen.over:
        seen = watch.wait_for_change(seen, WINDOW_S)
    (leg,) = seen.legs
    assert (leg.goal, leg.status) == ("window", SUCCEEDED)
    assert leg.accepted_monotonic_s == ready_s + 0.1
    assert leg.finished_monotonic_s == pytest.approx(now_s + 0.3)
    assert 0.3 <= time.monotonic() - now_s < WINDOW_S


def test_waiting_ends_when_its_time_is_over() -> None:
    watch = WindowWatch(0.0, WINDOW_S)
    watch.begin(["window"])
    watch.active(time.monotonic())
    seen = watch.legs()
    assert watch.wait_for_change(seen, 0.01) == seen


def test_the_next_trial_begins_without_a_leg() -> None:
    watch = WindowWatch(0.0, 0.0)
    watch.begin(["window"])
    watch.active(time.monotonic())
    assert watch.legs().over
    watch.begin(["window"])
    assert watch.legs().legs == ()
    assert watch.commands_s() == () and watch.simulated() == ()
