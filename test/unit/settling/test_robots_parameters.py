# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Parameter files of the shapes that robots have for Nav2."""

from __future__ import annotations

from pathlib import Path

import pytest
from ament_prefix import LAYER, Prefix
from arm_studies import packaged

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.params_check import ROBOT_FRAMES
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_frames import FOOTPRINT_FRAME, ODOM_FRAME, fixed_frames

LOCALIZATION = """
amcl:
  ros__parameters:
    use_sim_time: True
    base_frame_id: base_link
    scan_topic: scan
amcl_map_client:
  ros__parameters: {use_sim_time: True}
map_server:
  ros__parameters: {yaml_filename: turtlebot3_world.yaml}
"""
NAVIGATION = """
bt_navigator:
  ros__parameters:
    default_nav_to_pose_bt_xml: "$(find-pkg-share my_robot)/trees/a.xml"
bt_navigator_rclcpp_node:
  ros__parameters: {use_sim_time: True}
controller_server:
  ros__parameters:
    controller_frequency: 10.0
controller_server_rclcpp_node:
  ros__parameters: {use_sim_time: True}
local_costmap:
  local_costmap:
    ros__parameters:
      plugins: ["layer"]
      layer:
        plugin: nav2_costmap_2d::VoxelLayer
        observation_sources: scan
        scan: {topic: /scan, data_type: LaserScan}
      unused_layer: {plugin: "not_installed::Layer"}
  local_costmap_client:
    ros__parameters: {use_sim_time: True}
map_saver:
  ros__parameters: {save_map_timeout: 5.0}
collision_monitor:
  ros__parameters: {observation_sources: ["scan"], polygons: ["stop"]}
docking_server:
  ros__parameters: {dock_plugins: ["dock"]}
"""


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    prefix = Prefix(tmp_path / "prefix")
    prefix.register("packages", "my_robot")
    tree = prefix.path / "share/my_robot/trees/a.xml"
    tree.parent.mkdir(parents=True)
    tree.write_text("<root/>")
    return prefix


def settled(prefix: Prefix, *texts: str, overlay: str | None = None) -> SettledStudy:
    files = [prefix.path / f"{number}.yaml" for number in range(len(texts))]
    for file, text in zip(files, texts):
        file.write_text(text)
    options: dict[str, list[str]] = {"factors": ["composition=isolated"]}
    if overlay is not None:
        (prefix.path / "overlay.yaml").write_text(overlay)
        options["overlays"] = [f"mine={prefix.path / 'overlay.yaml'}"]
        options["factors"].append("params=base,mine")
    return settle(
        packaged("nav2", params_files=list(map(str, files)), **options), prefix.installation
    )


def test_localization_and_navigation_of_a_robot_can_be_run(prefix: Prefix) -> None:
    study = settled(prefix, LOCALIZATION, NAVIGATION)
    refuse_lacking(study)
    parameters = study.arms["isolated"].parameters
    amcl, controller = parameters.of_node("amcl"), parameters.of_node("controller_server")
    assert (amcl["base_frame_id"], amcl["use_sim_time"]) == ("base_link", False)
    assert (controller["controller_frequency"], study.arms["isolated"].control_hz) == (10.0, 10.0)
    tree = parameters.of_node("bt_navigator")["default_nav_to_pose_bt_xml"]
    assert tree == str(prefix.path / "share/my_robot/trees/a.xml")
    assert parameters.of_node("map_server")["yaml_filename"] == str(study.study.navigation.map_file)
    assert parameters.of_node("lifecycle_manager_localization")["node_names"] == [
        "map_server",
        "amcl",
    ]


def test_what_is_odd_about_a_robots_files_is_named(prefix: Prefix) -> None:
    strange, bare = settled(prefix, LOCALIZATION, NAVIGATION).warnings
    assert "amcl_map_client, bt_navigator_rclcpp_node, controller_server_rclcpp_node" in strange
    assert "local_costmap/local_costmap_client" in strange
    assert "map_saver" not in strange
    for name in ("smoother_server", "global_costmap/global_costmap", "route_server"):
        assert name in bare
    for name in ("lifecycle_manager", "map_server", "amcl", "bt_navigator"):
        assert name not in bare


def test_frames_and_topics_that_the_simulated_robot_does_not_have_are_named(
    prefix: Prefix,
) -> None:
    text = NAVIGATION.replace("topic: /scan,", "topic: /front/scan,")
    local = LOCALIZATION.replace("base_link", "base").replace("topic: scan", "topic: laser")
    warnings = "\n".join(settled(prefix, local, text).warnings)
    assert "the simulated robot has no frame base (base_frame_id of amcl)" in warnings
    assert "topic laser (scan_topic of amcl)" in warnings
    assert "topic /front/scan (layer.scan.topic of local_costmap/local_costmap)" in warnings


def test_the_simulated_robots_frames_are_those_that_it_has() -> None:
    frames = {frame.child for frame in fixed_frames(Robot())}
    assert set(ROBOT_FRAMES) == {"map", ODOM_FRAME, FOOTPRINT_FRAME, *frames}


def test_the_packages_own_parameters_are_not_odd(tmp_path: Path) -> None:
    for distro in ("humble", "jazzy", "kilted", "lyrical"):
        study = packaged("nav2", factors=["params=with_bonds,without_bonds"])
        prefix = Prefix(tmp_path / distro, distro=distro)
        assert settle(study, prefix.installation).warnings == ()


def test_a_plugin_that_a_robot_loads_is_asked_for_by_name(prefix: Prefix) -> None:
    study = settled(prefix, NAVIGATION.replace(LAYER, "nav2_mppi_controller::MPPIController"))
    with pytest.raises(
        UserError, match="plugin nav2_mppi_controller::MPPIController .layer.plugin"
    ):
        refuse_lacking(study)


def test_of_a_robots_files_the_later_wins_and_an_overlay_comes_after_them(prefix: Prefix) -> None:
    study = settled(
        prefix,
        "amcl: {ros__parameters: {a: 1, b: 1, c: 1}}",
        "/amcl: {ros__parameters: {b: 2, c: 2}}",
        overlay="/**/amcl: {ros__parameters: {c: 3}}",
    )
    plain, laid = (
        {name: one.parameters.of_node("amcl")[name] for name in "abc"}
        for one in study.arms.values()
    )
    assert (plain, laid) == ({"a": 1, "b": 2, "c": 2}, {"a": 1, "b": 2, "c": 3})


def test_a_section_of_no_node_in_an_overlay_is_odd_too(prefix: Prefix) -> None:
    overlay = "amlc: {ros__parameters: {a: 1}}\namcl: {ros__parameters: {a: 1}}"
    study = settled(prefix, "amcl: {ros__parameters: {a: 2}}", overlay=overlay)
    assert any("overlay mine" in each and "amlc" in each for each in study.warnings)
