# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The README's tables are made from the records beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.report.summary_rows import spread
from nav2_composition_bench.trial.store import read_records

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"\]\((results/[^)]+)\)")


def tables() -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the study that was linked last before each table of compositions, and its rows."""
    study, rows = "", list[list[str]]()
    for line in [*(ROOT / "README.md").read_text().splitlines(), ""]:
        study = next(iter(LINK.findall(line)), study)
        if line.startswith("| composition | CPU %"):
            rows = [[]]
        elif rows and line.startswith("|"):
            rows.append([cell.strip(" `") for cell in line.strip("|").split("|")])
        elif rows:
            yield study, rows[2:]
            rows = []


TABLES = dict(tables())


def test_there_is_a_table_for_each_study_that_is_told_of() -> None:
    assert TABLES and all(len(rows) == 4 for rows in TABLES.values())


@pytest.mark.parametrize("study", TABLES)
def test_a_table_says_what_its_records_say(study: str) -> None:
    records = read_records(ROOT / study)
    for composition, *cells in TABLES[study]:
        expected = list[str]()
        for metric in HEADLINE:
            found = saving(records, composition, metric)
            is_baseline = composition == "multi_process"
            expected += [
                spread(records, composition, metric),
                "" if is_baseline or found is None else f"{found.fraction:.0%}".replace("%", " %"),
            ]
        assert cells[: len(expected)] == expected


@pytest.mark.parametrize("study", TABLES)
def test_the_columns_of_the_paper_are_its_own(study: str) -> None:
    paper = json.loads((ROOT / "results" / "paper" / "x86.json").read_text())["compositions"]
    for composition, *cells in TABLES[study]:
        for place, metric in ((-2, "cpu_percent"), (-1, "pss_bytes")):
            mean = {name: paper[name][metric]["mean"] for name in paper}
            saved = 1 - mean[composition] / mean["multi_process"]
            is_baseline = composition == "multi_process"
            assert cells[place] == ("" if is_baseline else f"{saved:.0%}".replace("%", " %"))
