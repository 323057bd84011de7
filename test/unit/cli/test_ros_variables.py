# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest

from nav2_composition_bench.cli.main import main
from nav2_composition_bench.cli.ros_variables import checked_domain_id, stay_on_this_machine
from nav2_composition_bench.installation.installation import Installation


@pytest.mark.parametrize(
    ("variable", "value", "mistake"),
    [
        ("ROS_DOMAIN_ID", "robot", "ROS_DOMAIN_ID is 'robot'"),
        (
            "RMW_IMPLEMENTATION",
            "rmw_cyclonedds_cpp",
            "RMW_IMPLEMENTATION is rmw_cyclonedds_cpp, which is not installed; installed:"
            " rmw_fastrtps_cpp",
        ),
    ],
)
@pytest.mark.parametrize("words", [["capture", "-o", "robot.json"], ["simulate"], ["drive"]])
def test_what_rcl_would_end_a_verb_for_is_one_line_before_it_is_loaded(
    words: list[str],
    variable: str,
    value: str,
    mistake: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Installation, "middlewares", ("rmw_fastrtps_cpp",))
    monkeypatch.setenv(variable, value)
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"nav2-bench: error: {mistake}")
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("rmw", ["", "rmw_fastrtps_cpp"])
def test_what_is_installed_and_the_default_may_be_named(
    rmw: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Installation, "middlewares", ("rmw_fastrtps_cpp",))
    monkeypatch.setenv("RMW_IMPLEMENTATION", rmw)
    monkeypatch.setenv("ROS_DOMAIN_ID", "31")
    assert checked_domain_id() == 31


def test_verbs_that_are_nodes_log_elsewhere_where_the_shell_names_no_place_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RMW_IMPLEMENTATION", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("ROS_LOG_DIR", "/dev/null/log")
    checked_domain_id()
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("ROS cannot write its log files to /dev/null/log")
    assert Path(os.environ["ROS_LOG_DIR"]).is_relative_to(tmp_path)


def test_dds_stays_on_this_machine_unless_the_environment_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = "ROS_AUTOMATIC_DISCOVERY_RANGE"
    monkeypatch.setenv(name, "SUBNET")
    stay_on_this_machine()
    assert os.environ[name] == "SUBNET"
    monkeypatch.delenv(name)
    stay_on_this_machine()
    assert os.environ[name] == "LOCALHOST"
