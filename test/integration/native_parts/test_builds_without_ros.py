# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of a native part needs no ROS builds anywhere, and its own tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).resolve().parents[3] / "src"


@pytest.mark.parametrize(
    "part", ["composed_process", "containers", "manual_composition", "topology"]
)
def test_its_own_tests_pass(part: str, tmp_path: Path) -> None:
    beside = Path(sys.executable).parent / "cmake"
    cmake = str(beside) if beside.is_file() else "cmake"
    for command in (
        [cmake, "-S", str(SOURCES / part), "-B", str(tmp_path)],
        [cmake, "--build", str(tmp_path), "--parallel", "2"],
        [str(tmp_path / f"{part}_test")],
    ):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
