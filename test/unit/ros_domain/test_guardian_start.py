# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_the_guardian_needs_nothing_but_the_standard_library() -> None:
    module = "nav2_composition_bench.ros_domain.guardian_process"
    # Without site-packages, as the runner starts it.
    subprocess.run([sys.executable, "-S", "-c", f"import {module}"], cwd=ROOT, check=True)
