# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of manual_composition needs no ROS builds anywhere, and its own tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[3] / "src" / "manual_composition"


def test_its_own_tests_pass(tmp_path: Path) -> None:
    beside = Path(sys.executable).parent / "cmake"
    cmake = str(beside) if beside.is_file() else "cmake"
    for command in (
        [cmake, "-S", str(SOURCE), "-B", str(tmp_path)],
        [cmake, "--build", str(tmp_path), "--parallel", "2"],
        [str(tmp_path / "manual_composition_test")],
    ):
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        assert done.returncode == 0, done.stdout
