# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb report."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import pytest
from curve_studies import stored_graph, stored_sizes
from no_permission import without_permission
from stored_studies import four_compositions, write_study

from nav2_composition_bench.cli import report
from nav2_composition_bench.errors import UserError


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    report.add_arguments(parser)
    return report.run(parser.parse_args([str(word) for word in words]))


@pytest.fixture
def study(tmp_path: Path) -> Path:
    return write_study(tmp_path / "board" / "default", four_compositions())


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("r.html", "<!DOCTYPE html>"), ("r.md", "## board"), ("r.csv", "study,"), ("r.tex", "\\beg")],
)
def test_the_suffix_chooses_the_format(
    study: Path, tmp_path: Path, name: str, beginning: str
) -> None:
    assert run(study, "-o", tmp_path / name) == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)


def test_a_dash_writes_to_standard_output(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(study, "-o", "-", "--format", "csv") == 0
    assert capsys.readouterr().out.startswith("study,arm,composition,block")


def test_a_pipe_stays_a_pipe_and_is_written_to(study: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert run(study, "-o", pipe, "--format", "tex") == 0
        assert os.read(reading, 4) == b"\\beg"
    finally:
        os.close(reading)
    assert pipe.is_fifo()


def test_an_unknown_suffix_is_named_with_the_known_ones(study: Path) -> None:
    with pytest.raises(UserError, match="no format is called 'pdf'; use html, md, csv, tex"):
        run(study, "-o", "r.pdf")


def test_all_takes_every_study_below_that_can_be_read_and_names_the_others(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stored_sizes(tmp_path)
    empty = tmp_path / "board" / "empty"
    empty.mkdir()
    (empty / "trials.jsonl").write_text("no record\n{}\n")
    assert run("--all", tmp_path, "-o", tmp_path / "r.html") == 0
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "Studies of this page" in text
    assert "board/default" in text and "board/message_size" in text
    assert f"left out: {empty / 'trials.jsonl'}" in text
    told = capsys.readouterr()
    assert "board/message_size: of 7 published statements: " in told.out
    assert f"left out: {empty / 'trials.jsonl'}" in told.err
    with pytest.raises(UserError, match="empty"):
        run(empty, "-o", tmp_path / "r.html")


def test_a_study_that_is_named_and_below_a_directory_is_told_once(
    study: Path, tmp_path: Path
) -> None:
    assert run(study, "--all", tmp_path, "-o", tmp_path / "r.csv") == 0
    rows = (tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(four_compositions())


@pytest.mark.parametrize("suffix", ["html", "md", "csv", "tex"])
def test_a_record_that_was_left_out_is_told_in_every_format(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    with (study / "trials.jsonl").open("a") as stream:
        stream.write('{"schema": ')
    assert run(study, "-o", tmp_path / f"r.{suffix}") == 0
    note = "the last record (trials.jsonl line 21) is broken; left out"
    assert capsys.readouterr().err == f"board/default: {note}\n"
    if suffix == "md":
        text = (tmp_path / "r.md").read_text(encoding="utf-8")
        assert text.startswith(f"## board/default\n\n- {note}\n\n| ")


def test_something_must_be_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="name a study's directory, or --all"):
        run("-o", tmp_path / "r.html")


def test_markdown_of_an_axis_has_a_table_for_each_metric_and_what_was_published(
    tmp_path: Path,
) -> None:
    stored_sizes(tmp_path)
    stored_graph(tmp_path)
    assert run("--all", tmp_path, "-o", tmp_path / "r.md") == 0
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert "### CPU [%] over message size (rcl)" in text
    assert "| 1.05 MB | " in text
    assert "### What was published of the same" in text and "2305.09933" in text
    assert "### Latency of messages" in text and "| composition (rcl) | trials |" in text


def test_an_unwritable_output_leaves_nothing_behind(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    with pytest.raises(UserError, match="--output: cannot write .*: Permission denied"):
        with without_permission(closed):
            report._write(closed / "r.csv", "text")
    assert not list(closed.iterdir())


def test_an_output_in_no_directory_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--output: cannot write .*: there is no directory"):
        run(tmp_path / "no_study", "-o", tmp_path / "none" / "r.csv")


@pytest.mark.parametrize("name", [".", "/", "r.csv"])
def test_a_directory_is_no_output(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.csv").mkdir()
    with pytest.raises(UserError, match="is a directory; name a file in it"):
        run(tmp_path / "no_study", "-o", name, "--format", "html")
