# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The pip packaging."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

pytestmark = pytest.mark.packaging

PRINT_SHARE = (
    "from nav2_composition_bench.files.package_files import share_directory;"
    "print(share_directory())"
)


@pytest.fixture
def installation(source_tree: Path, tmp_path: Path, library_environment: dict[str, str]) -> Path:
    """A fresh virtual environment into which the wheel is installed, without what it depends on."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    wheels = tmp_path / "wheels"
    build = [*pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(wheels)]
    subprocess.run([*build, str(source_tree)], check=True, env=library_environment)
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(fresh)], check=True)
    (wheel,) = wheels.iterdir()
    install = [*pip, "--python", str(fresh), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, env=library_environment)
    return fresh


def test_an_installed_wheel_finds_all_its_data_and_runs(
    installation: Path,
    data_files: dict[str, bytes],
    library_environment: dict[str, str],
    tmp_path: Path,
) -> None:
    share = installation / "share" / "nav2_composition_bench"
    found = subprocess.run(
        [installation / "bin" / "python", "-c", PRINT_SHARE],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=library_environment,
    ).stdout
    assert Path(found.strip()) == share
    for name, content in data_files.items():
        assert (share / name).read_bytes() == content, name
    # What it depends on is borrowed from the environment that runs the tests.
    borrowed = {**library_environment, "PYTHONPATH": sysconfig.get_path("purelib")}
    program = [str(installation / "bin" / "nav2-bench"), "run", "--help"]
    helped = subprocess.run(
        program, check=True, capture_output=True, text=True, cwd=tmp_path, env=borrowed
    )
    assert "--composition" in helped.stdout
