# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from topology_factory import chain, node, pub, sub, written

from nav2_composition_bench.cli.main import main


def test_a_file_is_checked_and_summed_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *chain("a", "b"))
    assert main(["topology", "check", str(path)]) == 0
    assert capsys.readouterr().out.startswith("test: 2 nodes, 2 publishers, 1 subscription")


def test_a_topology_of_the_package_goes_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["topology", "check", "mont_blanc"]) == 0
    assert "messages per s: 781 published → 1263 delivered" in capsys.readouterr().out


def test_a_fault_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, node("a", pub("x", 0)))
    assert main(["topology", "check", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"nav2-bench: error: {path}:3: nodes[0].publishers[0].freq_hz is 0, must be at least"
        " 0.001\n"
    )


def test_several_files_are_one_graph(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = written(tmp_path, node("a", pub("x")), name="one")
    two = written(tmp_path, node("b", subscribers=[sub("x")]), name="two")
    assert main(["topology", "check", str(two)]) == 0
    assert "nobody publishes /x" in capsys.readouterr().out
    assert main(["topology", "check", str(one), str(two)]) == 0
    assert "nobody" not in capsys.readouterr().out


def test_a_graph_is_shown_as_a_table_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = written(tmp_path, *chain("a", "b"))
    assert main(["topology", "show", str(path)]) == 0
    out = capsys.readouterr().out
    assert "10 Hz" in out and "1 kB/s" in out and out.endswith("drawn: test.svg\n")
    assert (tmp_path / "test.svg").read_text().startswith("<?xml")
    assert main(["topology", "show", str(path), "--out", "other.svg"]) == 0
    assert (tmp_path / "other.svg").is_file()


def test_a_picture_alone_goes_to_standard_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *chain("a", "b"))
    assert main(["topology", "show", str(path), "--out", "-"]) == 0
    out = capsys.readouterr().out
    assert (out.startswith("<?xml") and out.endswith("</svg>\n\n")) or out.endswith("</svg>\n")


def test_what_cannot_be_written_or_is_not_drawn_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(written(tmp_path, *chain("a", "b")))
    assert main(["topology", "show", path, "--out", str(tmp_path / "no" / "x.svg")]) == 2
    assert "--out: cannot write" in capsys.readouterr().err
    assert main(["topology", "check", path, "--out", "x.svg"]) == 2
    assert "--out needs show; check draws nothing" in capsys.readouterr().err


def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, *chain("a", "b"))
    assert main(["topology", "show", str(path), "--out", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (f"nav2-bench: error: --out: {tmp_path} is a directory; name a file in it\n")
