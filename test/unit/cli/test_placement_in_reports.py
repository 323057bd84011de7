# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A placement is one more composition to every verb that reads records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from crossed_arms import DEFAULTS
from placed_costs import SPLIT, placed_study
from stored_studies import write_study

from nav2_composition_bench.cli.main import main

MINE = {**DEFAULTS, "name": "mine", "composition": "mine"}
TEXT = " ".join("|".join(process) for process in SPLIT)
PLACED = {"study": {"arms": [{**MINE, "placement": TEXT}]}}
OTHER = {"study": {"arms": [{**MINE, "placement": "amcl|map_server"}]}}


def study(directory: Path, name: str, seed: int, stamp: dict[str, Any]) -> str:
    records = placed_study(
        8, seed=seed, block_noise=0.01, trial_noise=0.005, further={"mine": SPLIT}
    )
    return str(write_study(directory / "board" / name, records, stamp))


@pytest.fixture
def first(tmp_path: Path) -> str:
    return study(tmp_path, "first", 1, PLACED)


@pytest.fixture
def second(tmp_path: Path) -> str:
    return study(tmp_path, "second", 2, PLACED)


def test_the_table_shows_it(first: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", first]) == 0
    assert "\nmine " in capsys.readouterr().out


@pytest.mark.parametrize("suffix", ["html", "md", "csv", "tex"])
def test_every_report_shows_it(first: str, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"report.{suffix}"
    assert main(["report", first, "-o", str(path)]) == 0
    assert "mine" in path.read_text()


def test_studies_are_compared_in_it(
    first: str, second: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", first, second]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if " mine " in line]
    assert len(rows) == 6 and sum("agrees" in row.split() for row in rows) == 3


def test_the_gate_judges_it(first: str, second: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", second, "--baseline", first]) == 0
    assert "mine" in capsys.readouterr().out


def test_two_placements_of_one_name_are_not_compared(
    first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = study(tmp_path, "other", 2, OTHER)
    for words in (["compare", first, other], ["check", other, "--baseline", first]):
        status = main(words)
        printed = capsys.readouterr()
        assert status != 0 and "study.arms.mine.placement" in printed.out + printed.err
