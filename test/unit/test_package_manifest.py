# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One tree, two packagings: what they say has to agree."""

from __future__ import annotations

import ast
import functools
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from catkin_pkg.package import Package, parse_package

import nav2_composition_bench
from nav2_composition_bench.installation.libraries import LIBRARIES
from nav2_composition_bench.settling.parameters import load_parameters
from nav2_composition_bench.study.nav2_table import NAV2_TABLES

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "nav2_composition_bench"

ROSDEP_KEYS = {
    **{name: library.rosdep for name, library in LIBRARIES.items() if library.rosdep},
    "tf2_ros": "tf2_ros_py",
}
WITHOUT_KEY = LIBRARIES.keys() - ROSDEP_KEYS.keys()


@functools.cache
def imported_packages(*folders: Path) -> set[str]:
    """Names of the packages outside the standard library that the code imports.

    :param folders: the package's own code by default.
    """
    names: set[str] = set()
    for path in (path for folder in folders or (PACKAGE,) for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"nav2_composition_bench"}


def manifest() -> ElementTree.Element:
    return ElementTree.parse(ROOT / "package.xml").getroot()


def ament_dependencies() -> set[str]:
    tags = ("depend", "exec_depend")
    return {str(element.text) for tag in tags for element in manifest().findall(tag)}


def package_on(distro: str) -> Package:
    """package.xml as rosdep and colcon read it on a distribution."""
    package = parse_package(str(ROOT / "package.xml"))
    package.evaluate_conditions({"ROS_DISTRO": distro})
    return package


def needed_on(distro: str, kind: str) -> set[str]:
    dependencies = getattr(package_on(distro), kind)
    return {dependency.name for dependency in dependencies if dependency.evaluated_condition}


def pip_dependencies() -> set[str]:
    """Return the list ``dependencies`` of pyproject.toml."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = text.partition("\ndependencies = [")[2].partition("]")[0]
    return set(re.findall(r'"([^"]+)"', block))


def test_both_packagings_state_the_version_of_the_code() -> None:
    assert manifest().findtext("version") == nav2_composition_bench.__version__


def test_package_xml_names_every_package_that_is_imported() -> None:
    needed = {ROSDEP_KEYS.get(name, name) for name in imported_packages() - WITHOUT_KEY}
    assert needed <= ament_dependencies()


def test_package_xml_names_every_package_that_launch_files_and_host_scripts_import() -> None:
    imported = imported_packages(ROOT / "launch", ROOT / "host_scripts")
    assert {ROSDEP_KEYS.get(name, name) for name in imported} <= ament_dependencies()


def test_pyproject_requires_the_libraries_that_are_imported_and_no_others() -> None:
    assert LIBRARIES.keys() <= imported_packages()
    assert {library.pip for library in LIBRARIES.values()} == pip_dependencies()


def test_every_library_that_is_imported_has_a_place_in_one_of_the_lists() -> None:
    known = ROSDEP_KEYS.keys() | WITHOUT_KEY | ament_dependencies()
    assert imported_packages() <= known


@pytest.mark.parametrize("distro", NAV2_TABLES)
def test_a_distribution_builds_against_the_packages_of_its_nodes_and_no_others(distro: str) -> None:
    every = {entry.package for table in NAV2_TABLES.values() for entry in table}
    own = {entry.package for entry in NAV2_TABLES[distro]}
    assert needed_on(distro, "build_depends") & every == own
    assert needed_on(distro, "exec_depends") & every == own


@pytest.mark.parametrize("distro", NAV2_TABLES)
def test_every_package_with_a_plugin_of_the_parameter_file_is_needed(distro: str) -> None:
    nodes = {entry.name for entry in NAV2_TABLES[distro]} | {"local_costmap", "global_costmap"}
    sections = load_parameters([ROOT / "params" / "nav2.yaml"], distro).sections
    plugins = {
        re.split("::|/", value)[0]
        for section, values in sections.items()
        if section.rpartition("/")[2] in nodes
        for name, value in values.items()
        if name.endswith(".plugin") and isinstance(value, str)
    }
    assert plugins <= needed_on(distro, "exec_depends")


def test_every_distribution_gets_the_simulators_it_has() -> None:
    assert {"gazebo_ros"} <= needed_on("humble", "exec_depends")
    for distro in ("jazzy", "kilted", "lyrical"):
        assert {"ros_gz_sim", "ros_gz_bridge"} <= needed_on(distro, "exec_depends")
        assert "gazebo_ros" not in needed_on(distro, "exec_depends")
