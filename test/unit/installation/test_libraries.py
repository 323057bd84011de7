# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation import libraries
from nav2_composition_bench.installation.libraries import (
    LIBRARIES,
    installing,
    missing_libraries,
    required_libraries,
)

ROOT = Path(__file__).resolve().parents[3]
SOURCED = {"ROS_DISTRO": "jazzy", "AMENT_PREFIX_PATH": "/opt/ros/jazzy"}
Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Run a program of the package where modules cannot be imported."""

    def run(words: Sequence[str], *missing: str) -> subprocess.CompletedProcess[str]:
        hidden = "".join(f"sys.modules[{name!r}] = None\n" for name in missing)
        (tmp_path / "sitecustomize.py").write_text(f"import sys\n{hidden}")
        return subprocess.run(
            [sys.executable, *words],
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHONPATH": f"{tmp_path}:{ROOT}",
                "HOME": str(tmp_path),
            },
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )

    return run


def bench(*words: str) -> list[str]:
    return ["-m", "nav2_composition_bench.cli.main", *words]


@pytest.mark.parametrize(
    "words",
    [
        bench("doctor"),
        bench("run", "--trials", "1"),
        bench("topology", "check", "cedar"),
        bench("--help"),
        [str(ROOT / "scripts" / "measurement_node")],
    ],
    ids=lambda words: words[-1],
)
def test_every_package_that_is_missing_is_named_in_one_line_with_what_installs_it(
    program: Program, words: list[str]
) -> None:
    done = program(words, "jsonschema", "yaml")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.endswith(
        "error: the Python packages jsonschema, yaml are not installed; install with:"
        f' {sys.executable} -m pip install "jsonschema>=4.17" "PyYAML>=6.0"'
    )


def test_without_any_library_the_program_names_them_all(program: Program) -> None:
    done = program(["-S", *bench("doctor")])
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert all(f'"{library.pip}"' in line for library in LIBRARIES.values())


def test_the_doctor_names_those_that_it_does_not_need_itself(program: Program) -> None:
    done = program(bench("doctor"), "deap", "mujoco")
    assert done.returncode == 1, done.stderr
    (line,) = (line for line in done.stdout.splitlines() if "Python packages" in line)
    assert line.startswith("WARNING Python packages: not installed: deap, mujoco -> ")
    assert line.endswith('pip install "deap>=1.4,<1.4.4" "mujoco>=3.5"')


def test_ros_2_that_is_not_sourced_is_one_line(program: Program) -> None:
    done = program(bench("simulate"), "rclpy")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("nav2-bench: error: the ROS 2 package rclpy is not found")
    assert len(done.stderr.splitlines()) == 1


def test_where_ros_2_is_sourced_apt_installs_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    modules = ["yaml", "py_trees", "jinja2", "markupsafe"]
    assert installing(modules, SOURCED) == (
        "sudo apt install python3-yaml ros-jazzy-py-trees python3-jinja2"
    )
    assert installing(["deap"], SOURCED) == f'{sys.executable} -m pip install "deap>=1.4,<1.4.4"'
    assert installing(["yaml", "mujoco"], SOURCED).startswith("sudo apt install python3-yaml && ")
    monkeypatch.setattr(sys, "prefix", "/a/virtual/environment")
    assert "apt" not in installing(modules, SOURCED)


def test_nothing_is_missing_where_everything_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "LIBRARIES", {"json": LIBRARIES["yaml"]})
    assert missing_libraries() == ()
    monkeypatch.setitem(sys.modules, "json", None)
    assert missing_libraries() == ("json",)


@pytest.mark.parametrize("name", ["shwo", "nav2_composition_bench.cli.shwo", None])
def test_another_module_that_is_missing_is_a_bug(name: str | None) -> None:
    with pytest.raises(ModuleNotFoundError), required_libraries():
        raise ModuleNotFoundError(name=name)


def test_a_part_of_a_package_that_is_missing_is_the_package() -> None:
    with pytest.raises(UserError, match="^the Python package yaml is not"), required_libraries():
        raise ModuleNotFoundError(name="yaml.nodes")
