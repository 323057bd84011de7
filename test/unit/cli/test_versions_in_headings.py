# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study ran with stands in the headings of whatever shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from curve_studies import stored_graph, stored_sizes
from placed_costs import placed_study
from record_factory import changed
from stored_studies import write_study

from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.cli.show import table_lines
from nav2_composition_bench.report.goal_table import GOALS_TITLE

VERSIONS = "rclcpp 28.1.21, Nav2 1.3.13, rmw_fastrtps_cpp 8.4.3"
PACKAGES = {"rclcpp": "28.1.21", "nav2_amcl": "1.3.13", "rmw_fastrtps_cpp": "8.4.3"}


@pytest.fixture
def studies(tmp_path: Path) -> tuple[Path, Path]:
    """Two studies of Nav2 in which advice can be given."""
    stamp: dict[str, dict[str, Any]] = {
        "study": {"system": "nav2", "distro": "jazzy"},
        "software": {"packages": PACKAGES},
    }
    first, second = (
        write_study(tmp_path / "board" / name, placed_study(2), stamp) for name in ("old", "new")
    )
    return first, second


@pytest.mark.parametrize(
    ("words", "times"),
    [
        (("show", "OLD"), 1),
        (("show", "BOARD"), 2),
        (("report", "OLD", "--format", "md", "--output", "-"), 1),
        (("report", "OLD", "--format", "tex", "--output", "-"), 1),
        (("report", "OLD", "--format", "html", "--output", "-"), 2),
        (("report", "OLD", "NEW", "--format", "html", "--output", "-"), 6),
        (("compare", "OLD", "NEW"), 2),
        (("compare", "OLD", "NEW", "--markdown"), 2),
        (("check", "NEW", "--baseline", "OLD"), 2),
        (("advise", "OLD"), 1),
    ],
    ids=lambda each: "-".join(each) if isinstance(each, tuple) else None,
)
def test_each_study_s_heading_says_what_it_ran_with(
    studies: tuple[Path, Path],
    words: tuple[str, ...],
    times: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old, new = studies
    places = {"OLD": old, "NEW": new, "BOARD": old.parent}
    main([str(places.get(word, word)) for word in words])
    printed = capsys.readouterr().out.replace(r"\_", "_")
    assert printed.count(f"({VERSIONS})") >= times


def test_the_summary_for_a_pull_request_says_what_both_ran_with(
    studies: tuple[Path, Path], tmp_path: Path
) -> None:
    old, new = studies
    summary = tmp_path / "summary.md"
    main(["check", str(new), "--baseline", str(old), "--github-summary", str(summary)])
    heading = f"### board/new ({VERSIONS}) against board/old ({VERSIONS})"
    assert summary.read_text().splitlines()[0] == heading


def test_the_table_of_goals_says_what_the_trials_ran_with() -> None:
    records = [changed(each, goals_sent=2, goals_lost=0) for each in placed_study(1)]
    stamp = {
        "study": {"system": "nav2", "distro": "jazzy"},
        "software": {"packages": PACKAGES, "rmw": "rmw_fastrtps_cpp"},
    }
    lines = table_lines(records, stamp)
    assert f"({VERSIONS})" in lines[lines.index(f"{GOALS_TITLE}:") + 1]


@pytest.mark.parametrize("make", [stored_graph, stored_sizes])
def test_headings_that_name_the_client_library_of_topologies_name_versions_where_they_are_known(
    make: Callable[[Path], StoredStudy], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    directory = make(tmp_path).directory
    stamp = json.loads((directory / "study.json").read_text())
    stamp["software"]["packages"] = {"ros-rcl": "9.2.8", "ros-rmw-fastrtps-cpp": "8.4.3"}
    (directory / "study.json").write_text(json.dumps(stamp))
    for words in (("show",), *(("report", "--format", each, "-o", "-") for each in ("md", "html"))):
        assert main([*words, str(directory)]) == 0
        printed = capsys.readouterr().out
        assert "(rcl)" not in printed and "(rcl 9.2.8, rmw_fastrtps_cpp 8.4.3)" in printed
