# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
import errno
import json
import os
from pathlib import Path

import pytest
from captured_systems import robot
from no_permission import without_permission

from nav2_composition_bench.cli import capture
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files import whole_file
from nav2_composition_bench.installation.installation import Installation


@pytest.mark.parametrize(
    "words, mistake",
    [
        (["--duration", "1"], "--duration is 1, must be at least 4"),
        (["--duration", "nan"], "--duration is nan, must be at least 4"),
        (["-o", "."], "--output: . is a directory; name a file in it"),
        (["-o", "nowhere/x.json"], "--output: cannot write nowhere/x.json: there is no"),
    ],
)
def test_bad_options_are_one_line_before_anything_is_watched(
    words: list[str],
    mistake: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["capture", "-o", "robot.json", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith(f"nav2-bench: error: {mistake}")


@pytest.mark.parametrize("name", ["robot.json", "below/robot.json"])
def test_a_directory_that_may_not_be_written_is_refused_before_anything_is_watched(
    tmp_path: Path, name: str
) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    words = argparse.Namespace(duration=30.0, output=hidden / name, outside=[])
    with without_permission(hidden), pytest.raises(UserError, match="--output"):
        capture.run(words)


def test_a_full_disk_is_one_line_of_the_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(capture, "_captured", lambda *_: robot().document())
    monkeypatch.setattr(whole_file, "write_whole", full)
    output = tmp_path / "robot.json"
    assert main(["capture", "-o", str(output)]) == 2
    said = f"--output: cannot write {output}: No space left on device"
    assert capsys.readouterr().err == f"nav2-bench: error: {said}\n"


def test_a_capture_that_cannot_be_replayed_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = {"nodes": [{"node_name": "a"}, {"node_name": "a"}]}
    monkeypatch.setattr(capture, "_captured", lambda *_: content)
    output = tmp_path / "robot.json"
    assert main(["capture", "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert f"{output} is written, but cannot be replayed: " in said and said.count("\n") == 1
    assert json.loads(output.read_text()) == content


@pytest.mark.parametrize(
    ("rmw", "mistake"),
    [
        ("rmw_zenoh_cpp", "the middleware is rmw_zenoh_cpp, which does not tell which endpoints"),
        ("rmw_cyclonedds_cpp", "RMW_IMPLEMENTATION is rmw_cyclonedds_cpp, which is not installed"),
    ],
)
def test_a_middleware_that_cannot_be_captured_with_is_one_line_before_it_is_loaded(
    rmw: str,
    mistake: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Installation, "middlewares", ("rmw_fastrtps_cpp",))
    monkeypatch.setattr(capture, "_captured", lambda *_: {"nodes": [{"node_name": "a"}]})
    output = tmp_path / "robot.json"
    monkeypatch.setenv("RMW_IMPLEMENTATION", rmw)
    assert main(["capture", "-o", str(output)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"nav2-bench: error: {mistake}") and said.count("\n") == 1
    assert not output.exists()


def test_a_system_without_a_node_inside_is_refused_before_anything_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = robot().document(["*"])
    monkeypatch.setattr(capture, "_captured", lambda *_: content)
    output = tmp_path / "robot.json"
    assert main(["capture", "-o", str(output), "--outside", "*"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("nav2-bench: error: all nodes are outside; nothing is left to compare")
    assert said.count("\n") == 1 and not output.exists()
