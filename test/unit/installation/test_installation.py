# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import sys
from pathlib import Path

from ament_prefix import LAYER, Prefix

from nav2_composition_bench.installation.installation import Installation


def test_the_middlewares_are_those_that_nodes_can_be_run_with(tmp_path: Path) -> None:
    prefix = Prefix(tmp_path, distro=None)
    prefix.register("rmw_typesupport", "rmw_cyclonedds_cpp")
    prefix.register("rmw_typesupport", "rmw_implementation")
    assert prefix.installation.middlewares == ("rmw_cyclonedds_cpp", "rmw_fastrtps_cpp")


def test_a_plugin_class_is_known_by_its_name_and_by_its_type_only_without_one(
    tmp_path: Path,
) -> None:
    prefix = Prefix(tmp_path)
    for package in ("broken", "named"):
        prefix.register("packages", package)
    prefix.register("nav2_core__pluginlib__plugin", "broken", "share/broken.xml\n")
    (tmp_path / "share/broken.xml").write_text("<not xml")
    prefix.register("nav2_core__pluginlib__plugin", "named", "share/named.xml\n")
    (tmp_path / "share/named.xml").write_text(
        '<library path="l"><class name="a/Name" type="a::Name"/></library>'
    )
    assert prefix.installation.plugin_classes == {LAYER, "a/Name"}


def test_a_component_is_known_by_its_package(tmp_path: Path) -> None:
    installation = Prefix(tmp_path).installation
    assert installation.has_component("nav2_amcl", "nav2_amcl::AmclNode")
    assert not installation.has_component("nav2_amcl", "nav2_amcl::Amcl")
    assert not installation.has_component("nowhere", "nav2_amcl::AmclNode")


def test_where_nothing_is_sourced_the_wheels_of_this_python_are_the_installation() -> None:
    here = Installation.here({})
    assert here.environment == {"AMENT_PREFIX_PATH": sys.prefix}
    assert here.distro is None


def test_a_distribution_that_a_container_names_and_nothing_has_sourced_is_none() -> None:
    for unsourced in ({}, {"AMENT_PREFIX_PATH": ""}):
        here = Installation.here({"ROS_DISTRO": "jazzy", **unsourced})
        assert here.environment == {"AMENT_PREFIX_PATH": sys.prefix}


def test_what_is_sourced_counts(tmp_path: Path) -> None:
    sourced = Installation.here({"AMENT_PREFIX_PATH": str(tmp_path), "ROS_DISTRO": "jazzy"})
    assert (sourced.distro, sourced.middlewares) == ("jazzy", ())
