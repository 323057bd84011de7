# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nav2's node of known cost."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from known_cost_processes import expect_what_it_says

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.study.known_cost import KNOWN_COST

pytestmark = pytest.mark.usefixtures("domain_id")


def test_the_node_costs_what_it_says(tmp_path: Path) -> None:
    expect_what_it_says([executable(PACKAGE, KNOWN_COST)], tmp_path)


@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ("cpu_percent:=95.0", "cpu_percent must be 0 to 90"),
        ("cpu_percent:=-1.0", "cpu_percent must be 0 to 90"),
        ("memory_mb:=-1.0", "memory_mb must be at least 0"),
    ],
)
def test_a_cost_that_it_cannot_keep_to_is_refused(parameter: str, message: str) -> None:
    command = [executable(PACKAGE, KNOWN_COST), "--ros-args", "-p", parameter]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert message in done.stderr
