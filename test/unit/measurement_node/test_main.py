# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import sys

import pytest

from nav2_composition_bench.measurement_node.main import BAD_INPUT, main


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-p", "bad"], "Couldn't parse parameter override rule: '-p bad'"),
        (["--nonsense"], "unknown ROS arguments ['--nonsense']; leave them out"),
    ],
)
def test_ros_arguments_that_cannot_be_read_are_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    said: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["measurement_node", "--ros-args", *words])
    assert main() == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("measurement_node: error: ") and said in line
