# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The regression gate's answer for terminals, pull requests and CI servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.calibration import CalibrationFinding, NodeChange
from nav2_composition_bench.aggregate.gate import GateOutcome
from nav2_composition_bench.aggregate.regression import CheckedMetric
from nav2_composition_bench.errors import told_in_one_line
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.table import markdown

_MAX_NODES = 3
_MIN_CHANGE = 0.1
"""Percent of a core; less is noise."""
_MARKS = {
    GateOutcome.FINE: "✅",
    GateOutcome.REGRESSION: "❌",
    GateOutcome.NOT_ENOUGH_TRIALS: "❔",
    GateOutcome.NOT_COMPARABLE: "⛔",
}


def check_rows(checked: Sequence[CheckedMetric]) -> list[list[str]]:
    """Return heading and one row for each metric of each arm."""
    heading = ["arm", "metric", "verdict", "change [interval], threshold"]
    return [
        heading,
        *(
            [
                one.arm,
                METRICS[one.metric].label,
                str(one.verdict.outcome),
                one.verdict.reason,
            ]
            for one in checked
        ),
    ]


def calibration_rows(findings: Sequence[CalibrationFinding]) -> list[list[str]]:
    """Return heading and one row for each cost that was known; empty without any."""
    heading = ["known cost", "metric", "stated", "found [95 % interval]", "threads of the node"]
    rows = [
        [
            one.arm,
            METRICS[one.metric].label,
            _cost(one, one.stated),
            f"{_cost(one, one.found)}{_span(one)}",
            NOT_MEASURED if one.of_the_node is None else _cost(one, one.of_the_node),
        ]
        for one in findings
    ]
    return [heading, *rows] if rows else []


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


def _cost(finding: CalibrationFinding, value: float) -> str:
    metric = METRICS[finding.metric]
    return f"{metric.display(value, 1)} {metric.unit}"


def _span(finding: CalibrationFinding) -> str:
    if finding.interval is None:
        return ", too few blocks for an interval"
    low, high = (_cost(finding, end) for end in (finding.interval.low, finding.interval.high))
    return f" [{low}, {high}]: {'inside' if finding.is_inside else 'OUTSIDE'}"


def github_summary(
    checked: Sequence[CheckedMetric], title: str, remarks: Sequence[str] = ()
) -> str:
    """Return GitHub-flavoured Markdown for a job summary or a comment, remarks below the table."""
    rows = check_rows(checked)
    marked = [
        [*row[:2], f"{_MARKS[one.verdict.outcome]} {row[2]}", row[3]]
        for one, row in zip(checked, rows[1:])
    ]
    listed = ["", *(f"- {remark}" for remark in remarks)] if remarks else []
    return "\n".join([f"### {title}", "", *markdown([rows[0], *marked]), *listed]) + "\n"


def write_junit(checked: Sequence[CheckedMetric], name: str, path: Path) -> None:
    """Write JUnit XML: a regression fails, too few trials are skipped, unlike studies are errors.

    :raises UserError: when the file cannot be written.
    """
    # Here, since nothing else of the gate needs what a ROS installation may lack.
    from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

    suite = TestSuite(name)
    for one in checked:
        case = TestCase(METRICS[one.metric].label, classname=f"{name}.{one.arm}")
        if one.verdict.outcome is GateOutcome.REGRESSION:
            case.result = [Failure(one.verdict.reason)]
        elif one.verdict.outcome is GateOutcome.NOT_COMPARABLE:
            case.result = [Error(one.verdict.reason)]
        elif one.verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS:
            case.result = [Skipped(one.verdict.reason)]
        suite.add_testcase(case)
    document = JUnitXml("nav2_composition_bench")
    document.add_testsuite(suite)
    with told_in_one_line(f"--junit: cannot write {path}"):
        document.write(str(path), pretty=True)
