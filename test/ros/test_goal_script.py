# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The goal script with a real Nav2 that comes, goes and is killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from loose_study import CLOSE_GOALS
from nav2_study import nav2_study
from started_process import Process
from study_factory import ISOLATED, RMW, settled_of
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.host_commands import GOAL_SCRIPT_NODE, host_processes
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study import Limits

FAKE = str(Path(__file__).resolve().parents[1] / "integration" / "fake_navigator.py")
DRIVE = ("-m", "nav2_composition_bench.cli.main", "drive")
GOAL_WORDS = tuple(
    word
    for goal in CLOSE_GOALS
    for word in ("--goal", f"{goal['name']}:{goal['x_m']},{goal['y_m']},{goal['yaw_rad']}")
)
FAR_WORDS = ("--goal", "A:2.6,-1.5,0.6")
"""A goal that is not reached in the seconds before a signal, however often it is begun."""
END_S = 10.0
"""Within what a signal must have ended the script, on a loaded machine; a second is usual."""
STOPPING = (signal.SIGINT, signal.SIGTERM)
Begin = Callable[..., Process]


@pytest.fixture
def session(domain_id: int, log_directory: Path) -> Iterator[BringUpSession]:
    """The simulator, and Nav2 as often as wanted; goal scripts are started beside it."""
    goals = tuple(Goal(**goal) for goal in CLOSE_GOALS)
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    settled = settled_of(replace(nav2_study().with_navigation(goals=goals), limits=limits))
    simulator, _ = host_processes(settled)
    with BringUpSession(
        settled,
        RMW,
        log_directory,
        domain_id=domain_id,
        host=[simulator],
        companions=[GOAL_SCRIPT_NODE],
    ) as session:
        session.host.ensure_running()
        yield session


def test_every_bring_up_is_served_though_one_is_killed_under_way(
    begin: Begin, session: BringUpSession
) -> None:
    script = begin(*DRIVE, *GOAL_WORDS)
    with session.start_system(ISOLATED) as first:
        first.wait_until_active(TIMEOUT_S)
        script.wait_for("goal B: SUCCEEDED")
    with session.start_system(ISOLATED) as second:
        second.wait_until_active(TIMEOUT_S)
        script.wait_for("goal A (", times=2)
        time.sleep(1.0)  # under way
        for pid in second.pids():
            os.kill(pid, signal.SIGKILL)
        script.wait_for("goal A: LOST")
    script.wait_for("the robot was put back at its start")
    with session.start_system(ISOLATED) as third:
        third.wait_until_active(TIMEOUT_S)
        script.wait_for("goal B: SUCCEEDED", times=2)
    assert script.end(signal.SIGTERM, END_S) == 0


def test_a_signal_ends_it_at_any_moment_of_a_bring_up_and_of_a_drive(
    begin: Begin, session: BringUpSession
) -> None:
    with session.start_system(ISOLATED) as system:
        for number in STOPPING:
            script = begin(*DRIVE, *GOAL_WORDS)
            script.wait_for("waiting for a navigator")
            assert script.end(number, END_S) == 0, script.lines
        system.wait_until_active(TIMEOUT_S)
        for number in STOPPING:
            for delay_s in (0.0, 0.1, 1.0):
                script = begin(*DRIVE, *FAR_WORDS)
                script.wait_for("goal A (")
                time.sleep(delay_s)
                assert script.end(number, END_S) == 0, script.lines
                assert "goal A: STOPPED" in script.lines[-1]


def test_requests_whose_answer_was_lost_are_made_again(begin: Begin) -> None:
    navigator = begin(FAKE, "lose")
    script = begin(*DRIVE, "--goal", "A:1,2,0.5", "--goal", "B:-3,4,0", "--once")
    assert script.wait() == 0
    assert navigator.lines == ["answer lost: state", "answer lost: goal", "goal 1 2", "goal -3 4"]
