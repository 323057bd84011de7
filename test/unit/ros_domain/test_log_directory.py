# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.log_directory import let_ros_log


def set_to(patch: pytest.MonkeyPatch, **variables: str) -> None:
    for name in ("HOME", "ROS_HOME", "ROS_LOG_DIR"):
        patch.delenv(name, raising=False)
    for name, value in variables.items():
        patch.setenv(name, value)


@pytest.mark.parametrize(
    ("variables", "directory"),
    [
        ({"HOME": "{}"}, ".ros/log"),
        ({"HOME": "{}", "ROS_LOG_DIR": "~/mine"}, "mine"),
        ({"HOME": "/dev/null", "ROS_HOME": "{}/ros"}, "ros/log"),
        ({"HOME": "/dev/null", "ROS_HOME": "/dev/null", "ROS_LOG_DIR": "{}/mine"}, "mine"),
        ({"HOME": "{}", "ROS_HOME": "", "ROS_LOG_DIR": ""}, ".ros/log"),
    ],
)
def test_a_directory_of_the_shell_that_can_be_written_stays(
    variables: dict[str, str], directory: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(monkeypatch, **{name: value.format(tmp_path) for name, value in variables.items()})
    before = dict(os.environ)
    assert let_ros_log(tmp_path / "otherwise") is None
    assert os.environ == before
    assert (tmp_path / directory).is_dir() and not (tmp_path / "otherwise").exists()


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, ""),
        ({"HOME": ""}, ""),
        ({"ROS_LOG_DIR": "~/mine"}, ""),
        ({"HOME": "/dev/null"}, " to /dev/null/.ros/log"),
        ({"HOME": "/tmp", "ROS_HOME": "/dev/null"}, " to /dev/null/log"),
        ({"HOME": "/tmp", "ROS_LOG_DIR": "/proc"}, " to /proc"),
    ],
)
def test_another_is_taken_where_rcl_could_not_write_and_is_told_in_one_line(
    variables: dict[str, str], wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_to(monkeypatch, **variables)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    for otherwise in (tmp_path / "logs" / "ros", None):
        set_to(monkeypatch, **variables)
        note = let_ros_log(otherwise)
        assert note is not None and note.startswith(f"ROS cannot write its log files{wanted} (")
        assert note.endswith(f"; they go to {os.environ['ROS_LOG_DIR']}")
        taken = Path(os.environ["ROS_LOG_DIR"])
        assert taken.is_dir() and tmp_path in taken.parents
        assert let_ros_log(otherwise) is None


def test_no_place_at_all_is_the_users_to_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to(monkeypatch)
    with pytest.raises(UserError, match="^cannot make a directory for the log files of ROS: Not a"):
        let_ros_log(Path("/dev/null/ros"))
