# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench run``: run a study and print its table."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.precision import parse_targets, unmet
from nav2_composition_bench.aggregate.samples import compositions_of
from nav2_composition_bench.bringup.interruption import stopping_signals_raise
from nav2_composition_bench.bringup.nav2_installation import (
    refuse_incomplete,
    study_parameters,
)
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.cli.progress import progress_on
from nav2_composition_bench.cli.show import table_lines
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.grouping import DEFAULT_NAME
from nav2_composition_bench.study.grouping_options import settle_groupings
from nav2_composition_bench.study.known_cost import parse_known_cost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import (
    default_study_file,
    for_distribution,
    load_study,
    override,
)
from nav2_composition_bench.trial.filing import file_provenance, machine_name
from nav2_composition_bench.trial.process_trial import ProcessTrialExecutor
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome, never_enough, run_study
from nav2_composition_bench.trial.store import (
    TRIALS,
    StudyStore,
    open_store,
)

NAME = "run"
HELP = "run a study and print Table I for this machine"
MAX_BLOCKS = 30
PAPER_BLOCKS = 10
EXAMPLES = """\
examples:
  nav2-bench run                                    all four compositions, two trials each
  nav2-bench run --trials 10                        as many as the paper
  nav2-bench run --composition isolated --trials 1  one trial of one composition
  nav2-bench run --group map_server,amcl            these two in one process, besides the four
  nav2-bench run --until "cpu ±2%"                  until the means are known that well
  nav2-bench run --resume                           go on with a study that was stopped
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add("--study", type=Path, metavar="FILE", help="study file (default: the package's)")
    add(
        "--composition",
        action="append",
        metavar="NAME",
        help="multi_process, manual, isolated, multi_threaded, a grouping's name or all;"
        " repeatable (default: what the study says)",
    )
    add(
        "--group",
        action="append",
        metavar="NODE,NODE",
        help="run these nodes in one process, as a composition of its own; repeatable, nodes that"
        " no group names keep a process each",
    )
    add(
        "--grouping",
        metavar="NAME",
        help=f"what to call the composition that --group makes (default: {DEFAULT_NAME})",
    )
    add("--trials", type=int, metavar="N", help="valid trials per composition")
    add(
        "--until",
        metavar="PRECISION",
        help="add blocks until every mean is known that well, e.g. 'cpu ±2%%,pss ±1%%'",
    )
    add(
        "--max-trials",
        type=int,
        metavar="N",
        help=f"with --until: stop after N blocks in any case (default: {MAX_BLOCKS})",
    )
    add("--system", metavar="NAME", help="system under test: reference or nav2")
    add(
        "--known-cost",
        metavar="COST",
        help="add a node of that cost to the reference stack, to see whether it is found,"
        " e.g. 'cpu=5,memory=20' (%% of a core, MB)",
    )
    add("--rmw", metavar="NAME", help="middleware, e.g. rmw_cyclonedds_cpp (default: the study's)")
    add("--seed", type=int, metavar="N", help="of the trials' order and the simulator")
    add("--name", help="directory name of the study's results (default: the study's)")
    add(
        "--out",
        type=Path,
        default=Path("results"),
        metavar="DIR",
        help="where results go (default: %(default)s)",
    )
    add("--machine", metavar="NAME", help="name of this machine (default: its host name)")
    add("--resume", action="store_true", help="go on with the last study of that name")
    add("--no-live", action="store_true", help="plain lines on a terminal too, no live view")
    add(
        "--external-host",
        action="store_true",
        help="simulator and goal script run elsewhere (nav2-bench simulate, nav2-bench drive)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the study; 0 if it is complete, 1 if it was given up.

    :raises KeyboardInterrupt: on SIGINT and SIGTERM, with everything ended.
    """
    enough, blocks = stopping_rule(arguments)
    study = override(
        load_study(arguments.study or default_study_file(arguments.system)),
        name=arguments.name,
        system=arguments.system,
        rmw=arguments.rmw,
        compositions=arguments.composition,
        trials=blocks,
        seed=arguments.seed,
        groups=arguments.group,
        grouping=arguments.grouping,
        known_cost=None if arguments.known_cost is None else parse_known_cost(arguments.known_cost),
    )
    study = settle_groupings(for_distribution(study, os.environ.get("ROS_DISTRO")))
    machine = machine_name(arguments.machine)
    directory = study_directory(arguments.out / machine, study.name, arguments.resume)
    study = dataclasses.replace(study, name=directory.name)
    with stopping_signals_raise(), open_store(directory) as (store, notes):
        _say(notes)
        try:
            outcome = run_trials(
                study, store, enough, arguments.external_host, live=not arguments.no_live
            )
        except KeyboardInterrupt:
            print(
                f"nav2-bench: stopped; {len(store.records)} trials are recorded, --resume goes on",
                file=sys.stderr,
            )
            raise
    _report(outcome, directory)
    if arguments.until and outcome.gave_up is None:
        _say([blocks_line(outcome.records, enough(outcome.records))])
    return 0 if outcome.gave_up is None else 1


def stopping_rule(
    arguments: argparse.Namespace,
) -> tuple[Callable[[Sequence[TrialRecord]], bool], int | None]:
    """Return when a study has run enough, and the most blocks it may run.

    :raises UserError: for options that contradict each other or a target that cannot be read.
    """
    if arguments.until is None:
        if arguments.max_trials is not None:
            raise UserError("--max-trials needs --until; for a fixed number say --trials")
        return never_enough, arguments.trials
    if arguments.trials is not None:
        raise UserError("--trials and --until contradict each other; limit it by --max-trials")
    targets = parse_targets(arguments.until)

    def enough(records: Sequence[TrialRecord]) -> bool:
        return bool(records) and not unmet(records, compositions_of(records), targets)

    return enough, MAX_BLOCKS if arguments.max_trials is None else arguments.max_trials


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

    :param resume: take the last one there is instead of the first that is free.
    :raises UserError: if there is nothing to resume.
    """
    number, taken = 1, None
    candidate = parent / name
    while _holds_trials(candidate):
        taken = candidate
        number += 1
        candidate = parent / f"{name}-{number}"
    if not resume:
        return candidate
    if taken is None:
        raise UserError(f"there is no {parent / name} to resume; leave --resume out to start it")
    return taken


def _holds_trials(directory: Path) -> bool:
    trials = directory / TRIALS
    return trials.is_file() and trials.stat().st_size > 0


def run_trials(
    study: Study,
    store: StudyStore,
    enough: Callable[[Sequence[TrialRecord]], bool],
    external_host: bool = False,
    *,
    live: bool = True,
) -> StudyOutcome:
    """Run what a study lacks, with progress on standard output.

    :param enough: asked before each block; see ``run_study``.
    :param live: False for plain lines on a terminal too.
    :raises UserError: if the study on disk was run under other conditions, or nothing can be run.
    """
    if study.system == "nav2":  # before rclpy loads a middleware that may not be there
        refuse_incomplete(study, study_parameters(study))
    os.environ["RMW_IMPLEMENTATION"] = study.rmw  # whatever is loaded first stays loaded
    from rclpy import get_rmw_implementation_identifier  # slow to import

    running = get_rmw_implementation_identifier()
    if running != study.rmw:
        raise UserError(
            f"the study asks for {study.rmw}, but what is installed here runs {running} whatever"
            " RMW_IMPLEMENTATION says"
        )
    file_provenance(study, store, running)
    logs = store.directory / "logs"
    with (
        BringUpSession(study, logs, external_host=external_host) as session,
        progress_on(sys.stdout, live) as progress,
    ):
        executor = ProcessTrialExecutor(study, session, logs)
        return run_study(study, executor, store, progress, enough)


def _report(outcome: StudyOutcome, directory: Path) -> None:
    if outcome.records:
        _say(["", *table_lines(outcome.records), ""])
    _say([f"records: {directory / TRIALS}"])
    if outcome.gave_up is not None:
        print(f"{given_up_line(outcome)}; --resume tries again", file=sys.stderr)


def given_up_line(outcome: StudyOutcome) -> str:
    """Say which trial a study was given up for, and why."""
    assert outcome.gave_up is not None
    return (
        f"nav2-bench: given up: {outcome.gave_up.composition}, block {outcome.gave_up.block + 1},"
        f" had no valid trial ({outcome.records[-1].invalid_reason})"
    )


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        print(line, flush=True)
