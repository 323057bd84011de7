# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Builds of native parts for their own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"
UNITY = "-DCMAKE_UNITY_BUILD=ON"
QUICK = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", UNITY)
"""Sooner built, and it does the same."""


def configure(source: Path, build: Path, *options: str) -> None:
    """Prepare a build that is quicker than set-up's, which compiles each file by itself."""
    run(program("cmake"), "-S", str(source), "-B", str(build), *QUICK, *options)


def build_and_test(part: str, build: Path, programs: Path) -> None:
    """Build a part's tests and run them."""
    run(program("cmake"), "--build", str(build), "--parallel", "2", "--target", f"{part}_test")
    run(str(programs / f"{part}_test"))


def run(*command: str) -> None:
    """Run a command, whose output is told if it fails."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def program(name: str) -> str:
    """Return the one of the environment where it has one, else its name."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.is_file() else name
