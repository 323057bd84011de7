# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""All studies of a page at a glance."""

from __future__ import annotations

import re
from pathlib import Path

from curve_studies import stored_graph, stored_sizes

from nav2_composition_bench.aggregate.statements import packaged_statements
from nav2_composition_bench.report.overview import anchors, overview_rows
from nav2_composition_bench.report.page import render


def test_each_study_has_a_row_with_what_was_published_of_it(tmp_path: Path) -> None:
    studies = [stored_sizes(tmp_path), stored_graph(tmp_path)]
    _, sizes, graph = overview_rows(studies, packaged_statements())
    assert sizes[:4] == ["board/message_size", "topology (rcl)", "9", "27 of 27"]
    assert sizes[4].startswith("of 7 published statements: ")
    assert graph == ["board/robot", "topology (rcl)", "2", "4 of 4", "–"]


def test_rows_lead_to_the_sections_of_their_studies(tmp_path: Path) -> None:
    studies = [stored_graph(tmp_path), stored_graph(tmp_path, "other_robot")]
    text = render(studies)
    assert re.findall(r'href="#([^"]*)"', text)[:2] == anchors(studies)
    assert re.findall(r'<section id="([^"]*)"', text) == anchors(studies)


def test_a_single_study_needs_no_overview_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    text = render([stored_graph(tmp_path)], ["results/x holds <nothing>"])
    assert "Studies of this page" not in text
    assert "left out: results/x holds &lt;nothing&gt;" in text
