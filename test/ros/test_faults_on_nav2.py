# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What befalls a real Nav2 in a study: the reason is told, and nothing is left running."""

from __future__ import annotations

import dataclasses
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from bench_runner import Bench
from event_executors import needs_rclcpp_events
from loose_study import CLOSE_GOALS
from nav2_arms import ARMS, every_arm_at_length, every_kind_at_length, study_of_arm
from nav2_study import SMALL, nav2_study

from nav2_composition_bench.trial.record import TrialRecord

Start = Callable[..., Bench]
LOST_ANSWER = "the answer did not reach the lifecycle manager"

CONTAINER = ("__node:=nav2_container", "nav2_container")
PROCESS_OF = {
    "multi_process": ("lib/nav2_controller/controller_server", "controller_server"),
    "manual": ("lib/nav2_composition_bench/manual_composition", "manual_composition"),
    "isolated": CONTAINER,
    "multi_threaded": CONTAINER,
    "single_threaded": CONTAINER,
}
"""Composition -> words of the command line of the process with the controller, and its label."""


def small(arm: str, **changes: Any) -> dict[str, Any]:
    """A study of one trial whose goals are far enough to do something on the way."""
    goals = [dataclasses.asdict(goal) for goal in nav2_study().navigation.goals]
    return {**SMALL, "goals": goals, **study_of_arm(arm, **changes)}


def process_of(arm: str) -> tuple[str, str]:
    """Words of the command line of the process with the controller, and its label."""
    return PROCESS_OF[ARMS[arm]["composition"]]


def driving(start: Start, **study: Any) -> Bench:
    """A bench whose robot drives to its first goal.

    The middleware loses an answer of a lifecycle transition now and then, which ends a bring-up
    before there is anything to test; it is made again.
    """
    for is_last in (False, False, True):
        bench = start(study=study, script=None)
        try:
            bench.wait_for_line("  leg A")
        except AssertionError:
            if is_last or LOST_ANSWER not in bench.output:
                raise
            shutil.rmtree(bench.directory / "results")
        else:
            break
    return bench


def given_up(bench: Bench) -> TrialRecord:
    """The record of a study whose only trial was invalid."""
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert not record.valid and record.invalid_reason is not None
    return record


def refused(bench: Bench) -> str:
    """What a bench says that started nothing."""
    assert bench.wait() == 2, bench.output
    bench.assert_nothing_is_left()
    assert "Traceback" not in bench.output
    assert bench.records() == ()
    return bench.output


@every_arm_at_length
def test_a_nav2_process_that_is_killed_is_named_in_the_record(start: Start, arm: str) -> None:
    words, label = process_of(arm)
    bench = driving(start, **small(arm))
    os.kill(bench.pid_of(words), signal.SIGKILL)
    reason = given_up(bench).invalid_reason
    assert reason is not None and f"{label} was killed by SIGKILL" in reason


@every_kind_at_length
def test_a_nav2_process_that_hangs_makes_the_trial_invalid_and_is_ended(
    start: Start, arm: str
) -> None:
    words, _ = process_of(arm)
    limits = {**SMALL["limits"], "leg_s": 15, "shutdown_s": 5}
    bench = driving(start, **small(arm, limits=limits))
    os.kill(bench.pid_of(words), signal.SIGSTOP)
    record = given_up(bench)
    assert record.legs[0].status in ("ABORTED", "LOST"), record.invalid_reason


@pytest.mark.parametrize(
    "arm", ["isolated", pytest.param("isolated+rclcpp_events", marks=needs_rclcpp_events)]
)
def test_a_container_that_dies_while_nodes_are_loaded_is_named(start: Start, arm: str) -> None:
    bench = start(study=small(arm), script=None)
    bench.wait_for_line("  bring-up")
    os.kill(bench.pid_of("__node:=nav2_container"), signal.SIGKILL)
    reason = given_up(bench).invalid_reason
    assert reason is not None and "nav2_container was killed by SIGKILL" in reason


def test_a_goal_in_an_obstacle_is_a_reason(start: Start) -> None:
    goals = [{"name": "A", "x_m": 1.0, "y_m": 4.45, "yaw_rad": 0.0}, CLOSE_GOALS[1]]
    limits = {**SMALL["limits"], "leg_s": 60}
    record = given_up(start(study=small("isolated", goals=goals, limits=limits), script=None))
    assert record.invalid_reason is not None and record.invalid_reason.startswith("goal A ")
    assert "; logged meanwhile: [" in record.invalid_reason
    assert record.legs[0].status in ("ABORTED", "LOST")


@every_kind_at_length
def test_ctrl_c_during_bring_up_and_while_driving_leaves_nothing(start: Start, arm: str) -> None:
    for phase in ("  bring-up", "  leg A"):
        bench = start(study=small(arm), script=None)
        bench.wait_for_line(phase)
        os.kill(bench.process.pid, signal.SIGINT)
        assert bench.wait() == 130, bench.output
        bench.assert_nothing_is_left()


def test_a_node_without_a_section_runs_with_nav2s_defaults(start: Start, tmp_path: Path) -> None:
    params = Path(SMALL["params_file"])
    content = yaml.safe_load(params.read_text())
    del content["planner_server"]
    path = shutil.copytree(params.parent, tmp_path / "params") / params.name
    path.write_text(yaml.safe_dump(content))
    bench = driving(start, **small("isolated", params_file=str(path)))
    assert "has no section planner_server" in bench.output
    os.kill(bench.process.pid, signal.SIGINT)
    assert bench.wait() == 130, bench.output
    bench.assert_nothing_is_left()


def test_a_plugin_that_is_not_installed_is_refused_by_name(start: Start, tmp_path: Path) -> None:
    params = Path(SMALL["params_file"])
    content = params.read_text()
    wrong = content.replace("nav2_navfn_planner::NavfnPlanner", "nav2_navfn_planner::NoSuchPlanner")
    assert wrong != content
    path = shutil.copytree(params.parent, tmp_path / "params") / params.name
    path.write_text(wrong)
    said = refused(start(study=small("isolated", params_file=str(path)), script=None))
    assert "nav2_navfn_planner::NoSuchPlanner" in said


def test_a_map_that_is_missing_is_refused(start: Start, tmp_path: Path) -> None:
    missing = tmp_path / "nowhere.yaml"
    said = refused(start(study=small("isolated", map_file=str(missing)), script=None))
    assert "nowhere.yaml" in said


def test_a_distribution_without_a_node_table_is_refused(start: Start) -> None:
    said = refused(
        start(study=small("isolated"), script=None, variables={"ROS_DISTRO": "galactic"})
    )
    assert "galactic" in said and "jazzy" in said
