# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script against navigators that come and go, each a process of its own."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from started_process import Process

FAKE = str(Path(__file__).parents[1] / "fake_navigator.py")
DRIVE = ("-m", "nav2_composition_bench.cli.main", "drive", "--rest", "0.2")
GOALS = ("--goal", "A:1,2,0.5", "--goal", "B:-3,4,0")
Begin = Callable[..., Process]
END_S = 10.0
"""Within what a signal must have ended the script, on a loaded machine; a second is usual."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
DELAYS_S = (0.0, 0.2, 0.6)


def goals_of(navigator: Process) -> list[str]:
    return [line for line in navigator.lines if line.startswith("goal ")]


def test_both_goals_are_sent_in_order_to_a_navigator_that_succeeds(begin: Begin) -> None:
    navigator = begin(FAKE, "succeed")
    drive = begin(*DRIVE, *GOALS, "--once")
    assert drive.wait() == 0
    assert navigator.lines == ["goal 1 2", "goal -3 4"]
    assert "goal A: SUCCEEDED" in drive.lines[-3]
    assert "goal B: SUCCEEDED" in drive.lines[-1]


def test_aborted_goals_are_told_and_give_status_1(begin: Begin) -> None:
    begin(FAKE, "abort")
    drive = begin(*DRIVE, *GOALS, "--once")
    assert drive.wait() == 1
    assert sum("ABORTED" in line for line in drive.lines) == 2


def test_the_next_bring_up_is_served_after_an_orderly_one(begin: Begin) -> None:
    drive = begin(*DRIVE, *GOALS)
    first = begin(FAKE, "succeed")
    drive.wait_for("goal B: SUCCEEDED")
    first.end(signal.SIGINT)
    second = begin(FAKE, "succeed")
    drive.wait_for("goal B: SUCCEEDED", times=2)
    assert second.lines == ["goal 1 2", "goal -3 4"]
    assert drive.end(signal.SIGTERM) == 0


def test_a_navigator_killed_under_a_goal_is_lost_and_the_next_one_is_served(begin: Begin) -> None:
    drive = begin(*DRIVE, *GOALS)
    first = begin(FAKE, "hang")
    first.wait_for("goal 1 2")
    first.kill()
    second = begin(FAKE, "succeed")
    drive.wait_for("goal A: LOST")
    drive.wait_for("goal B: SUCCEEDED")
    assert second.lines == ["goal 1 2", "goal -3 4"]
    assert drive.end(signal.SIGINT) == 0


def test_a_goal_that_never_ends_is_cancelled_and_the_next_one_sent(begin: Begin) -> None:
    navigator = begin(FAKE, "hang")
    drive = begin(*DRIVE, *GOALS, "--leg-timeout", "0.5", "--once")
    assert drive.wait() == 1
    assert sum("TIMED_OUT" in line for line in drive.lines) == 2
    navigator.wait_for("goal -3 4")
    assert goals_of(navigator) == ["goal 1 2", "goal -3 4"]


def test_requests_whose_answer_was_lost_are_made_again(begin: Begin) -> None:
    navigator = begin(FAKE, "lose")
    drive = begin(*DRIVE, *GOALS, "--once")
    assert drive.wait() == 0
    assert navigator.lines == ["answer lost: state", "answer lost: goal", "goal 1 2", "goal -3 4"]


@pytest.mark.parametrize(
    ("behaviour", "moment"),
    [
        ("deaf", "answer lost: state"),
        ("inactive", "inactive"),
        ("mute", "answer lost: goal"),
        ("hang", "goal 1 2"),
    ],
)
def test_a_signal_ends_it_whatever_it_waits_for(begin: Begin, behaviour: str, moment: str) -> None:
    navigator = begin(FAKE, behaviour)
    for number, delay_s in itertools.product(STOPPING, DELAYS_S):
        before = sum(moment in line for line in navigator.lines)
        drive = begin(*DRIVE, *GOALS)
        # The last request of the drive before may be told only now.
        drive.wait_for("waiting for a navigator")
        navigator.wait_for(moment, times=before + 1)
        time.sleep(delay_s)
        assert drive.end(number, END_S) == 0, drive.lines


@pytest.mark.parametrize(
    "moment", ["waiting for a navigator", "goal A: SUCCEEDED", "goal B: SUCCEEDED"]
)
def test_a_signal_ends_it_before_between_and_after_goals(begin: Begin, moment: str) -> None:
    if moment.startswith("goal"):
        begin(FAKE, "succeed")
    for number, delay_s in itertools.product(STOPPING, DELAYS_S):
        drive = begin(*DRIVE, *GOALS)
        drive.wait_for(moment)
        time.sleep(delay_s)
        assert drive.end(number, END_S) == 0, drive.lines


def test_a_goal_under_way_when_the_signal_comes_is_cancelled(begin: Begin) -> None:
    navigator = begin(FAKE, "hang")
    drive = begin(*DRIVE, *GOALS)
    navigator.wait_for("goal 1 2")
    assert drive.end(signal.SIGTERM, END_S) == 0
    navigator.wait_for("cancelled 1 2")
    assert "goal A: STOPPED" in drive.lines[-1]


def test_a_signal_before_every_goal_was_reached_gives_status_1_where_once_was_asked_for(
    begin: Begin,
) -> None:
    drive = begin(*DRIVE, *GOALS, "--once")
    drive.wait_for("waiting for a navigator")
    assert drive.end(signal.SIGINT, END_S) == 1


@pytest.mark.parametrize("number", STOPPING)
def test_a_signal_while_it_starts_ends_it(begin: Begin, number: int) -> None:
    """Up to its first steps it ends as any Python program does, by the signal.

    An interpreter that gets SIGINT while it imports its site module has a status of its own, and
    up to Python 3.11 it ends with another error where SIGINT comes in a call of ``__set_name__``.
    """
    of_the_interpreter = ("init_import_site", "Error calling __set_name__")
    for delay_ms in range(0, 1600, 200):
        drive = begin(*DRIVE, *GOALS)
        time.sleep(delay_ms / 1000)
        status = drive.end(number, END_S)
        is_interpreters = any(error in line for line in drive.lines for error in of_the_interpreter)
        assert status in (0, 130, -number) or is_interpreters, drive.lines


def test_a_goal_that_makes_no_sense_is_one_line_and_status_2(begin: Begin) -> None:
    drive = begin(*DRIVE, "--goal", "A:1,2")
    assert drive.wait() == 2
    assert len(drive.lines) == 1
    assert "--goal 'A:1,2' must be NAME:X,Y,YAW" in drive.lines[0]
