# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench check``: a regression gate for CI."""

from __future__ import annotations

import argparse
import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.breakdown import node_changes
from nav2_composition_bench.aggregate.comparable import SUBJECTS
from nav2_composition_bench.aggregate.gate import (
    DEFAULT_THRESHOLDS,
    EXPECTED_TO_DIFFER,
    OF_SPEED,
    CheckedMetric,
    check,
    parse_thresholds,
)
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome, exit_status
from nav2_composition_bench.cli import check_requirements
from nav2_composition_bench.cli.judged_study import (
    MAX_BLOCKS,
    WORKSPACES,
    append_summary,
    one_study,
)
from nav2_composition_bench.cli.study_arguments import add_results_arguments
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import refuse_no_file
from nav2_composition_bench.report.check_report import (
    attribution_lines,
    check_rows,
    github_summary,
    write_junit,
)
from nav2_composition_bench.report.comparison_table import note_lines, version_lines
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.report.speed_lines import speed_differences
from nav2_composition_bench.report.table import aligned

NAME = "check"
HELP = "judge a build, a study against a baseline, or what a study's topologies require"
EPILOG = (
    "Exit status: 0 all below their thresholds, 1 some above, 2 bad input or studies that cannot be"
    " compared, 3 some undecided. So with --requirements, against their limits."
)


_CPU_NOT_JUDGED = (
    "CPU was not judged: the baseline ran at another time, and CPU goes with the machine's speed;"
    " --same-machine judges it"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    defaults = ", ".join(
        f"{name}={100 * limit:.0f} %%" for name, limit in DEFAULT_THRESHOLDS.items()
    )
    parser.epilog = EPILOG
    parser.add_argument(
        "directory", type=Path, nargs="?", help="study that is judged; not with --against"
    )
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--baseline", type=Path, help="study that it must not exceed")
    against.add_argument(
        "--against",
        metavar="PREFIX",
        help="run two builds as arms of one study: this install prefix and --workspace",
    )
    against.add_argument(
        "--requirements",
        action="store_true",
        help="judge the requirements of its topologies",
    )
    parser.add_argument(
        "--workspace",
        metavar="PREFIX",
        help="with --against: install prefix that is judged (default: what is sourced)",
    )
    parser.add_argument(
        "--arm",
        action="append",
        default=[],
        metavar="NAME",
        help="with --against: run only this arm; repeatable",
    )
    parser.add_argument(
        "--threshold",
        action="append",
        default=[],
        metavar="METRIC=PERCENT",
        help=f"rise that must not pass; repeatable (default: {defaults})",
    )
    parser.add_argument(
        "--subject",
        action="append",
        default=[],
        choices=sorted(SUBJECTS),
        help="what may differ from the baseline besides this package's code; repeatable",
    )
    parser.add_argument(
        "--same-machine",
        action="store_true",
        help="judge CPU too: the baseline ran on this machine, quiet both times",
    )
    parser.add_argument(
        "--max-trials",
        type=int,
        metavar="N",
        help=f"with --against: blocks at most, fewer if they decide (default: {MAX_BLOCKS})",
    )
    parser.add_argument(
        "--study",
        metavar="NAME|FILE",
        help="with --against: study that is run (default: the package's for the system)",
    )
    add_results_arguments(parser, name=WORKSPACES, resume="--name")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write JUnit XML")
    parser.add_argument(
        "--github-summary",
        type=Path,
        metavar="FILE",
        default=os.environ.get("GITHUB_STEP_SUMMARY") or None,
        help="append a Markdown summary (default: $GITHUB_STEP_SUMMARY)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the verdicts, write what was asked for, return the exit status.

    :raises UserError: for what cannot be read or written.
    """
    _refuse_unused(arguments)
    if arguments.requirements:
        return check_requirements.run(arguments)
    for path, option in (
        (arguments.junit, "--junit"),
        (arguments.github_summary, "--github-summary"),
    ):
        if path is not None:
            refuse_no_file(path, option)
    asked = parse_thresholds(arguments.threshold)
    thresholds = {**DEFAULT_THRESHOLDS, **asked}
    if arguments.against is not None:
        from nav2_composition_bench.cli import check_workspace  # needs ROS, which judging does not

        study, checked = check_workspace.run_and_check(arguments, thresholds)
        studies: tuple[StoredStudy, ...] = (study,)
        whose: list[str] = []
        remarks = list(note_lines(studies))
    else:
        studies, checked = _stored(arguments, thresholds, asked)
        candidate, baseline = studies
        whose = _whose(baseline, candidate, checked)
        remarks = [*speed_differences(studies[::-1]), *note_lines(studies)]
        if not arguments.same_machine:
            remarks.append(_CPU_NOT_JUDGED)
    lines = [*aligned(check_rows(checked), words=range(4)), *whose]
    print("\n".join([*version_lines(studies), *lines, *remarks]))
    if arguments.junit is not None:
        write_junit(checked, " against ".join(study.name for study in studies), arguments.junit)
    if arguments.github_summary is not None:
        title = " against ".join(f"{study.name}{versions_text(study.records)}" for study in studies)
        append_summary(arguments.github_summary, github_summary(checked, title, remarks))
    return exit_status([one.verdict.outcome for one in checked])


_WITH = {
    "against": (
        *("threshold", "junit", "workspace", "arm", "max_trials", "study"),
        *("name", "machine", "resume", "no_live"),
    ),
    "baseline": ("threshold", "junit", "directory", "subject", "same_machine"),
    "requirements": ("directory",),
}
"""Option → those that go with it alone; of several it is any of them."""


def _refuse_unused(arguments: argparse.Namespace) -> None:
    """:raises UserError: for an option that the way of judging has no use for, or lacks."""
    way = next(each for each in _WITH if getattr(arguments, each))
    for name in dict.fromkeys(each for its in _WITH.values() for each in its):
        if getattr(arguments, name) and name not in _WITH[way]:
            option = name if name == "directory" else f"--{name.replace('_', '-')}"
            raise UserError(f"{option} does not go with --{way}; leave it out")
    if "directory" in _WITH[way] and arguments.directory is None:
        raise UserError(f"--{way} needs the directory of the study to be judged")


def _stored(
    arguments: argparse.Namespace, thresholds: Mapping[str, float], asked: Collection[str]
) -> tuple[tuple[StoredStudy, ...], tuple[CheckedMetric, ...]]:
    """Return candidate and baseline, and the verdicts."""
    baseline, candidate = one_study(arguments.baseline), one_study(arguments.directory)
    subjects = (*EXPECTED_TO_DIFFER, *arguments.subject)
    checked = check(
        baseline, candidate, thresholds, asked, subjects, is_same_machine=arguments.same_machine
    )
    return (candidate, baseline), checked


def _whose(
    baseline: StoredStudy, candidate: StoredStudy, checked: Sequence[CheckedMetric]
) -> list[str]:
    """Return which nodes a rise of CPU lies with."""
    risen = {
        one.arm: node_changes(
            *(study.details.processes.get(one.arm, ()) for study in (baseline, candidate))
        )
        for one in checked
        if one.metric in OF_SPEED and one.verdict.outcome is Outcome.ABOVE
    }
    return attribution_lines(risen)
