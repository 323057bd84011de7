# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of a native part needs no ROS builds anywhere, and its own tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[3] / "src"
QUICK = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON")


@pytest.mark.parametrize(
    "part", ["composed_process", "containers", "known_cost", "manual_composition", "topology"]
)
def test_its_own_tests_pass(part: str, tmp_path: Path) -> None:
    build_and_test(part, tmp_path)


@pytest.mark.parametrize("sanitizers", ["thread", "address,undefined"])
def test_the_core_of_executors_is_clean_under_sanitizers(sanitizers: str, tmp_path: Path) -> None:
    build_and_test("executors", tmp_path, f"-DEXECUTORS_SANITIZE={sanitizers}")


def build_and_test(part: str, build: Path, *options: str) -> None:
    """Build a part's tests, quicker than set-up and packages, which compile each file by itself."""
    beside = Path(sys.executable).parent / "cmake"
    cmake = str(beside) if beside.is_file() else "cmake"
    for command in (
        [cmake, "-S", str(SOURCES / part), "-B", str(build), *QUICK, *options],
        [cmake, "--build", str(build), "--parallel", "2", "--target", f"{part}_test"],
        [str(build / f"{part}_test")],
    ):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
