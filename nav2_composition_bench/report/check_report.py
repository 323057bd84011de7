# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate's answer for terminals, pull requests and CI servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.breakdown import NodeChange
from nav2_composition_bench.aggregate.describe import span_of
from nav2_composition_bench.aggregate.gate import CheckedMetric
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict
from nav2_composition_bench.errors import told_in_one_line
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.report.table import markdown

_MAX_NODES = 3
_MIN_CHANGE = 0.1
"""Percent of a core; less is noise."""
_MARKS = {
    Outcome.BELOW: "✅",
    Outcome.ABOVE: "❌",
    Outcome.UNDECIDED: "❔",
}


def check_rows(checked: Sequence[CheckedMetric]) -> list[list[str]]:
    """Return heading and one row for each metric of each arm."""
    heading = ["arm", "metric", "threshold", "verdict", "change [95 %]"]
    return [
        heading,
        *(
            [
                one.arm,
                METRICS[one.metric].label,
                f"{one.verdict.threshold:+.1%}",
                str(one.verdict.outcome),
                _change(one.verdict),
            ]
            for one in checked
        ),
    ]


def _change(verdict: Verdict) -> str:
    return verdict.reason if verdict.change is None else span_of(*verdict.change, sign=True)


def attribution_lines(changes: Mapping[str, Sequence[NodeChange]]) -> list[str]:
    """Say for each arm which nodes' CPU changed most."""
    return [
        f"CPU % of nodes in {arm}: {', '.join(map(_changed, most))}"
        for arm, nodes in changes.items()
        if (most := [one for one in nodes if abs(one.difference) >= _MIN_CHANGE][:_MAX_NODES])
    ]


def _changed(change: NodeChange) -> str:
    news = " (new)" if change.before is None else " (gone)" if change.after is None else ""
    return f"{change.node} {change.difference:+.2f}{news}"


def github_summary(
    checked: Sequence[CheckedMetric], title: str, remarks: Sequence[str] = ()
) -> str:
    """Return GitHub-flavoured Markdown for a job summary or a comment, remarks below the table."""
    rows = check_rows(checked)
    marked = [
        [*row[:3], f"{_MARKS[one.verdict.outcome]} {row[3]}", row[4]]
        for one, row in zip(checked, rows[1:])
    ]
    listed = ["", *(f"- {remark}" for remark in remarks)] if remarks else []
    return "\n".join([f"### {title}", "", *markdown([rows[0], *marked]), *listed]) + "\n"


def write_junit(checked: Sequence[CheckedMetric], name: str, path: Path) -> None:
    """Write JUnit XML: what is above its threshold fails, what is undecided is skipped.

    :raises UserError: when the file cannot be written.
    """
    # Here, since nothing else of the gate needs what a ROS installation may lack.
    from junitparser import Failure, JUnitXml, Skipped, TestCase, TestSuite

    suite = TestSuite(name)
    for one in checked:
        case = TestCase(METRICS[one.metric].label, classname=f"{name}.{one.arm}")
        if one.verdict.outcome is Outcome.ABOVE:
            case.result = [Failure(_change(one.verdict))]
        elif one.verdict.outcome is Outcome.UNDECIDED:
            case.result = [Skipped(_change(one.verdict))]
        suite.add_testcase(case)
    document = JUnitXml("nav2_composition_bench")
    document.add_testsuite(suite)
    with told_in_one_line(f"--junit: cannot write {path}"):
        document.write(str(path), pretty=True)
