# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from captured_systems import robot, two_robots

from nav2_composition_bench.capturing.layout import (
    by_namespace,
    composition_of,
    keeps_apart,
    merged_by_traffic,
    read_pairs,
    with_units,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MULTI_PROCESS,
    Placement,
    parse_placement,
)


def test_namespaces_share_a_process_each() -> None:
    parts = by_namespace(two_robots().topology())
    assert [len(part) for part in parts] == [3, 3]
    assert all(name.startswith("robot_1/") for name in parts[0])


def test_a_node_in_the_root_namespace_takes_no_unit_out_of_its_robots() -> None:
    system = two_robots()
    system.node("/transform_listener_impl_5f3a", 10)
    topology = system.topology()
    parts = by_namespace(topology)
    assert [len(part) for part in parts] == [4, 3]
    assert all(name.startswith("robot_2/") for name in parts[1])


def test_a_unit_without_any_namespace_is_the_root_ones() -> None:
    system = two_robots()
    system.node("/map_server", 30)
    assert ("map_server",) in by_namespace(system.topology())


def test_who_sends_each_other_most_is_joined_first() -> None:
    parts = merged_by_traffic(two_robots().topology(), 2)
    assert sorted(map(sorted, parts)) == sorted(map(sorted, by_namespace(two_robots().topology())))


def test_pairs_stay_apart_however_few_processes_are_asked_for() -> None:
    topology = robot().topology()
    pairs = read_pairs(["camera,detector", "/camera,/controller"], topology)
    parts = merged_by_traffic(topology, 1, pairs)
    assert sorted(parts) == [("camera",), ("controller", "detector")]
    every = read_pairs(["camera,detector,controller"], topology)
    assert len(merged_by_traffic(topology, 1, every)) == 3


def test_a_unit_cannot_be_parted_and_an_unknown_node_is_named_with_the_nearest() -> None:
    topology = two_robots().topology()
    with pytest.raises(UserError, match="are made by one program, and cannot be apart"):
        read_pairs(["robot_1/controller,robot_1/costmap"], topology)
    with pytest.raises(UserError, match="no node 'robot_1/lydar'; did you mean 'robot_1/lidar'"):
        read_pairs(["robot_1/lydar,robot_1/costmap"], topology)
    with pytest.raises(UserError, match="names no two nodes"):
        read_pairs(["robot_1/lidar"], topology)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (
            "robot_1/costmap|/robot_1/lidar",
            "robot_1/controller|robot_1/costmap|robot_1/lidar robot_2/controller|robot_2/costmap",
        ),
        ("robot_1/costmap,robot_1/lidar|*", "robot_1/controller,robot_1/costmap,robot_1/lidar|*"),
        ("robot_1/controller|robot_1/costmap **", "robot_1/controller|robot_1/costmap **"),
    ],
)
def test_a_placement_takes_along_what_cannot_be_parted(text: str, whole: str) -> None:
    found = with_units(parse_placement(f"x={text}"), two_robots().topology())
    assert found == parse_placement(f"x={whole}")


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("robot_1/lydar", "placement 'x': there is no node 'robot_1/lydar'; did you mean"),
        ("robot_1/costmap robot_1/controller", "placement 'x': robot_1/controller is named twice"),
        ("robot_1/costmap,robot_1/lidar|robot_1/controller", "robot_1/controller is named twice"),
    ],
)
def test_a_placement_that_parts_what_cannot_be_is_refused(text: str, mistake: str) -> None:
    with pytest.raises(UserError, match=mistake):
        with_units(parse_placement(f"x={text}"), two_robots().topology())


def test_a_partition_is_the_composition_that_it_is() -> None:
    assert composition_of("x", (("a",), ("b",))) == MULTI_PROCESS
    assert composition_of("x", (("a", "b"),)) == ISOLATED
    assert composition_of("x", (("a", "b"), ("c",))) == parse_placement("x=a|b")


@pytest.mark.parametrize(
    "placement, is_kept",
    [
        (MULTI_PROCESS, True),
        (ISOLATED, False),
        (parse_placement("x=a|c"), True),
        (parse_placement("x=a,b"), False),
    ],
)
def test_an_arm_keeps_a_pair_apart_or_not(placement: Placement, is_kept: bool) -> None:
    arm = Arm("x", {"composition": placement})
    assert keeps_apart(arm, ("a", "b", "c"), [frozenset("ab")]) is is_kept
