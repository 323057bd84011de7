# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The parameter file and behaviour trees for Nav2, without Nav2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from arm_studies import packaged

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.settling.parameters import (
    COSTMAP_PATIENCE_S,
    ParameterFile,
    effective_parameters,
    load_parameters,
)
from nav2_composition_bench.settling.params_check import check_parameters
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_frames import FOOTPRINT_FRAME, ODOM_FRAME
from nav2_composition_bench.study.node_table import sections_of_any_distro, table_for

DISTROS = ("humble", "jazzy", "kilted", "lyrical")
LOCAL, GLOBAL = "local_costmap/local_costmap", "global_costmap/global_costmap"


def parameters(distro: str) -> ParameterFile:
    return load_parameters([data_file("params/nav2.yaml")], distro)


def test_on_simulated_time_the_costmaps_outwait_the_clock_with_the_packages_own_file() -> None:
    study = replace(packaged("nav2").with_navigation(use_sim_time=True), distro="jazzy")
    effective = effective_parameters(parameters("jazzy"), study, study.nodes)
    for costmap in (LOCAL, GLOBAL):
        assert effective.of_node(costmap)["initial_transform_timeout"] == COSTMAP_PATIENCE_S


def test_navigators_are_the_distributions_own() -> None:
    """Humble's are no plugins, which could not be found there."""
    assert not {name for name in of("bt_navigator") if name.endswith("plugin")}


def of(name: str, distro: str = "jazzy") -> dict[str, Any]:
    return parameters(distro).of_node(name)


def tree(distro: str) -> ElementTree.Element:
    return ElementTree.parse(of("bt_navigator", distro)["default_nav_to_pose_bt_xml"]).getroot()


def shape(element: ElementTree.Element) -> tuple[object, ...]:
    """A tree without the ports that Humble lacks."""
    attributes = {
        key: value
        for key, value in element.attrib.items()
        if key not in ("error_code_id", "BTCPP_format")
    }
    return (element.tag, attributes, [shape(child) for child in element])


@pytest.mark.parametrize("distro", DISTROS)
def test_every_node_has_a_section_and_every_section_a_node(distro: str) -> None:
    table, elsewhere = table_for("nav2", distro), sections_of_any_distro("nav2")
    assert check_parameters(parameters(distro), table, elsewhere=elsewhere) == []


@pytest.mark.parametrize(
    "section",
    [
        "bt_navigator_navigate_to_pose_rclcpp_node",  # in Humble's nav2_params.yaml, as the next
        "robot_state_publisher",
        "map_saver",
        "loopback_simulator",  # in Jazzy's
    ],
)
def test_sections_of_other_nodes_of_nav2s_own_files_are_left_out(section: str) -> None:
    file = parameters("jazzy")
    file = replace(file, sections={**file.sections, section: {"anything": 1.0}})
    nodes = table_for("nav2", "jazzy")
    assert check_parameters(file, nodes, elsewhere=sections_of_any_distro("nav2")) == []
    study = replace(packaged("nav2"), distro="jazzy")
    assert section not in effective_parameters(file, study, study.nodes).sections


def test_a_typo_in_a_nodes_name_is_told_with_the_node_that_lacks_a_section() -> None:
    file = parameters("jazzy")
    sections = {name: v for name, v in file.sections.items() if name != "planner_server"}
    file = replace(file, sections={**sections, "planer_server": {"anything": 1.0}})
    odd = check_parameters(file, table_for("nav2", "jazzy"), None, sections_of_any_distro("nav2"))
    typo, bare = odd
    assert "no node is called planer_server; planer_server: did you mean 'planner_server'?" in typo
    assert "has no section planner_server; defaults hold there" in bare


@pytest.mark.parametrize("distro", DISTROS)
def test_every_distribution_drives_by_the_same_tree(distro: str) -> None:
    assert shape(tree(distro)) == shape(tree("jazzy"))


def test_only_humble_reads_the_old_format_of_trees() -> None:
    formats = {distro: tree(distro).get("BTCPP_format") for distro in DISTROS}
    assert formats == {"humble": None, "jazzy": "4", "kilted": "4", "lyrical": "4"}


def test_error_codes_go_where_the_navigator_looks_for_them() -> None:
    ports = {element.get("error_code_id") for element in tree("jazzy").iter()} - {None}
    assert ports == {f"{{{name}}}" for name in of("bt_navigator")["error_code_names"]}
    for distro in ("kilted", "lyrical"):  # by the older name bt_navigator does not configure there
        navigator = of("bt_navigator", distro)
        assert "error_code_names" not in navigator
        prefixes = navigator["error_code_name_prefixes"]
        assert ports == {f"{{{prefix}_error_code}}" for prefix in prefixes}
    assert "error_code_id" not in ElementTree.tostring(tree("humble"), encoding="unicode")


def test_the_tree_asks_for_the_planner_and_controller_that_are_configured() -> None:
    asked = {
        (key, value)
        for element in tree("jazzy").iter()
        for key, value in element.attrib.items()
        if key in ("planner_id", "controller_id")
    }
    assert asked == {
        ("planner_id", of("planner_server")["planner_plugins"][0]),
        ("controller_id", of("controller_server")["controller_plugins"][0]),
    }


@pytest.mark.parametrize("distro", DISTROS)
def test_plugins_are_named_as_the_distribution_names_them(distro: str) -> None:
    separator = "/" if distro == "humble" else "::"
    planner = of("planner_server", distro)["GridBased.plugin"]
    assert planner == f"nav2_navfn_planner{separator}NavfnPlanner"
    behaviors = of("behavior_server", distro)
    for name in behaviors["behavior_plugins"]:
        assert behaviors[f"{name}.plugin"].startswith(f"nav2_behaviors{separator}")


@pytest.mark.parametrize("distro", DISTROS)
def test_every_listed_plugin_has_a_class(distro: str) -> None:
    lists = ("plugins", "navigators", "operations", "edge_cost_functions")
    for section, values in parameters(distro).sections.items():
        for name, listed in values.items():
            for plugin in listed if name.endswith(lists) and isinstance(listed, list) else ():
                assert f"{plugin}.plugin" in values, f"{section}: {plugin}"


def test_the_controller_has_the_critics_of_humble() -> None:
    controller = of("controller_server")
    assert controller["FollowPath.critics"] == [
        "RotateToGoal",
        "Oscillation",
        "BaseObstacle",
        "GoalAlign",
        "PathAlign",
        "PathDist",
        "GoalDist",
    ]
    assert controller["FollowPath.debug_trajectory_details"] is False


def test_depth_points_go_to_the_local_costmap_alone_seen_along_the_optical_frame() -> None:
    local = of(LOCAL)
    assert local["plugins"] == ["obstacle_layer", "stvl_layer", "inflation_layer"]
    assert local["stvl_layer.depth.sensor_frame"] == "camera_depth_optical_frame"
    assert "stvl_layer" not in of(GLOBAL)["plugins"]


def test_the_voxel_layer_clears_no_more_than_the_camera_sees() -> None:
    camera, local = Robot().camera, of(LOCAL)
    assert local["stvl_layer.depth.horizontal_fov_angle"] <= camera.horizontal_fov_rad
    assert local["stvl_layer.depth.max_z"] <= camera.depth_max_m
    assert local["stvl_layer.depth.min_z"] >= camera.depth_min_m


def test_frames_and_ranges_are_those_of_the_simulated_robot() -> None:
    for costmap in (LOCAL, GLOBAL):
        assert of(costmap)["robot_base_frame"] == FOOTPRINT_FRAME
        assert of(costmap)["robot_radius"] > Robot().chassis.radius_m
    assert of(LOCAL)["global_frame"] == ODOM_FRAME
    assert of("amcl")["laser_max_range"] == Robot().lidar.range_max_m


def test_the_smoother_cuts_no_velocity_that_the_controller_asks_for() -> None:
    controller, smoother = of("controller_server"), of("velocity_smoother")
    asked = [controller["FollowPath.max_vel_x"], 0.0, controller["FollowPath.max_vel_theta"]]
    assert smoother["max_velocity"] == asked
