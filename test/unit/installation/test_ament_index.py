# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation import ament_index


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Two prefixes; nav2_amcl is in the second one."""
    prefix = tmp_path / "ros"
    for kind, content in (("packages", ""), ("rclcpp_components", "nav2_amcl::AmclNode;lib.so")):
        path = prefix / "share/ament_index/resource_index" / kind / "nav2_amcl"
        path.parent.mkdir(parents=True)
        path.write_text(content)
    program = prefix / "lib/nav2_amcl/amcl"
    program.parent.mkdir(parents=True)
    program.write_text("")
    program.chmod(0o755)
    manifest = prefix / "share/nav2_amcl/package.xml"
    manifest.parent.mkdir(parents=True)
    manifest.write_text("<package><name>nav2_amcl</name><version> 1.3.13 </version></package>")
    return {"AMENT_PREFIX_PATH": f"{tmp_path / 'workspace'}:{prefix}:"}


def test_a_package_is_found_in_whichever_prefix_has_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    assert ament_index.prefix_of("nav2_amcl", environment) == tmp_path / "ros"
    assert ament_index.packages(environment) == ["nav2_amcl"]


def test_what_is_not_installed_is_none(environment: dict[str, str]) -> None:
    assert ament_index.prefix_of("nav2_route", environment) is None
    assert ament_index.resource("rclcpp_components", "nav2_route", environment) is None
    assert ament_index.version("nav2_route", environment) is None
    assert ament_index.prefix_of("nav2_amcl", {}) is None


def test_an_executable_is_found_as_ros2_run_finds_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = ament_index.executable("nav2_amcl", "amcl", environment)
    assert path == str(tmp_path / "ros/lib/nav2_amcl/amcl")


def test_a_missing_package_and_a_missing_executable_are_told_apart(
    environment: dict[str, str],
) -> None:
    with pytest.raises(UserError, match="package nav2_route is not installed"):
        ament_index.executable("nav2_route", "route_server", environment)
    with pytest.raises(UserError, match="package nav2_amcl in .*ros has no executable amlc"):
        ament_index.executable("nav2_amcl", "amlc", environment)


def test_versions_and_resources_are_read(environment: dict[str, str]) -> None:
    assert ament_index.version("nav2_amcl", environment) == "1.3.13"
    registered = ament_index.resource("rclcpp_components", "nav2_amcl", environment)
    assert registered == "nav2_amcl::AmclNode;lib.so"


def test_an_unreadable_manifest_has_no_version(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "ros/share/nav2_amcl/package.xml").write_text("<package>")
    assert ament_index.version("nav2_amcl", environment) is None
