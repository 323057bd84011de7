# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How published statements stand beside what was measured."""

from __future__ import annotations

from nav2_composition_bench.aggregate.agreement import Agreement, Finding, Judged
from nav2_composition_bench.aggregate.describe import Interval
from nav2_composition_bench.aggregate.statements import ABOVE, BELOW, Kind, Statement
from nav2_composition_bench.report.statement_rows import (
    STATEMENT_NOTE,
    agreement_line,
    statement_rows,
)

RATIO = Statement(
    "message_size", "Fig. 3", "Half.", Kind.RATIO, "latency_mean_us", {}, {}, value=(0.5, 0.5)
)
FOUND = Finding(
    "isolated",
    1048576.0,
    "multi_process",
    1048576.0,
    0.41,
    Interval(0.4, 0.42, 0.95),
    Agreement.AGREES,
)


def here(statement: Statement, finding: Finding, axis: str = "size_bytes") -> list[str]:
    _, row = statement_rows([Judged(statement, finding.agreement, (finding,))], axis)
    return [cell.replace("\u00a0", " ") for cell in row]


def test_a_ratio_is_told_with_the_arms_and_the_place() -> None:
    assert here(RATIO, FOUND) == [
        "Fig. 3",
        "Half.",
        "× 0.5",
        "isolated at 1.05 MB against multi_process: × 0.41 [0.4, 0.42]",
        "agrees",
    ]


def test_a_line_that_is_compared_with_itself_is_told_with_both_places() -> None:
    own = Finding("isolated", 1048576.0, "isolated", 1024.0, 1.0, None, Agreement.UNDECIDED)
    assert here(RATIO, own)[3] == "isolated at 1.05 MB against itself at 1.02 kB: × 1"


def test_levels_slopes_and_orderings_are_told_in_their_units() -> None:
    level = Statement(
        "m", "Fig. 3", "Slow.", Kind.LEVEL, "latency_mean_us", {}, value=(6e3, 6e3), relation=ABOVE
    )
    alone = Finding("isolated", 1024.0, None, None, 50.0, None, Agreement.UNDECIDED)
    assert here(level, alone)[2:4] == ["above 6000.0 µs", "isolated at 1.02 kB: 50.0 µs"]
    slope = Statement("m", "Fig. 2", "Grows.", Kind.SLOPE, "pss_bytes", {}, value=(2.1e6, 4.3e6))
    grown = Finding("multi_process", None, None, None, 3e6, None, Agreement.UNDECIDED)
    assert here(slope, grown, "number")[2:4] == [
        "2.1 MB per node to 4.3 MB per node",
        "multi_process: 3.0 MB per node",
    ]
    ordering = Statement(
        "m", "Fig. 5", "Less.", Kind.ORDERING, "cpu_percent", {}, {}, relation=BELOW
    )
    assert here(ordering, FOUND)[2] == "CPU below"


def test_the_note_tells_the_factor_that_agreement_allows_either_way() -> None:
    assert "within a factor of 1.25 of a published figure" in STATEMENT_NOTE


def test_what_was_not_measured_has_a_row_too() -> None:
    _, row = statement_rows([Judged(RATIO, Agreement.NOT_MEASURED, ())], "")
    assert row[3:] == ["–", "not measured"]
    assert statement_rows([], "") == []


def test_one_line_counts_what_agrees() -> None:
    judged = [Judged(RATIO, each, ()) for each in (Agreement.DIFFERS, Agreement.AGREES)]
    assert agreement_line(judged) == "of 2 published statements: 1 agrees, 1 differs"
    assert agreement_line([]) == ""
