# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script by nav2_simple_commander, against navigators that come and go."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from started_process import Process, starter

pytest.importorskip("nav2_simple_commander", reason="nav2_simple_commander is not installed")

ROOT = Path(__file__).resolve().parents[2]
FAKE = str(ROOT / "test" / "integration" / "fake_navigator.py")
SCRIPT = (str(ROOT / "host_scripts" / "goal_script.py"), "--settle", "0.2")
GOALS = ("--goal", "A:1,2,0.5", "--goal", "B:-3,4,0")
Begin = Callable[..., Process]


@pytest.fixture
def begin(domain_id: int, tmp_path: Path) -> Iterator[Begin]:
    """Return a function that starts a Python command on the test's domain."""
    with starter(tmp_path) as run:
        yield run


def goals_of(navigator: Process) -> list[str]:
    return [line for line in navigator.lines if line.startswith("goal ")]


def test_both_goals_are_sent_in_order_to_a_navigator_that_succeeds(begin: Begin) -> None:
    navigator = begin(FAKE, "succeed")
    script = begin(*SCRIPT, *GOALS, "--once")
    assert script.wait() == 0
    assert goals_of(navigator) == ["goal 1 2", "goal -3 4"]


def test_aborted_goals_are_told_and_give_status_1(begin: Begin) -> None:
    begin(FAKE, "abort")
    script = begin(*SCRIPT, *GOALS, "--once")
    assert script.wait() == 1
    assert sum("ABORTED" in line for line in script.lines) == 2


def test_the_next_bring_up_is_served_after_an_orderly_one(begin: Begin) -> None:
    script = begin(*SCRIPT, *GOALS)
    first = begin(FAKE, "succeed")
    script.wait_for("goal B: SUCCEEDED")
    first.end(signal.SIGINT)
    second = begin(FAKE, "succeed")
    script.wait_for("goal B: SUCCEEDED", times=2)
    assert goals_of(second) == ["goal 1 2", "goal -3 4"]
    assert script.end(signal.SIGINT) == 0


def test_requests_whose_answer_was_lost_are_made_again(begin: Begin) -> None:
    navigator = begin(FAKE, "lose")
    script = begin(*SCRIPT, *GOALS, "--once")
    assert script.wait() == 0
    assert navigator.lines == ["answer lost: state", "answer lost: goal", "goal 1 2", "goal -3 4"]


def test_a_navigator_killed_under_a_goal_is_lost_and_the_next_one_is_served(begin: Begin) -> None:
    script = begin(*SCRIPT, *GOALS)
    first = begin(FAKE, "hang")
    first.wait_for("goal 1 2")
    first.kill()
    second = begin(FAKE, "succeed")
    script.wait_for("LOST: the navigator has gone")
    script.wait_for("goal B: SUCCEEDED")
    assert goals_of(second) == ["goal 1 2", "goal -3 4"]
    assert script.end(signal.SIGINT) == 0


def test_a_goal_that_never_ends_is_cancelled_and_the_next_one_sent(begin: Begin) -> None:
    navigator = begin(FAKE, "hang")
    script = begin(*SCRIPT, *GOALS, "--leg-timeout", "0.5", "--once")
    assert script.wait() == 1
    assert sum("TIMED_OUT" in line for line in script.lines) == 2
    assert goals_of(navigator) == ["goal 1 2", "goal -3 4"]


def test_a_goal_that_makes_no_sense_is_one_line_and_status_2(begin: Begin) -> None:
    script = begin(*SCRIPT, "--goal", "A:1,2")
    assert script.wait() == 2
    assert len(script.lines) == 1
    assert "--goal 'A:1,2' must be NAME:X,Y,YAW" in script.lines[0]
