# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which nav2-bench the scripts for a host run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[3] / "host_scripts"


def run(scripts: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``drive.sh --once`` of a copy of the scripts."""
    scripts.mkdir(parents=True)
    for name in ("bench.sh", "drive.sh"):
        shutil.copy(SCRIPTS / name, scripts)
    environment = {"PATH": "/usr/bin:/bin", "ROS_DOMAIN_ID": "7", **variables}
    command = [str(scripts / "drive.sh"), "--once"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def program(file: Path) -> None:
    """Put a program there that tells its arguments and where DDS looks for others."""
    file.parent.mkdir(parents=True)
    reach = "${ROS_AUTOMATIC_DISCOVERY_RANGE} ${ROS_LOCALHOST_ONLY:-}"
    file.write_text(f'#!/bin/sh\necho "$@" {reach}\n')
    file.chmod(0o755)


@pytest.mark.parametrize(
    ("scripts", "bench"),
    [
        ("host_scripts", ".venv/bin/nav2-bench"),
        ("host_scripts", ".venv-kilted/bin/nav2-bench"),
        (
            "share/nav2_composition_bench/host_scripts",
            "lib/nav2_composition_bench/nav2-bench",
        ),
    ],
)
def test_the_program_of_the_clone_or_the_installation_is_run(
    tmp_path: Path, scripts: str, bench: str
) -> None:
    program(tmp_path / bench)
    assert run(tmp_path / scripts).stdout.split() == ["drive", "--once", "SUBNET"]


def test_on_humble_the_other_computer_is_found_too(tmp_path: Path) -> None:
    program(tmp_path / ".venv/bin/nav2-bench")
    told = run(tmp_path / "host_scripts", ROS_DISTRO="humble").stdout.split()
    assert told == ["drive", "--once", "SUBNET", "0"]


def test_without_a_program_or_a_domain_one_line_says_what_to_do(tmp_path: Path) -> None:
    done = run(tmp_path / "host_scripts")
    assert done.returncode == 2
    assert "run make setup in the clone, or source the workspace" in done.stderr
    shutil.rmtree(tmp_path / "host_scripts")
    done = run(tmp_path / "host_scripts", ROS_DOMAIN_ID="")
    assert done.returncode != 0 and "set it to the same number" in done.stderr
