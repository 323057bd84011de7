# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest
from arm_studies import PAPERS_ARMS, design_of, listed, names

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm_design import (
    ArmDesign,
    arms_of,
    baseline_of,
    factors_of,
)
from nav2_composition_bench.study.factor import PARAMS, RMW, TIMER_SLACK

BONDS = ("with_bonds", "without_bonds")
RMWS = ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")


def arm_names(design: ArmDesign) -> list[str]:
    return names(arms_of(design))


def fault(design: ArmDesign) -> str:
    with pytest.raises(UserError) as caught:
        arms_of(design)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_the_four_compositions_of_the_paper_are_the_default() -> None:
    assert arms_of(ArmDesign()) == PAPERS_ARMS
    assert factors_of(arms_of(ArmDesign())) == ("composition",)


def test_every_combination_of_factors_is_an_arm_in_the_order_of_the_factors() -> None:
    design = design_of("isolated", "manual", params=BONDS, executor=["rclcpp_events", "stock"])
    assert arm_names(design) == [
        "isolated+rclcpp_events+with_bonds",
        "isolated+rclcpp_events+without_bonds",
        "isolated+with_bonds",
        "isolated+without_bonds",
        "manual+rclcpp_events+with_bonds",
        "manual+rclcpp_events+without_bonds",
        "manual+with_bonds",
        "manual+without_bonds",
    ]
    assert factors_of(arms_of(design)) == ("composition", "executor", "params")


def test_a_name_tells_what_is_not_the_default() -> None:
    design = design_of("isolated", intra_process=["off", "on"], params=["base", "slow"])
    assert arm_names(design) == [
        "isolated",
        "isolated+slow",
        "isolated+intra_process",
        "isolated+intra_process+slow",
    ]


def test_a_timer_slack_is_in_the_name_only_where_arms_differ_in_it() -> None:
    assert arm_names(design_of("isolated", timer_slack_us=["1000"])) == ["isolated"]
    design = design_of("isolated", timer_slack_us=["default", "1000"])
    assert arm_names(design) == ["isolated", "isolated+timer_slack_us-1000"]
    assert [arm[TIMER_SLACK] for arm in arms_of(design)] == [None, 1000]
    assert factors_of(arms_of(design)) == ("timer_slack_us",)


def test_a_middleware_is_in_the_name_only_where_arms_differ_in_it() -> None:
    assert arm_names(design_of("manual", rmw=RMWS[1:])) == ["manual"]
    assert arm_names(design_of("manual", rmw=RMWS)) == [f"manual+{rmw}" for rmw in RMWS]


def test_an_arm_that_names_the_usual_middleware_is_called_as_one_that_names_none() -> None:
    usual, other = ({"composition": "isolated", "rmw": rmw} for rmw in RMWS)
    rest = {"composition": "manual"}
    assert arm_names(listed(usual, rest)) == ["isolated", "manual"]
    assert arm_names(listed(other, rest)) == ["isolated+rmw_cyclonedds_cpp", "manual"]


def test_listed_arms_are_crossed_with_the_factors_they_leave_out() -> None:
    design = listed(
        {"composition": "multi_process"},
        {"name": "events", "composition": "isolated", "executor": "rclcpp_events"},
        {"composition": "manual", "params": "base"},
        params=BONDS,
    )
    assert arm_names(design) == [
        "multi_process+with_bonds",
        "multi_process+without_bonds",
        "events+with_bonds",
        "events+without_bonds",
        "manual",
    ]


def test_the_name_of_a_listed_arm_is_kept() -> None:
    (arm,) = arms_of(
        listed({"name": "mine", "composition": "isolated", "rmw": RMWS[1], "params": "slow"})
    )
    assert arm.name == "mine"
    assert (arm[RMW], arm[PARAMS]) == (RMWS[1], "slow")


@pytest.mark.parametrize(
    ("design", "first", "second"),
    [
        (
            design_of("multi_threaded", "single_threaded", executor=["single_threaded"]),
            "multi_threaded+single_threaded",
            "single_threaded+single_threaded",
        ),
        (
            listed(
                {"composition": "single_threaded"},
                {"composition": "multi_threaded", "executor": "single_threaded"},
            ),
            "single_threaded",
            "multi_threaded+single_threaded",
        ),
        (
            design_of("multi_process", executor=["stock", "single_threaded"]),
            "multi_process",
            "multi_process+single_threaded",
        ),
        (
            listed({"name": "a", "composition": "manual"}, {"composition": "manual"}),
            "a",
            "manual",
        ),
    ],
)
def test_two_arms_that_are_the_same_are_refused(design: ArmDesign, first: str, second: str) -> None:
    assert fault(design) == f"arms '{first}' and '{second}' are the same; leave one out"


def test_two_arms_of_one_name_are_refused() -> None:
    design = listed(
        {"name": "mine", "composition": "manual"}, {"name": "mine", "composition": "isolated"}
    )
    assert fault(design) == "two arms are called 'mine'; give one of them another name"


def test_the_baseline_is_the_one_that_is_named() -> None:
    design = replace(design_of(), baseline="manual")
    assert baseline_of(design, arms_of(design)) == "manual"


@pytest.mark.parametrize(
    ("design", "baseline"),
    [
        (design_of("isolated", "multi_process", params=BONDS), "multi_process+with_bonds"),
        (design_of("manual", "isolated"), "manual"),
        (replace(design_of(), baseline="manual", chosen=("isolated",)), "isolated"),
        (replace(design_of(), chosen=("isolated", "multi_process")), "multi_process"),
    ],
)
def test_the_default_baseline_is_the_first_arm_of_one_process_per_node_or_else_the_first(
    design: ArmDesign, baseline: str
) -> None:
    assert baseline_of(design, arms_of(design)) == baseline


def test_a_baseline_that_is_no_arm_is_refused_with_the_nearest() -> None:
    design = replace(design_of(), baseline="isolatd")
    with pytest.raises(
        UserError,
        match="baseline 'isolatd' is no arm of the study; did you mean 'isolated'. its arms: multi",
    ):
        baseline_of(design, arms_of(design))


def test_chosen_arms_are_run_in_the_order_of_the_study_under_the_names_of_the_whole() -> None:
    design = design_of("multi_process", "isolated", rmw=RMWS)
    wanted = ("isolated+rmw_cyclonedds_cpp", "multi_process+rmw_cyclonedds_cpp")
    assert arm_names(replace(design, chosen=wanted)) == [*reversed(wanted)]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (("isolatd",), "--arm 'isolatd' is unknown; did you mean 'isolated'? known: multi_process"),
        (("manual", "manual"), "--arm manual is given twice; give it once"),
    ],
)
def test_a_chosen_arm_that_is_none_or_twice_is_refused(chosen: tuple[str, ...], said: str) -> None:
    assert said in fault(replace(design_of(), chosen=chosen))
