# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One tree, two packagings: what they say has to agree."""

from __future__ import annotations

import ast
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import nav2_composition_bench

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "nav2_composition_bench"

ROSDEP_KEYS = {
    "jinja2": "python3-jinja2",
    "jsonschema": "python3-jsonschema",
    "markupsafe": "python3-markupsafe",
    "matplotlib": "python3-matplotlib",
    "numpy": "python3-numpy",
    "py_trees": "py_trees",
    "rich": "python3-rich",
    "scipy": "python3-scipy",
    "skimage": "python3-skimage",
    "yaml": "python3-yaml",
}
WITHOUT_KEY = {"junitparser", "mujoco"}
DISTRIBUTIONS = {"skimage": "scikit-image", "yaml": "pyyaml"}


def imported_packages() -> set[str]:
    """Names of the packages outside the standard library that the code imports."""
    names: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
    return names - sys.stdlib_module_names - {"nav2_composition_bench"}


def manifest() -> ElementTree.Element:
    return ElementTree.parse(ROOT / "package.xml").getroot()


def ament_dependencies() -> set[str]:
    return {str(element.text) for element in manifest().findall("exec_depend")}


def pip_dependencies() -> set[str]:
    """Names in the list ``dependencies`` of pyproject.toml, lower case."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = text.partition("\ndependencies = [")[2].partition("]")[0]
    return {name.lower() for name in re.findall(r'"([A-Za-z0-9_-]+)', block)}


def test_both_packagings_state_the_version_of_the_code() -> None:
    assert manifest().findtext("version") == nav2_composition_bench.__version__


def test_package_xml_names_every_package_that_is_imported() -> None:
    needed = {ROSDEP_KEYS.get(name, name) for name in imported_packages() - WITHOUT_KEY}
    assert needed <= ament_dependencies()


def test_pyproject_names_every_library_that_is_imported() -> None:
    libraries = imported_packages() & (ROSDEP_KEYS.keys() | WITHOUT_KEY)
    needed = {DISTRIBUTIONS.get(name, name) for name in libraries}
    assert needed <= pip_dependencies()


def test_every_library_that_is_imported_has_a_place_in_one_of_the_lists() -> None:
    known = ROSDEP_KEYS.keys() | WITHOUT_KEY | ament_dependencies()
    assert imported_packages() <= known
