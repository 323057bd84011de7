# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from recorded_systems import robot, two_robots

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.recording.layout import (
    by_namespace,
    composition_of,
    keeps_apart,
    merged_by_traffic,
    read_pairs,
    with_units,
)
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.grouping import Grouping


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


def test_a_group_takes_along_what_cannot_be_parted() -> None:
    found = with_units([["robot_1/costmap", "robot_1/lidar"]], two_robots().topology(), "--group")
    assert found == (("robot_1/controller", "robot_1/costmap", "robot_1/lidar"),)


@pytest.mark.parametrize(
    "groups, mistake",
    [
        ([[]], "--group: group 1 is empty"),
        ([["robot_1/lidar", "robot_1/lidar"]], "robot_1/lidar is twice in one group"),
        ([["robot_1/lidar"], ["/robot_1/lidar"]], "robot_1/lidar is in two groups"),
        ([["robot_1/costmap"], ["robot_1/controller"]], "robot_1/controller is in two groups"),
    ],
)
def test_groups_that_are_no_partition_are_refused(groups: list[list[str]], mistake: str) -> None:
    with pytest.raises(UserError, match=mistake):
        with_units(groups, two_robots().topology(), "--group")


def test_a_partition_is_the_composition_that_it_is() -> None:
    assert composition_of("x", (("a",), ("b",))) is Composition.MULTI_PROCESS
    assert composition_of("x", (("a", "b"),)) is Composition.ISOLATED
    assert composition_of("x", (("a", "b"), ("c",))) == Grouping("x", (("a", "b"),))


@pytest.mark.parametrize(
    "composition, is_kept",
    [
        (Composition.MULTI_PROCESS, True),
        (Composition.ISOLATED, False),
        (Grouping("x", (("a", "c"),)), True),
        (Grouping("x", (("a", "b"),)), False),
    ],
)
def test_an_arm_keeps_a_pair_apart_or_not(composition: Composition, is_kept: bool) -> None:
    arm = Arm("x", {"composition": composition})
    assert keeps_apart(arm, ("a", "b", "c"), [frozenset("ab")]) is is_kept
