# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb report."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
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
    assert capsys.readouterr().out.startswith("study,composition")


def test_an_unknown_suffix_is_named_with_the_known_ones(study: Path) -> None:
    with pytest.raises(UserError, match="no format is called 'pdf'; use html, md, csv, tex"):
        run(study, "-o", "r.pdf")


def test_an_unwritable_output_leaves_nothing_behind(study: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--output: cannot write"):
        run(study, "-o", tmp_path / "none" / "r.html")
    (tmp_path / "r.html").mkdir()
    with pytest.raises(UserError, match="--output: cannot write"):
        run(study, "-o", tmp_path / "r.html")
    assert not list(tmp_path.glob(".*.new"))
