# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ament packaging, built with the ament_cmake of the environment's wheels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from native_builds import QUICK

pytestmark = pytest.mark.packaging

NAME = "nav2_composition_bench"
ROOT = Path(__file__).resolve().parents[2]
PREFIX = Path(sys.prefix)


@pytest.fixture
def installation(source_tree: Path, tmp_path: Path, library_environment: dict[str, str]) -> Path:
    """An ament prefix that holds the package."""
    cmake, ninja = (str(PREFIX / "bin" / name) for name in ("cmake", "ninja"))
    build, install = tmp_path / "build", tmp_path / "install"
    options = {
        "CMAKE_INSTALL_PREFIX": install,
        "CMAKE_MAKE_PROGRAM": ninja,
        "CMAKE_PREFIX_PATH": PREFIX,
        "Python3_EXECUTABLE": sys.executable,
        "BUILD_TESTING": "OFF",
        # The wheels have none, and one that lies about elsewhere is of another installation.
        "CMAKE_DISABLE_FIND_PACKAGE_rclcpp": "ON",
    }
    # The wheels' library path is for Python alone; the compiler has libraries of its own.
    environment = {k: v for k, v in library_environment.items() if k != "LD_LIBRARY_PATH"}
    environment.pop("_ROS_WHEELS_BOOTSTRAP_COMPLETE", None)
    configure = [cmake, "-G", "Ninja", "-S", str(source_tree), "-B", str(build)]
    configure += [*QUICK, *(f"-D{name}={value}" for name, value in options.items())]
    for command in (configure, [cmake, "--build", str(build)], [cmake, "--install", str(build)]):
        subprocess.run(command, check=True, env=environment)
    return install


def test_an_ament_installation_holds_what_ros2_run_and_launch_look_for(
    installation: Path,
    data_files: dict[str, bytes],
    library_environment: dict[str, str],
    tmp_path: Path,
) -> None:
    share, libexec = installation / "share", installation / "lib" / NAME
    assert (share / "ament_index" / "resource_index" / "packages" / NAME).is_file()
    assert (share / NAME / "package.xml").is_file()
    for name, content in data_files.items():
        assert (share / NAME / name).read_bytes() == content, name
    assert os.access(libexec / "process_sampler", os.X_OK)

    modules = next((installation / "lib").glob("python3*/site-packages"))
    installed = {path.parent.name for path in (modules / NAME).glob("*/__init__.py")}
    stages = {path.parent.name for path in (ROOT / NAME).glob("*/__init__.py")}
    assert installed == stages - {"reference_stack"}
    sourced = {
        **library_environment,
        "AMENT_PREFIX_PATH": str(installation),
        "PYTHONPATH": str(modules),
    }
    program = (
        "from nav2_composition_bench.files.package_files import share_directory;"
        "from nav2_composition_bench.sampling.sampler_binary import find_sampler;"
        "print(share_directory(), find_sampler())"
    )
    found = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=sourced,
    ).stdout
    assert found.split() == [str(share / NAME), str(libexec / "process_sampler")]
    helped = subprocess.run(
        [sys.executable, libexec / "nav2-bench", "run", "--help"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=sourced,
    )
    assert "--composition" in helped.stdout
