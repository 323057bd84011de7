# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses

from captured_systems import System, two_robots

from nav2_composition_bench.topology.units import (
    captured_groups,
    inside,
    loaded_of,
    outside,
    units,
)


def test_nodes_that_one_program_makes_are_one_unit_and_a_containers_are_not() -> None:
    system = two_robots()
    system.node("/box", 90).has("servers", "/box/_container/load_node")
    system.node("/a", 90).pub("/x")
    system.node("/b", 90).sub("/x")
    topology = system.topology()
    pair = ("robot_1/controller", "robot_1/costmap")
    assert pair in units(topology) and pair in captured_groups(topology)
    assert ("a", "b") in captured_groups(topology)
    assert ("a",) in units(topology) and ("b",) in units(topology)


def test_what_a_loaded_node_has_made_stays_with_it_or_else_with_the_first_that_was_loaded() -> None:
    system = System()
    system.node("/box", 90).has("servers", "/box/_container/load_node")
    for name in ("controller_server", "bt_navigator", "local_costmap/local_costmap"):
        system.node(f"/robot_1/{name}", 90)
    system.node("/robot_1/bt_navigator_navigate_to_pose_rclcpp_node", 90)
    system.node("/robot_1/transform_listener_impl_5a", 90)
    loaded = {"/box": ("/robot_1/controller_server", "/robot_1/bt_navigator")}
    topology = system.topology(loaded=loaded)
    assert set(units(topology)) == {
        ("robot_1/controller_server", "robot_1/local_costmap/local_costmap"),
        (
            "robot_1/bt_navigator",
            "robot_1/bt_navigator_navigate_to_pose_rclcpp_node",
            "robot_1/transform_listener_impl_5a",
        ),
    }
    # Without an answer of the container each node is one.
    assert all(len(unit) == 1 for unit in units(system.topology()))


def test_without_a_capture_each_node_is_one() -> None:
    topology = dataclasses.replace(two_robots().topology(), captured=None)
    assert units(topology) == tuple((name,) for name in inside(topology))


def test_what_is_outside_is_in_no_unit() -> None:
    topology = two_robots().topology(outside=["/robot_1/lidar"])
    assert outside(topology) == ("robot_1/lidar",)
    assert {name for unit in units(topology) for name in unit} == set(inside(topology))
    assert not set(inside(topology)) & set(outside(topology))


def test_a_launch_file_names_the_nodes_that_no_other_makes() -> None:
    topology = two_robots().topology()
    (made,) = [n for n in topology.nodes if n.full_name == "/robot_1/costmap"]
    topology = dataclasses.replace(
        topology,
        nodes=tuple(
            dataclasses.replace(n, own_executor=True) if n is made else n for n in topology.nodes
        ),
    )
    (unit,) = [unit for unit in units(topology) if "robot_1/costmap" in unit]
    assert loaded_of(unit, topology) == ("robot_1/controller",)
    assert loaded_of(("robot_1/costmap",), topology) == ("robot_1/costmap",)
