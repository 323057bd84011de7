# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb compare."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from stored_studies import four_compositions, write_study

from nav2_composition_bench.cli import compare

PAPER = Path(__file__).parents[3] / "results" / "paper" / "x86.json"


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    compare.add_arguments(parser)
    return compare.run(parser.parse_args([str(word) for word in words]))


def test_a_study_stands_beside_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = write_study(tmp_path / "board" / "default", four_compositions())
    assert run(study, PAPER) == 0
    printed = capsys.readouterr().out
    assert "board/default" in printed and "paper-x86 (published)" in printed
    assert "36.1 ± 4.0" in printed and "savings" in printed


def test_the_subject_is_printed_with_both_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    stamp = {"machine": {"cpu_model": "B"}}
    second = write_study(tmp_path / "b" / "default", four_compositions(), stamp)
    assert run(first, second, "--subject", "machine", "--markdown") == 0
    printed = capsys.readouterr().out
    assert "differs: machine.cpu_model is 'A' and 'B'" in printed and "| --- |" in printed
