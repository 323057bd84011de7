# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Records from before there were arms, beside new ones."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from bench_runner import MACHINE, Bench
from small_bench import finish_legs

from figures.studies import directory as committed
from nav2_composition_bench.trial.store import TRIALS, read_records

COMPOSITIONS = ("multi_process", "manual", "isolated", "multi_threaded")


@pytest.fixture
def old_study(tmp_path: Path) -> Path:
    """A committed study of the four compositions from before arms, in this machine's results."""
    directory = tmp_path / "results" / MACHINE / "old"
    shutil.copytree(committed("default"), directory)
    return directory


def test_show_and_report_read_old_records_and_new_ones(
    start: Callable[..., Bench], old_study: Path, tmp_path: Path, domain_id: int
) -> None:
    finish_legs(tmp_path)
    options = ("--factor", "params=with_bonds,without_bonds")
    bench = start(*options, study={"trials": 2}, variables={"SMALL_BENCH_LEGS": "count"})
    assert bench.wait() == 0, bench.output
    shown = Bench(tmp_path, domain_id, "show", "results", script=None)
    assert shown.wait() == 0, shown.output
    tables = shown.output.partition(f"{MACHINE}/small: ")
    for arm in COMPOSITIONS:
        assert f"\n{arm} " in tables[0]
    for arm in ("isolated+with_bonds", "isolated+without_bonds"):
        assert f"\n{arm} " in tables[2]
    page = ("report", "results", "--output", "page.html")
    reported = Bench(tmp_path, domain_id, *page, script=None)
    assert reported.wait() == 0, reported.output
    html = (tmp_path / "page.html").read_text()
    assert "multi_threaded" in html and "isolated+without_bonds" in html


def test_an_old_study_is_not_resumed_by_code_that_differs(
    start: Callable[..., Bench], old_study: Path
) -> None:
    before = (old_study / TRIALS).read_bytes()
    bench = start("--resume", "--name", "old", "--yes", script=None)
    assert bench.wait() == 2, bench.output
    (line,) = bench.lines
    assert line.startswith("nav2-bench: error: ")
    assert (old_study / TRIALS).read_bytes() == before
    assert read_records(old_study)[0].levels["composition"] in COMPOSITIONS
