# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from commands import SetupError, clean_environment, run_logged


def test_a_sourced_ros_does_not_reach_what_is_built() -> None:
    environment = {"PATH": "/bin", "PYTHONPATH": "/opt/ros", "AMENT_PREFIX_PATH": "/opt/ros"}
    assert clean_environment(environment) == {"PATH": "/bin"}


def test_output_goes_to_the_log(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "step.log"
    run_logged([sys.executable, "-c", "print('hello')"], log=log, what="greeting")
    assert log.read_text().splitlines()[-1] == "hello"


def test_a_failure_names_the_job_its_log_and_its_last_words(tmp_path: Path) -> None:
    log = tmp_path / "step.log"
    program = "import sys; print('the reason'); sys.exit(5)"
    with pytest.raises(SetupError) as caught:
        run_logged([sys.executable, "-c", program], log=log, what="greeting")
    assert str(caught.value).startswith(f"greeting failed with status 5; all of {log}")
    assert "| the reason" in str(caught.value)
    assert caught.value.exit_status == 1
