# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench compare``: machines or configurations side by side."""

from __future__ import annotations

import argparse
from pathlib import Path

from nav2_composition_bench.aggregate.comparable import SUBJECTS
from nav2_composition_bench.aggregate.comparison import (
    compare,
    read_columns,
    refuse_unlike,
    studies_of,
)
from nav2_composition_bench.metrics import HEADLINE, METRICS
from nav2_composition_bench.report.comparison_table import (
    WORD_COLUMNS,
    comparison_rows,
    difference_lines,
    legend,
    note_lines,
    version_lines,
)
from nav2_composition_bench.report.speed_lines import speed_differences
from nav2_composition_bench.report.table import aligned, markdown

NAME = "compare"
HELP = "compare studies with the first: whether savings agree, and which arms cost more"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "paths",
        type=Path,
        nargs="+",
        metavar="DIR",
        help="studies, or directories above; a JSON file of results/paper adds published figures",
    )
    parser.add_argument(
        "--subject",
        choices=sorted(SUBJECTS),
        action="append",
        default=[],
        help="difference that is the subject; repeatable. Studies that differ in anything else are"
        " refused",
    )
    parser.add_argument(
        "--metric",
        choices=tuple(METRICS),
        action="append",
        help=f"what to compare; repeatable (default: {', '.join(HEADLINE)})",
    )
    parser.add_argument("--markdown", action="store_true", help="print a Markdown table")


def run(arguments: argparse.Namespace) -> int:
    """Print the comparison.

    :raises UserError: for studies that are unlike in more than the subject.
    """
    columns = read_columns(arguments.paths)
    allowed = refuse_unlike(columns, arguments.subject)
    metrics = arguments.metric or HEADLINE
    rows = comparison_rows(compare(columns, metrics), columns)
    lines = markdown(rows) if arguments.markdown else aligned(rows, WORD_COLUMNS)
    studies = studies_of(columns)
    remarks = [*difference_lines(allowed), *speed_differences(studies), *note_lines(studies)]
    heading = version_lines(studies)
    if heading and arguments.markdown:
        heading = [*(f"- {line}" for line in heading), ""]
    print("\n".join([*heading, *lines, "", *legend(columns, metrics), *remarks]))
    return 0
