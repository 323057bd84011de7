# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script against navigators that come and go, each a process of its own."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

FAKE = str(Path(__file__).parents[1] / "fake_navigator.py")
DRIVE = ("-m", "nav2_composition_bench.cli.main", "drive", "--settle", "0.2")
GOALS = ("--goal", "A:1,2,0.5", "--goal", "B:-3,4,0")
Start = Callable[..., Any]


def test_both_goals_are_sent_in_order_to_a_navigator_that_succeeds(start: Start) -> None:
    navigator = start(FAKE, "succeed")
    drive = start(*DRIVE, *GOALS, "--once")
    assert drive.wait() == 0
    assert navigator.lines == ["goal 1 2", "goal -3 4"]
    assert "goal A: SUCCEEDED" in drive.lines[-3]
    assert "goal B: SUCCEEDED" in drive.lines[-1]


def test_aborted_goals_are_told_and_give_status_1(start: Start) -> None:
    start(FAKE, "abort")
    drive = start(*DRIVE, *GOALS, "--once")
    assert drive.wait() == 1
    assert sum("ABORTED" in line for line in drive.lines) == 2


def test_the_next_bring_up_is_served_after_an_orderly_one(start: Start) -> None:
    drive = start(*DRIVE, *GOALS)
    first = start(FAKE, "succeed")
    drive.wait_for("goal B: SUCCEEDED")
    first.end(signal.SIGINT)
    second = start(FAKE, "succeed")
    drive.wait_for("goal B: SUCCEEDED", times=2)
    assert second.lines == ["goal 1 2", "goal -3 4"]
    assert drive.end(signal.SIGTERM) == 0


def test_a_navigator_killed_under_a_goal_is_lost_and_the_next_one_is_served(start: Start) -> None:
    drive = start(*DRIVE, *GOALS)
    first = start(FAKE, "hang")
    first.wait_for("goal 1 2")
    first.kill()
    second = start(FAKE, "succeed")
    drive.wait_for("goal A: LOST")
    drive.wait_for("goal B: SUCCEEDED")
    assert second.lines == ["goal 1 2", "goal -3 4"]
    assert drive.end(signal.SIGINT) == 0


def test_a_goal_that_never_ends_is_cancelled_and_the_next_one_sent(start: Start) -> None:
    navigator = start(FAKE, "hang")
    drive = start(*DRIVE, *GOALS, "--leg-timeout", "0.5", "--once")
    assert drive.wait() == 1
    assert sum("TIMED_OUT" in line for line in drive.lines) == 2
    assert navigator.lines == ["goal 1 2", "goal -3 4"]


def test_it_waits_for_a_navigator_and_ends_on_demand(start: Start) -> None:
    drive = start(*DRIVE, *GOALS)
    drive.wait_for("waiting for a navigator")
    assert drive.end(signal.SIGINT) == 0


def test_a_goal_that_makes_no_sense_is_one_line_and_status_2(start: Start) -> None:
    drive = start(*DRIVE, "--goal", "A:1,2")
    assert drive.wait() == 2
    assert len(drive.lines) == 1
    assert "--goal 'A:1,2' must be NAME:X,Y,YAW" in drive.lines[0]
