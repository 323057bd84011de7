# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pytest

from nav2_composition_bench.study.nav2_table import (
    ALL_NODES,
    BY_POINTER,
    NAV2_TABLES,
    NOT_LAUNCHED,
    OTHER_REMAPPINGS,
    RELATIVE_TF,
)
from nav2_composition_bench.study.node_entry import (
    NodeEntry,
    all_node_names,
    configured_names,
    fully_qualified_names,
    managed_nodes,
    thread_names,
)
from nav2_composition_bench.study.node_table import table_for

DISTROS = ("humble", "jazzy", "kilted", "lyrical")


def entry(distro: str, name: str) -> NodeEntry:
    (found,) = [node for node in table_for("nav2", distro) if node.name == name]
    return found


def own_remappings(distro: str, name: str) -> dict[str, str]:
    return dict(entry(distro, name).remappings[len(RELATIVE_TF) :])


@pytest.mark.parametrize(
    ("distro", "count"), [("humble", 11), ("jazzy", 14), ("kilted", 14), ("lyrical", 15)]
)
def test_as_many_nodes_are_launched_as_by_the_distributions_own_bring_up(
    distro: str, count: int
) -> None:
    assert len(table_for("nav2", distro)) == count


def test_humble_has_fifteen_nodes_with_the_hidden_ones() -> None:
    assert len(fully_qualified_names(table_for("nav2", "humble"))) == 15


def test_differences_name_only_nodes_there_are() -> None:
    names = {node.name for node in ALL_NODES}
    for distro, missing in NOT_LAUNCHED.items():
        assert names >= set(missing) | set(OTHER_REMAPPINGS.get(distro, {}))
        assert names >= set(BY_POINTER.get(distro, ()))
    assert tuple(NAV2_TABLES) == DISTROS


@pytest.mark.parametrize("distro", DISTROS)
def test_every_node_says_how_it_is_built_and_found(distro: str) -> None:
    for node in table_for("nav2", distro):
        assert node.header is not None and node.header.startswith(f"{node.package}/")
        assert node.library is not None and node.library.endswith("_core")
        assert "::" in node.plugin
        assert node.remappings[: len(RELATIVE_TF)] == RELATIVE_TF


@pytest.mark.parametrize("distro", DISTROS)
def test_both_managers_close_the_table_and_drive_all_others(distro: str) -> None:
    table = table_for("nav2", distro)
    managed = managed_nodes(table)
    assert [node.name for node in table[-2:]] == list(managed)
    assert managed["lifecycle_manager_localization"] == ("map_server", "amcl")
    assert sum(map(len, managed.values())) == len(table) - 2


@pytest.mark.parametrize("distro", DISTROS)
def test_thread_names_are_unique(distro: str) -> None:
    names = all_node_names(table_for("nav2", distro))
    assert len(set(thread_names(names).values())) == len(names)


def test_kilted_launches_what_jazzy_does() -> None:
    # Nav2 1.4.2 and 1.3.13: beside the zones, which are left out, only route_server is given more,
    # a graph, and none by default.
    jazzy = [replace(node, latched_topics=()) for node in NAV2_TABLES["jazzy"]]
    assert list(NAV2_TABLES["kilted"]) == jazzy


def test_only_lyrical_follows() -> None:
    following = [d for d in DISTROS if "following_server" in all_node_names(NAV2_TABLES[d])]
    assert following == ["lyrical"]


def test_docking_is_an_executable_of_another_name() -> None:
    assert entry("jazzy", "docking_server").executable == "opennav_docking"


@pytest.mark.parametrize("distro", ["jazzy", "kilted", "lyrical"])
def test_commands_pass_smoother_and_collision_monitor(distro: str) -> None:
    assert own_remappings(distro, "controller_server") == {"cmd_vel": "cmd_vel_nav"}
    assert own_remappings(distro, "behavior_server") == {"cmd_vel": "cmd_vel_nav"}
    assert own_remappings(distro, "velocity_smoother") == {"cmd_vel": "cmd_vel_nav"}
    assert own_remappings(distro, "collision_monitor") == {}


def test_in_humble_smoother_and_recoveries_drive_the_robot() -> None:
    assert own_remappings("humble", "controller_server") == {"cmd_vel": "cmd_vel_nav"}
    assert own_remappings("humble", "behavior_server") == {}
    assert own_remappings("humble", "velocity_smoother") == {
        "cmd_vel": "cmd_vel_nav",
        "cmd_vel_smoothed": "cmd_vel",
    }


def test_nodes_that_only_speak_for_others_read_no_parameters() -> None:
    table = table_for("nav2", "jazzy")
    clients = set(fully_qualified_names(table)) - set(configured_names(table))
    assert clients == {
        "/bt_navigator_navigate_to_pose_rclcpp_node",
        "/bt_navigator_navigate_through_poses_rclcpp_node",
    }
