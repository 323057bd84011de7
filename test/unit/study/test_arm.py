# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from arm_studies import ISOLATED, MANUAL, MULTI_PROCESS, MULTI_THREADED, SINGLE_THREADED, arm_of

from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm import arm_of as arm_of_levels
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import EXECUTOR, FACTORS, INTRA_PROCESS, TIMER_SLACK
from nav2_composition_bench.study.fleet import Discovery
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.study.workspace import Workspace

PAIR = parse_placement("pair=map_server|amcl")


def test_an_arm_has_a_level_for_every_factor() -> None:
    assert MANUAL.levels == {
        "composition": "manual",
        "executor": "stock",
        "rmw": "rmw_fastrtps_cpp",
        "intra_process": "off",
        "params": "base",
    }
    graph = arm_of("manual", topology="consumer_robot")
    of_graph = {"topology": "consumer_robot", "transport": "default"}
    assert graph.levels == {**MANUAL.levels, **of_graph}
    further = {
        "discovery": Discovery.PEERS,
        "timer_slack_us": 9,
        "workspace": Workspace("mine", Path("/ws")),
    }
    fleet = Arm("fleet", {**graph.values, **further})
    assert list(fleet.levels) == list(FACTORS)
    assert fleet.levels["timer_slack_us"] == "9"


def test_an_arm_has_the_value_of_every_factor() -> None:
    arm = arm_of("manual", executor=Executor.EVENTS)
    assert (arm[EXECUTOR], arm[INTRA_PROCESS], arm[TIMER_SLACK]) == (Executor.EVENTS, False, None)
    assert arm.having(EXECUTOR, Executor.STOCK) == MANUAL
    assert arm == pickle.loads(pickle.dumps(arm)) and arm != MANUAL


@pytest.mark.parametrize(
    "arm",
    [
        MANUAL,
        arm_of(PAIR, intra_process=True, params="x"),
        arm_of("manual", topology="x", transport=Transport.LOAN),
        arm_of("manual", timer_slack_us=1000),
    ],
)
def test_an_arm_can_be_made_of_its_levels(arm: Arm) -> None:
    assert arm_of_levels(arm.levels, ArmDesign(placements=(PAIR,)), arm.name) == arm


def test_what_is_not_said_of_an_arm_is_the_default() -> None:
    assert arm_of_levels({"composition": "manual"}, ArmDesign(), "manual") == MANUAL


@pytest.mark.parametrize(
    "arm", [MULTI_PROCESS, MANUAL, ISOLATED, MULTI_THREADED, SINGLE_THREADED, arm_of(PAIR)], ids=str
)
def test_a_composition_has_an_executor_of_its_own_unless_one_is_named(arm: Arm) -> None:
    stock = Executor.MULTI_THREADED if arm == MULTI_THREADED else Executor.SINGLE_THREADED
    assert arm.executor is stock
    assert arm.having(EXECUTOR, Executor.RCLCPP_EVENTS).executor is Executor.RCLCPP_EVENTS


def test_arms_that_spin_the_same_nodes_alike_run_the_same_thing() -> None:
    named = MULTI_THREADED.having(EXECUTOR, Executor.SINGLE_THREADED)
    assert named.what_runs == SINGLE_THREADED.what_runs
    assert ISOLATED.having(EXECUTOR, Executor.SINGLE_THREADED).what_runs == ISOLATED.what_runs
    assert named.what_runs != MULTI_THREADED.what_runs


@pytest.mark.parametrize(
    "other",
    [
        arm_of("isolated", rmw="rmw_cyclonedds_cpp"),
        arm_of("isolated", intra_process=True),
        arm_of("isolated", params="without_bonds"),
        arm_of("isolated", executor=Executor.RCLCPP_EVENTS),
        arm_of("isolated", timer_slack_us=1000),
        MANUAL,
        MULTI_PROCESS,
        arm_of(PAIR),
    ],
)
def test_arms_that_differ_in_a_factor_run_something_else(other: Arm) -> None:
    assert other.what_runs != ISOLATED.what_runs


def test_two_placements_of_the_same_processes_run_the_same_thing() -> None:
    first = parse_placement("first=a|b c|d")
    second = parse_placement("second=c|d a|b")
    assert arm_of(first).what_runs == arm_of(second).what_runs
