# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench advise``: what other groupings of the nodes into processes would cost."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from nav2_composition_bench.aggregate.advice import StudyAdvice, advise
from nav2_composition_bench.aggregate.node_costs import TrialCosts, trial_costs
from nav2_composition_bench.aggregate.stamped_versions import versions_of_stamps
from nav2_composition_bench.aggregate.stored_study import each_record, find_studies, study_name
from nav2_composition_bench.report.advice_table import (
    advice_document,
    advice_rows,
    basis_lines,
    command_lines,
    prediction_rows,
)
from nav2_composition_bench.report.figures import in_brackets
from nav2_composition_bench.report.table import aligned
from nav2_composition_bench.study.grouping import parse_groups
from nav2_composition_bench.trial.stamped_arms import baseline_of_stamp
from nav2_composition_bench.trial.store import read_stamp

NAME = "advise"
HELP = "predict what groupings of the nodes into processes would cost"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument("paths", type=Path, nargs="+", metavar="DIR", help="studies, or above them")
    parser.add_argument(
        "--group",
        action="append",
        default=[],
        metavar="NODE,NODE",
        help="predict this too: these nodes in one process; repeatable, nodes that no group names"
        " keep a process each",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the predictions for every study.

    :raises UserError: for records that predictions cannot be made from, or groups that cannot be.
    """
    groups = parse_groups(arguments.group)
    found: list[tuple[str, str, StudyAdvice]] = []
    notes: list[str] = []
    for directory in find_studies(arguments.paths):
        trials = read_costs(directory, notes)
        stamp = read_stamp(directory) or {}
        advice = advise(trials, str(directory), groups, baseline_of_stamp(stamp))
        found.append((study_name(directory), versions_of_stamps(stamp), advice))
    for note in notes:
        print(note, file=sys.stderr if arguments.json else sys.stdout)
    if arguments.json:
        print(json.dumps([advice_document(advice, name) for name, _, advice in found], indent=2))
        return 0
    print("\n\n".join("\n".join(advice_lines(*each)) for each in found))
    return 0


def read_costs(directory: Path, notes: list[str]) -> list[TrialCosts]:
    """Read what predictions need of a study.

    :param notes: gets a line for a broken last record, which is left out.
    :raises UserError: for an unreadable record before the last.
    """
    costs = (trial_costs(record) for record in each_record(directory, notes))
    return [one for one in costs if one is not None]


def advice_lines(name: str, versions: str, advice: StudyAdvice) -> list[str]:
    """Return everything that is said of one study.

    :param versions: of what it ran with; empty where they are not known.
    """
    lines = [
        f"{name}{in_brackets(versions)}: predicted cost of groupings",
        "",
        *aligned(advice_rows(advice)),
        "",
    ]
    lines += basis_lines(advice)
    if rows := prediction_rows(advice.checks):
        lines += ["", "measured, and not used for predictions:", *aligned(rows)]
    if commands := command_lines(advice):
        lines += ["", "to measure one, add to the nav2-bench run that made this study:", *commands]
    return lines
