# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench run``: run a study and print its table."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Callable, Sequence
from itertools import count, takewhile
from pathlib import Path

from nav2_composition_bench.aggregate.precision import (
    PrecisionTarget,
    parse_targets,
    refuse_lone_baseline,
    refuse_unmeasured,
    unmet,
)
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.cli.run_trials import RunOptions, run_all
from nav2_composition_bench.cli.show import table_lines
from nav2_composition_bench.cli.study_arguments import (
    add_results_arguments,
    add_study_arguments,
    machine_directory,
    study_options,
)
from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.files.user_path import looking_at
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.ros_domain.companions import companions
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.known_cost import parse_known_cost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.study.workload import Navigation
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome, never_enough
from nav2_composition_bench.trial.store import STUDY, TRIALS, open_store, read_stamp

NAME = "run"
HELP = "run a study and print Table I for this machine"
MAX_BLOCKS = 30
PAPER_BLOCKS = 10
MANY_TRIALS = 300
"""More than these are run only after a word: they take the better part of a working day."""
EXAMPLES = """\
examples:
  nav2-bench run                                    all four compositions, two trials each
  nav2-bench run --trials 10                        as many as the paper
  nav2-bench run --composition isolated --trials 1  one trial of one composition
  nav2-bench run --group map_server,amcl            these two in one process, besides the four
  nav2-bench run --system nav2 --factor composition=multi_process,isolated \\
      --factor params=with_bonds,without_bonds      every combination is an arm
  nav2-bench run --study nav2_executors             a study of the package
  nav2-bench run --until "cpu saved ±3%"            until what arms save is known that well
  nav2-bench run --resume                           go on with a study that was stopped
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add_study_arguments(parser)
    add("--trials", type=int, metavar="N", help="valid trials per arm")
    add(
        "--until",
        metavar="PRECISION",
        help="add blocks until every mean, or what every arm saves, is known that well, e.g."
        " 'cpu ±2%%' or 'cpu saved ±3%%'",
    )
    add(
        "--max-trials",
        type=int,
        metavar="N",
        help=f"with --until: stop after N blocks in any case (default: {MAX_BLOCKS})",
    )
    add(
        "--known-cost",
        metavar="COST",
        help="add a node of that cost to the reference stack or to Nav2, to see whether it is"
        " found, e.g. 'cpu=5,memory=20' (%% of a core, MB)",
    )
    add("--seed", type=int, metavar="N", help="of the trials' order and the simulator")
    add_results_arguments(parser, name="the study's", resume="the last study of that name")
    add("--yes", action="store_true", help=f"run more than {MANY_TRIALS} trials without a question")
    add(
        "--external-host",
        action="store_true",
        help="others start simulator and goal script (nav2-bench simulate, nav2-bench drive), on"
        " the same ROS_DOMAIN_ID",
    )
    add(
        "--companion",
        action="append",
        default=[],
        metavar="NODE",
        help="full name of a further node that may be on the ROS domain, such as /rviz2; * stands"
        " for any text; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the study; 0 if it is complete, 1 if it was given up.

    :raises KeyboardInterrupt: on SIGINT and SIGTERM, with everything ended.
    """
    targets, blocks = stopping_rule(arguments)
    options = RunOptions(
        arguments.external_host,
        companions(arguments.companion, "--companion"),
        live=not arguments.no_live,
    )
    file = study_file(arguments.study, arguments.system)
    study = override(load_study(file), options_of(arguments, blocks))
    ask_about_size(study, arguments.yes)
    refuse_unused(options, study)
    enough = when_precise(targets, study) if targets else never_enough
    settled = settle(study, Installation.here())
    directory = study_directory(machine_directory(arguments), study.name, arguments.resume)
    settled = renamed(settled, directory.name)
    with stopping_signals_raise(), open_store(directory) as (store, notes):
        _say(notes)
        try:
            outcome = run_all(settled, store, enough, options)
        except KeyboardInterrupt:
            store.read_again()  # with several middlewares, child processes append the records
            print(
                f"nav2-bench: stopped; {len(store.records)} trials are recorded, --resume goes on",
                file=sys.stderr,
            )
            raise
    _report(outcome, directory)
    if arguments.until and outcome.gave_up is None:
        _say([blocks_line(outcome.records, enough(outcome.records))])
    return 0 if outcome.gave_up is None else 1


def refuse_unused(options: RunOptions, study: Study) -> None:
    """:raises UserError: for an option on the surroundings that the study has no use for."""
    if options.external_host and not isinstance(study.workload, Navigation):
        raise UserError(
            f"--external-host: no robot drives in study {study.name}, so nobody simulates or sends"
            " goals; leave it out"
        )
    if options.companions and study.arms[0].discovery is not None:
        raise UserError(
            f"--companion: the fleets of study {study.name} run in namespaces of their own, where"
            " nobody else's nodes can be; leave it out"
        )


def options_of(arguments: argparse.Namespace, blocks: int | None) -> StudyOptions:
    """Return what the command line changes in the study."""
    cost = arguments.known_cost
    return StudyOptions(
        name=arguments.name,
        trials=blocks,
        seed=arguments.seed,
        known_cost=None if cost is None else parse_known_cost(cost),
        **study_options(arguments),
    )


def ask_about_size(study: Study, is_meant: bool) -> None:
    """Refuse what is too large to be meant.

    :param is_meant: the user has said so.
    :raises UserError: saying how large it is, how long it takes, and what to do.
    """
    trials = len(study.arms) * study.trials
    if is_meant or trials <= MANY_TRIALS:
        return
    hours = trials * study.workload.expected_trial_s / 3600
    raise UserError(
        f"{len(study.arms)} arms in {study.trials} blocks are {trials} trials, about {hours:.0f} h;"
        " name fewer levels, choose by --arm, or say --yes"
    )


def renamed(settled: SettledStudy, name: str) -> SettledStudy:
    """Return the study with its results' directory for a name."""
    return dataclasses.replace(settled, study=dataclasses.replace(settled.study, name=name))


def stopping_rule(
    arguments: argparse.Namespace,
) -> tuple[tuple[PrecisionTarget, ...], int | None]:
    """Return how precise a study must be, if that is said, and the most blocks it may run.

    :raises UserError: for options that contradict each other or a target that cannot be read.
    """
    if arguments.until is None:
        if arguments.max_trials is not None:
            raise UserError("--max-trials needs --until; for a fixed number say --trials")
        return (), arguments.trials
    if arguments.trials is not None:
        raise UserError("--trials and --until contradict each other; limit it by --max-trials")
    blocks = MAX_BLOCKS if arguments.max_trials is None else arguments.max_trials
    return parse_targets(arguments.until), at_least("--max-trials", blocks, 1)


def when_precise(
    targets: Sequence[PrecisionTarget], study: Study
) -> Callable[[Sequence[TrialRecord]], bool]:
    """Return what tells whether the records of a study are as precise as is wanted.

    :raises UserError: where what is saved is wanted of a study with a single arm.
    """
    refuse_lone_baseline([arm.name for arm in study.arms], targets, study.baseline)

    def enough(records: Sequence[TrialRecord]) -> bool:
        refuse_unmeasured(records, targets)
        return bool(records) and not unmet(records, arms_of(records), targets, study.baseline)

    return enough


def blocks_line(records: Sequence[TrialRecord], is_enough: bool) -> str:
    """Say how many blocks it took, against the paper's fixed ten."""
    blocks = len({record.block for record in records if record.valid})
    verdict = "precise enough" if is_enough else "not precise enough"
    noun = "block" if blocks == 1 else "blocks"
    return f"{verdict} after {blocks} {noun}, {against_fixed(blocks)}"


def against_fixed(blocks: int) -> str:
    """Set a number of blocks against the paper's fixed ten."""
    saved = PAPER_BLOCKS - blocks
    return f"{abs(saved)} {'fewer' if saved >= 0 else 'more'} than the fixed {PAPER_BLOCKS}"


def study_directory(parent: Path, name: str, resume: bool) -> Path:
    """Choose the directory of a study: ``name``, or ``name-2`` ... if that holds trials already.

    :param resume: take the last one that was begun, if only to its first trial, instead of the
        first without a record.
    :raises UserError: if there is nothing to resume, or it cannot be looked at.
    """
    candidates = (parent / (f"{name}-{number}" if number > 1 else name) for number in count(1))
    begun = list(takewhile(_is_begun, candidates))
    if resume:
        if not begun:
            raise UserError(
                f"there is no {parent / name} to resume; leave --resume out to start it"
            )
        return begun[-1]
    free = [directory for directory in begun if not _holds_trials(directory)]
    last = len(begun) + 1
    return free[0] if free else parent / (f"{name}-{last}" if last > 1 else name)


def _is_begun(directory: Path) -> bool:
    with looking_at(directory):
        return (directory / STUDY).is_file() or _holds_trials(directory)


def _holds_trials(directory: Path) -> bool:
    trials = directory / TRIALS
    with looking_at(trials):
        return trials.is_file() and trials.stat().st_size > 0


def _report(outcome: StudyOutcome, directory: Path) -> None:
    if outcome.records:
        _say(["", *table_lines(outcome.records, read_stamp(directory)), ""])
    _say([f"records: {directory / TRIALS}"])
    if outcome.gave_up is not None:
        print(f"{given_up_line(outcome)}; --resume tries again", file=sys.stderr)


def given_up_line(outcome: StudyOutcome) -> str:
    """Say which trial a study was given up for, and why."""
    assert outcome.gave_up is not None
    return (
        f"nav2-bench: given up: {outcome.gave_up.arm}, block {outcome.gave_up.block + 1},"
        f" had no valid trial ({outcome.records[-1].invalid_reason})"
    )


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        print(line, flush=True)
