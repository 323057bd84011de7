# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from arm_studies import design_of, listed, names

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of, baseline_of
from nav2_composition_bench.study.design_changes import (
    check_levels,
    with_arm,
    with_factor,
    with_placements,
)
from nav2_composition_bench.study.factor import COMPOSITION
from nav2_composition_bench.study.placement import parse_placement

BONDS = ("with_bonds", "without_bonds")
PAIR = parse_placement("pair=map_server|amcl")
NEW = parse_placement("new=b|a,c")


def arm_names(design: ArmDesign) -> list[str]:
    return names(arms_of(design))


@pytest.mark.parametrize(
    ("factor", "levels", "said"),
    [
        ("compositon", ["x"], "there is no factor 'compositon'; did you mean 'composition'?"),
        ("composition", ["isolatd"], "composition 'isolatd' is unknown; did you mean 'isolated'?"),
        ("composition", ["pear"], "composition 'pear' is unknown; did you mean 'pair'?"),
        ("executor", ["event"], "executor 'event' is unknown; did you mean 'events'?"),
        ("rmw", ["cyclone"], "rmw is 'cyclone', must be a middleware's name like rmw_fastrtps_cpp"),
        ("intra_process", ["true"], "intra_process 'true' is unknown; known: off, on"),
        ("params", ["with_bond"], "params 'with_bond' is unknown; did you mean 'with_bonds'?"),
        ("timer_slack_us", ["0"], "must be default or a whole number of µs from 1 to 1000000"),
        ("params", [], "params has no level; name one or more"),
        ("params", ["base", "base"], "params has the level base twice; give it once"),
    ],
)
def test_a_factor_or_level_that_does_not_exist_is_refused_with_the_nearest(
    factor: str, levels: Sequence[str], said: str
) -> None:
    design = replace(design_of(placements=(PAIR,)), overlays=("with_bonds",))
    with pytest.raises(UserError) as caught:
        check_levels(factor, levels, "--factor", design)
    assert str(caught.value).startswith("--factor") and said in str(caught.value)


def test_other_levels_of_a_factor_replace_those_there_are() -> None:
    design = with_factor(design_of("manual", params=BONDS), "params", ["base"])
    assert arm_names(design) == ["manual"]


SOME_SET_IT = listed(
    {"composition": "manual"},
    {"composition": "isolated"},
    {"name": "events", "composition": "isolated", "executor": "rclcpp_events"},
)


@pytest.mark.parametrize(
    ("levels", "left"),
    [
        (["stock"], ["manual", "isolated"]),
        (["rclcpp_events"], ["events"]),
        (["stock", "rclcpp_events"], ["manual", "isolated", "events"]),
    ],
)
def test_of_listed_arms_those_stay_that_have_the_level(
    levels: Sequence[str], left: Sequence[str]
) -> None:
    assert arm_names(with_factor(SOME_SET_IT, "executor", levels)) == left


def test_of_listed_arms_that_leave_a_factor_out_the_crossed_levels_stay() -> None:
    design = listed(
        {"composition": "manual", "params": "base"}, {"composition": "isolated"}, params=BONDS
    )
    design = with_factor(design, "params", ["with_bonds", "base"])
    assert arm_names(design) == ["manual", "isolated+with_bonds"]
    assert arm_names(with_factor(design, "params", ["base"])) == ["manual"]


def test_a_level_that_no_listed_arm_has_is_crossed_with_those_that_leave_the_factor_out() -> None:
    design = with_factor(SOME_SET_IT, "executor", ["stock", "events", "rclcpp_events"])
    assert arm_names(design) == [
        "manual",
        "manual+events",
        "isolated",
        "isolated+events",
        "events",
    ]
    alone = with_factor(SOME_SET_IT, "executor", ["ring_buffer"])
    assert arm_names(alone) == ["manual+ring_buffer", "isolated+ring_buffer"]


@pytest.mark.parametrize(("called", "name"), [("loops", "new"), (None, "new+events")])
def test_where_arms_are_listed_with_a_placement_a_further_one_has_an_arm_like_them(
    called: str | None, name: str
) -> None:
    old = {"composition": "old", "executor": "events"}
    design = listed({"composition": "isolated"}, {**old, **({"name": called} if called else {})})
    design = replace(design, placements=(parse_placement("old=a|b,c"),))
    grown = with_placements(design, [NEW])
    assert arm_names(grown) == ["isolated", called or "old+events", name]
    new = arms_of(grown)[-1]
    assert new[COMPOSITION] == NEW
    assert new.levels == {**arms_of(design)[1].levels, "composition": "new"}


def test_where_no_arm_is_listed_with_a_placement_a_further_one_has_an_arm_of_default_levels() -> (
    None
):
    assert arm_names(with_placements(SOME_SET_IT, [PAIR])) == [*arm_names(SOME_SET_IT), "pair"]
    assert arm_names(with_placements(design_of("manual"), [PAIR])) == ["manual", "pair"]


def test_a_placement_whose_name_is_taken_is_refused() -> None:
    with pytest.raises(UserError, match="the study has a placement 'pair' already; name yours"):
        with_placements(design_of(placements=(PAIR,)), [PAIR])


def test_a_level_that_no_listed_arm_has_is_refused_where_all_set_the_factor() -> None:
    with pytest.raises(UserError, match="composition of the study's arms 'multi_threaded' is unkn"):
        with_factor(SOME_SET_IT, "composition", ["multi_threaded"])


def test_an_arm_that_is_there_already_is_found_whatever_it_is_called() -> None:
    design, arm = with_arm(
        SOME_SET_IT, {"composition": "isolated", "executor": "rclcpp_events", "params": "base"}
    )
    assert (design, arm.name) == (SOME_SET_IT, "events")


def test_an_arm_that_is_not_there_joins_those_there_are() -> None:
    design, arm = with_arm(
        replace(design_of("manual", params=BONDS, placements=(PAIR,)), baseline="pair+with_bonds"),
        {"composition": "pair", "params": "base"},
    )
    before = ["manual+with_bonds", "manual+without_bonds", "pair+with_bonds", "pair+without_bonds"]
    assert arm_names(design) == [*before, "pair"]
    assert (arm.name, arm[COMPOSITION]) == ("pair", PAIR)
    assert baseline_of(design, arms_of(design)) == "pair+with_bonds"


@pytest.mark.parametrize(
    ("factor", "level"),
    [
        ("timer_slack_us", "1"),
        ("composition", "isolated"),
        ("intra_process", "on"),
        ("params", "base"),
        ("transport", "udp"),
    ],
)
def test_a_fleet_has_none_of_the_factors_that_it_does_not_apply(factor: str, level: str) -> None:
    fleet = replace(design_of(), topologies=("robots-2",), is_fleet=True)
    with pytest.raises(UserError, match=f"there is no factor '{factor}'"):
        check_levels(factor, [level], "--factor", fleet)
    check_levels(factor, [level], "--factor", replace(fleet, is_fleet=False))
