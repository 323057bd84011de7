# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Every module of tests can be imported on every machine.

launch_testing's plugin imports each module while pytest collects its folder: one that skips itself
then, or that fails to be imported, takes all tests of the folder along.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TEST = Path(__file__).resolve().parents[1]
MODULES = sorted(path.relative_to(TEST).as_posix() for path in TEST.rglob("*.py"))
GUARDED = "launch/test_"
"""Launch tests, which test/launch/conftest.py keeps pytest from importing where they cannot be."""
NOT_EVERYWHERE = {
    "gazebo_msgs",
    "launch",
    "launch_ros",
    "launch_testing",
    "launch_testing_ros",
    "nav2_simple_commander",
    "ros2cli",
    "ros2launch",
    "tf2_ros",
}
"""Packages of a ROS 2 installation that the wheels of ``make setup`` lack."""


def run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: all but the bodies of its functions."""
    later = node.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else []
    for child in ast.iter_child_nodes(node):
        if child not in later:
            yield child
            yield from run_on_import(child)


def breaks_collection(source: str) -> list[str]:
    """Tell what of a module keeps it from being imported on some machines."""
    found = []
    for node in run_on_import(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if name in ("importorskip", "skip") and not is_mark(node.func):
                found.append(f"line {node.lineno}: calls {name}")
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            named = [node.module] if isinstance(node, ast.ImportFrom) else names_of(node)
            packages = {(name or "").split(".")[0] for name in named} & NOT_EVERYWHERE
            found += [f"line {node.lineno}: imports {package}" for package in sorted(packages)]
    return found


def names_of(node: ast.Import) -> list[str]:
    return [alias.name for alias in node.names]


def is_mark(function: ast.Attribute | ast.Name) -> bool:
    """True for ``pytest.mark.skip(...)``, which skips tests and no module."""
    owner = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(owner, ast.Attribute) and owner.attr == "mark"


def test_no_module_skips_itself_or_needs_a_ros_installation_to_be_imported() -> None:
    modules = [name for name in MODULES if not name.startswith(GUARDED)]
    sources = {name: (TEST / name).read_text(encoding="utf-8") for name in modules}
    breaking = {name: breaks_collection(source) for name, source in sources.items()}
    assert {name: found for name, found in breaking.items() if found} == {}


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import pytest\npytest.importorskip('x')", 2),
        ("launch = pytest.importorskip('launch')", 1),
        ("from pytest import skip\nif True:\n    skip('why', allow_module_level=True)", 3),
        ("@pytest.mark.parametrize('a', pytest.importorskip('x').A)\ndef f(): pass", 1),
        ("class Test:\n    import gazebo_msgs.msg", 2),
        ("from launch.actions import Shutdown", 1),
    ],
)
def test_what_breaks_collection_is_found(source: str, line: int) -> None:
    (found,) = breaks_collection(source)
    assert found.startswith(f"line {line}: ")


@pytest.mark.parametrize(
    "source",
    [
        "def test() -> None:\n    pytest.importorskip('x')\n    pytest.skip('why')",
        "pytestmark = pytest.mark.skip(reason='why')",
        "def test() -> None:\n    import launch",
    ],
)
def test_what_skips_tests_alone_is_left_in_peace(source: str) -> None:
    assert breaks_collection(source) == []
