# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench check``: a regression gate for CI."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.calibration import findings, node_changes
from nav2_composition_bench.aggregate.certainty import FIRST_LOOK, GrowingCheck
from nav2_composition_bench.aggregate.comparable import SUBJECTS
from nav2_composition_bench.aggregate.gate import GateOutcome
from nav2_composition_bench.aggregate.regression import (
    DEFAULT_THRESHOLDS,
    EXPECTED_TO_DIFFER,
    CheckedMetric,
    check,
    exit_status,
    parse_thresholds,
)
from nav2_composition_bench.aggregate.speed import speed_change
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.cli import check_requirements
from nav2_composition_bench.cli.judged_study import append_summary, one_study
from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.files.user_path import looking_at, real_path, refuse_no_file
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.report.check_report import (
    attribution_lines,
    calibration_rows,
    check_rows,
    github_summary,
    write_junit,
)
from nav2_composition_bench.report.comparison_table import (
    note_lines,
    speed_lines,
    version_lines,
)
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.table import aligned
from nav2_composition_bench.trial.store import TRIALS

NAME = "check"
HELP = "tell whether a study has regressed, or keeps to requirements (exit status 0, 1, 2 or 3)"
EPILOG = (
    "Exit status: 0 no regression, 1 a regression, 2 bad input or studies that cannot be compared,"
    " 3 not enough trials to tell. With --requirements: 0 all are met, 1 some are not met, 3 not"
    " enough trials to tell."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    defaults = ", ".join(
        f"{name}={100 * limit:.0f} %%" for name, limit in DEFAULT_THRESHOLDS.items()
    )
    parser.epilog = EPILOG
    parser.add_argument("directory", type=Path, help="the study to be judged")
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--baseline", type=Path, help="the study it must not exceed")
    against.add_argument(
        "--requirements",
        action="store_true",
        help="judge what its topologies require instead",
    )
    parser.add_argument(
        "--threshold",
        action="append",
        default=[],
        metavar="METRIC=PERCENT",
        help=f"rise that matters; may be repeated (default: {defaults})",
    )
    parser.add_argument(
        "--subject",
        action="append",
        default=[],
        choices=sorted(SUBJECTS),
        help="what may differ from the baseline besides our own code; may be repeated",
    )
    parser.add_argument(
        "--max-trials",
        type=int,
        metavar="N",
        help="add blocks to the study until the verdict is certain, more would not help, or it"
        " has N",
    )
    parser.add_argument(
        "--study",
        metavar="NAME|FILE",
        help="with --max-trials: the study that is run, of the package or a file (default: the"
        " system's)",
    )
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML there")
    parser.add_argument(
        "--github-summary",
        type=Path,
        metavar="FILE",
        default=os.environ.get("GITHUB_STEP_SUMMARY") or None,
        help="append a Markdown summary there (default: $GITHUB_STEP_SUMMARY)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the verdicts, write what was asked for, return the exit status.

    :raises UserError: for what cannot be read or written.
    """
    if arguments.requirements:
        return check_requirements.run(arguments)
    for path, option in (
        (arguments.junit, "--junit"),
        (arguments.github_summary, "--github-summary"),
    ):
        if path is not None:
            refuse_no_file(path, option)
    baseline = one_study(arguments.baseline)
    asked = parse_thresholds(arguments.threshold)
    if len(asked) < len(arguments.threshold):
        raise UserError("--threshold names a metric twice; name it once")
    thresholds = {**DEFAULT_THRESHOLDS, **asked}
    subjects = [*EXPECTED_TO_DIFFER, *arguments.subject]
    if arguments.max_trials is None:
        if arguments.study is not None:
            raise UserError("--study needs --max-trials; without it nothing is run")
        candidate = one_study(arguments.directory)
        checked = check(baseline, candidate, thresholds, subjects, asked=asked)
    else:
        candidate, checked = _grown(arguments, baseline, thresholds, subjects, asked)
    lines = [*aligned(check_rows(checked), words=range(4)), *_whose(baseline, candidate, checked)]
    remarks = [
        *speed_lines([speed_change(baseline, candidate)]),
        *note_lines((baseline, candidate)),
    ]
    print("\n".join([*version_lines((candidate, baseline)), *lines, *remarks]))
    name = f"{candidate.name} against {baseline.name}"
    if arguments.junit is not None:
        write_junit(checked, name, arguments.junit)
    if arguments.github_summary is not None:
        title = " against ".join(
            f"{study.name}{versions_text(study.records)}" for study in (candidate, baseline)
        )
        append_summary(arguments.github_summary, github_summary(checked, title, remarks))
    return exit_status(checked)


def _whose(
    baseline: StoredStudy, candidate: StoredStudy, checked: Sequence[CheckedMetric]
) -> list[str]:
    """Say which nodes a change of CPU lies with, and whether a known cost was found."""
    risen = {
        one.arm: node_changes(baseline, candidate, one.arm)
        for one in checked
        if one.metric in ("cpu_percent", ADJUSTED_CPU)
        and one.verdict.outcome is GateOutcome.REGRESSION
    }
    known = calibration_rows(findings(baseline, candidate))
    return [*attribution_lines(risen), *(["", *aligned(known)] if known else [])]


def _grown(
    arguments: argparse.Namespace,
    baseline: StoredStudy,
    thresholds: Mapping[str, float],
    subjects: Sequence[str],
    asked: Collection[str],
) -> tuple[StoredStudy, tuple[CheckedMetric, ...]]:
    from nav2_composition_bench.cli import grow_study  # needs ROS, which judging does not

    at_least("--max-trials", arguments.max_trials, FIRST_LOOK)
    growing = GrowingCheck(baseline, thresholds, subjects, arguments.max_trials, asked)
    with looking_at(arguments.directory):
        below = sorted(path.parent for path in arguments.directory.glob(f"**/{TRIALS}"))
    if len(below) > 1:
        raise UserError(f"{arguments.directory} holds several studies; name one")
    # What it ran on is filed in the directory that holds it, which "." does not name.
    directory = real_path(below[0] if below else arguments.directory)
    grow_study.grow(directory, arguments.study, growing)
    candidate = one_study(directory)
    return candidate, growing.judge(candidate)
