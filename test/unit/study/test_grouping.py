# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.grouping import (
    Grouping,
    group_words,
    make_grouping,
    parse_groups,
    parse_named_groups,
    partition_of,
)
from nav2_composition_bench.study.node_table import table_for

TABLE = table_for("reference")
NAMES = [entry.name for entry in TABLE]


def make(*texts: str, name: str = "split") -> Grouping:
    return make_grouping(name, parse_groups(texts), TABLE, "--group")


def fault(*texts: str, name: str = "split") -> str:
    with pytest.raises(UserError) as caught:
        make(*texts, name=name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_groups_of_one_name_are_one_grouping() -> None:
    found = parse_named_groups(["a,b", "mine=c, d", "e,f", "mine = g,h"])
    assert found == {
        "grouped": (("a", "b"), ("e", "f")), "mine": (("c", "d"), ("g", "h"))
    }  # fmt: skip
    assert parse_named_groups(["=a,b"]) == {"": (("a", "b"),)}


def test_nodes_that_are_not_named_have_processes_of_their_own() -> None:
    grouping = make("amcl, map_server", "planner_server,controller_server")
    assert grouping.groups == (("map_server", "amcl"), ("controller_server", "planner_server"))
    parts = grouping.partition(NAMES)
    assert parts[:2] == grouping.groups
    assert [part for part in parts[2:] if len(part) != 1] == []
    assert sorted(node for part in parts for node in part) == sorted(NAMES)


def test_the_order_in_which_groups_and_nodes_are_named_does_not_matter() -> None:
    assert make("amcl,map_server", "bt_navigator,smoother_server") == make(
        "smoother_server,bt_navigator", "map_server,amcl"
    )


def test_a_group_of_one_node_is_a_process_like_that_of_a_node_not_named() -> None:
    assert make("map_server,amcl", "planner_server") == make("map_server,amcl")


def test_records_file_a_grouping_under_its_name() -> None:
    assert make("map_server,amcl").value == str(make("map_server,amcl")) == "split"


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["map_server,amlc"], "no node 'amlc'; did you mean 'amcl'? known: map_server, amcl"),
        (["map_server,amcl", "amcl,bt_navigator"], "amcl is in two groups"),
        (["amcl,map_server,amcl"], "amcl is twice in one group"),
        (["map_server,amcl", ""], "group 2 is empty; name two nodes"),
        ([" , "], "group 1 is empty"),
        (["amcl", "map_server"], "no two nodes share a process, which is --composition multi_"),
        ([",".join(NAMES)], "all nodes share one process, which is --composition isolated"),
        (["amcl,local_costmap"], "local_costmap is made by controller_server"),
    ],
)
def test_a_grouping_that_cannot_be_is_one_line_with_the_remedy(
    texts: Sequence[str], said: str
) -> None:
    assert said in fault(*texts)


@pytest.mark.parametrize("name", ["manual", "multi_process", "all", "", "a/b", "-x", "a b"])
def test_a_name_that_is_taken_or_no_directory_name_is_refused(name: str) -> None:
    assert "cannot be called" in fault("map_server,amcl", name=name)


def test_a_partition_may_be_all_separate_or_all_in_one() -> None:
    assert partition_of((), ["a", "b"], "--group") == (("a",), ("b",))
    assert partition_of([["b", "a"]], ["a", "b"], "--group") == (("a", "b"),)


def test_a_partition_says_how_it_is_run() -> None:
    assert group_words((("a", "b"), ("c",), ("d", "e"))) == "--group a,b --group d,e"


def test_a_node_that_another_makes_to_speak_through_is_told_with_its_maker() -> None:
    client = "bt_navigator_navigate_to_pose_rclcpp_node"
    with pytest.raises(UserError, match=f"{client} is made by bt_navigator and lives in its"):
        make_grouping("pair", [["amcl", client]], table_for("nav2", "jazzy"), "--group")
