# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Builds of native parts for their own tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "src"
_QUICK = ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_UNITY_BUILD=ON")


def configure(source: Path, build: Path, *options: str) -> None:
    """Prepare a build that is quicker than set-up's, which compiles each file by itself."""
    _run(_cmake(), "-S", str(source), "-B", str(build), *_QUICK, *options)


def build_and_test(part: str, build: Path, programs: Path) -> None:
    """Build a part's tests and run them."""
    _run(_cmake(), "--build", str(build), "--parallel", "2", "--target", f"{part}_test")
    _run(str(programs / f"{part}_test"))


def _run(*command: str) -> None:
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def _cmake() -> str:
    beside = Path(sys.executable).parent / "cmake"
    return str(beside) if beside.is_file() else "cmake"
