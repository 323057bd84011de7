# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.own_program import (
    candidates,
    find_library,
    find_own_program,
    find_program,
)


def test_what_is_sourced_comes_before_the_environment() -> None:
    assert candidates(
        "process_sampler",
        environment={"AMENT_PREFIX_PATH": "/overlay:/opt/ros/jazzy"},
        python=Path("/clone/.venv/bin/python"),
    ) == [
        Path("/overlay/lib/nav2_composition_bench/process_sampler"),
        Path("/opt/ros/jazzy/lib/nav2_composition_bench/process_sampler"),
        Path("/clone/.venv/bin/process_sampler"),
    ]


def test_a_program_of_this_package_is_found_where_it_is_sourced(tmp_path: Path) -> None:
    program = tmp_path / "lib" / "nav2_composition_bench" / "topology_process"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    environment = {"AMENT_PREFIX_PATH": str(tmp_path)}
    assert find_own_program("topology_process", environment) == program
    assert find_program("nav2_composition_bench", "topology_process", environment) == str(program)


def test_a_distribution_that_is_named_and_not_sourced_hides_no_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "topology_process"
    program.touch(mode=0o755)
    monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
    environment = {"ROS_DISTRO": "jazzy"}
    assert find_program("nav2_composition_bench", program.name, environment) == str(program)
    sourced = {**environment, "AMENT_PREFIX_PATH": "/opt/ros/none"}
    with pytest.raises(UserError, match="package nav2_composition_bench is not installed"):
        find_program("nav2_composition_bench", program.name, sourced)


def test_a_library_of_this_package_is_found_where_it_is_sourced_or_beside_the_wheels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels, sourced = tmp_path / "venv", tmp_path / "overlay"
    monkeypatch.setattr("sys.prefix", str(wheels))
    beside_wheels = wheels / "lib" / "nav2_composition_bench" / "libtopology_jpeg.so"
    installed = sourced / "lib" / "libtopology_jpeg.so"
    for library in (beside_wheels, installed):
        library.parent.mkdir(parents=True)
        library.touch(mode=0o644)
    prefixes = {"AMENT_PREFIX_PATH": f"/opt/ros/none:{sourced}"}
    assert find_library(installed.name, {}) == beside_wheels
    assert find_library(installed.name, prefixes) == installed
    installed.unlink()
    assert find_library(installed.name, prefixes) == beside_wheels
    with pytest.raises(UserError, match="libtopology_jpeg.so is not built: run make setup"):
        find_library(installed.name, {**prefixes, "ROS_DISTRO": "jazzy"})


def test_what_is_nowhere_is_said_to_be_not_built() -> None:
    with pytest.raises(UserError, match="no_such_program is not built: run make setup"):
        find_own_program("no_such_program", {})
    with pytest.raises(UserError, match="package other is not installed"):
        find_program("other", "no_such_program", {})
