# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The HTML page, as text."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fleet_factory import fleet_records, fleet_stamp
from placed_costs import SPLIT, placed_study
from record_factory import invalid, make_record
from stored_studies import four_compositions, write_study

from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.report.charts import MAX_DOTS
from nav2_composition_bench.report.page import render
from nav2_composition_bench.trial.record import TrialRecord

VOID = {"meta", "path", "use", "image", "rect", "br", "link", "input", "img", "hr"}


class Balance(HTMLParser):
    """Checks that every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def page(tmp_path: Path, records: list[TrialRecord]) -> str:
    return render([read_study(write_study(tmp_path / "board" / "default", records))])


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a study of the paper's compositions."""
    return page(tmp_path_factory.mktemp("usual"), four_compositions())


def test_the_page_loads_nothing_from_anywhere(usual: str) -> None:
    text = usual
    sources = re.findall(r"""(?:src|href)\s*=\s*["']([^"'#][^"']*)""", text)
    assert sources == [] and "@import" not in text and "<script" not in text
    assert not re.search(r"url\((?!#)", text)


def test_every_element_is_closed(usual: str) -> None:
    checker = Balance()
    checker.feed(usual)
    assert checker.open == []


def test_every_section_is_there(usual: str) -> None:
    text = usual
    for heading in (
        "Savings against multi_process",
        "Every trial",
        "Over time",
        "Cost per node inside each process",
        "Where the savings come from",
        "What measuring cost",
        "Outsiders",
        "Trials that do not count",
        "Provenance",
    ):
        assert heading in text
    assert "software.rmw" in text and "rmw_fastrtps_cpp" in text
    assert text.count("<svg") == 1 + 3 + 4 + 4


def test_placements_are_predicted_where_a_study_holds_what_that_needs(
    tmp_path: Path, usual: str
) -> None:
    heading = "What other placements would cost"
    assert heading not in usual
    text = page(tmp_path, placed_study(3, block_noise=0.05, further={"mine": SPLIT}))
    section = text[text.index(heading) : text.index("What measuring cost")]
    assert "localization_navigation" in section and "<td>mine</td>" in section
    assert "made from multi_process and isolated in 3 blocks" in section


def test_invalid_trials_are_listed_with_their_escaped_reasons(tmp_path: Path) -> None:
    records = [*four_compositions(2), invalid(make_record("manual", 1), "amcl <died> & left")]
    assert "amcl &lt;died&gt; &amp; left" in page(tmp_path, records)


@pytest.mark.parametrize(
    "records",
    [
        [],
        [make_record("isolated")],
        [invalid(make_record("isolated", cpu_percent=None, cpu_series=(), memory_series=()))],
        [make_record("multi_process", processes=(), cpu_series=(), legs=())],
    ],
    ids=["no trial", "a single trial", "only an invalid trial", "bare trial"],
)
def test_sparse_studies_still_give_a_page(tmp_path: Path, records: list[TrialRecord]) -> None:
    checker = Balance()
    checker.feed(page(tmp_path, records))
    assert checker.open == []


def test_a_page_that_does_not_draw_every_trial_says_so(tmp_path: Path, usual: str) -> None:
    assert "that many are drawn" not in usual
    many = [make_record(block=block, cpu_series=(), legs=()) for block in range(MAX_DOTS + 1)]
    assert "that many are drawn" in page(tmp_path, many)


def test_of_trials_that_were_not_sampled_nothing_is_said_of_outsiders(tmp_path: Path) -> None:
    records = [replace(make_record(), observer=None, outsiders=())]
    assert "No process outside the system mapped" not in page(tmp_path / "fleet", records)
    sampled = [replace(make_record(), outsiders=())]
    assert "No process outside the system mapped" in page(tmp_path / "robot", sampled)


def test_a_page_over_an_axis_cautions_of_every_metric_that_it_shows(tmp_path: Path) -> None:
    def lacking(way: str, size: int, block: int) -> dict[str, object]:
        return {"discovered_s": None if block == 0 else 1.2}

    ways, sizes = ("multicast",), (2, 5)
    records = fleet_records(lacking, ways, sizes, blocks=2)
    stamp = fleet_stamp(ways, sizes)
    text = render([read_study(write_study(tmp_path / "board" / "discovery", records, stamp))])
    assert "Discovered of multicast+robots-2 was not measured in 1 of 2 valid trials" in text
