# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench run``: run a study and print its table."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from nav2_composition_bench.cli.run_trials import RunOptions, run_all
from nav2_composition_bench.cli.show import table_lines
from nav2_composition_bench.cli.stopping_rule import (
    add_stopping_arguments,
    blocks_line,
    when_precise,
    with_stopping_rule,
)
from nav2_composition_bench.cli.study_arguments import (
    add_results_arguments,
    add_study_arguments,
    study_options,
)
from nav2_composition_bench.cli.study_directory import blocks_begun, filed, seeded
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.ros_domain.companions import companions
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.background_load import FORM, parse_background_load
from nav2_composition_bench.study.factor import DISCOVERY
from nav2_composition_bench.study.known_cost import parse_known_cost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.run_study import StudyOutcome
from nav2_composition_bench.trial.store import TRIALS, open_store, read_stamp

NAME = "run"
HELP = "run a study, changed by the options, and print its table"
MANY_TRIALS = 300
"""More than these are run only after a word: they take the better part of a working day."""
EXAMPLES = """\
examples:
  nav2-bench run                                    all four compositions, two trials each
  nav2-bench run --trials 10                        as many as the paper
  nav2-bench run --composition isolated --trials 1  one trial of one composition
  nav2-bench run --placement 'pair=map_server|amcl' these two in one process, besides the four
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
    add_stopping_arguments(parser)
    add(
        "--known-cost",
        metavar="COST",
        help="add a node of that cost, such as cpu=5,memory=20 (%% of a core, MB)",
    )
    add(
        "--background-load",
        metavar="LOAD",
        help=f"run a known load beside the system in every trial: {FORM}",
    )
    add(
        "--seed",
        type=int,
        metavar="N",
        help="of trials' order and simulator (default: drawn)",
    )
    add_results_arguments(
        parser,
        name="the study's; NAME-2 if taken",
        resume="--name, or the last study of the default name",
    )
    add("--yes", action="store_true", help=f"run more than {MANY_TRIALS} trials")
    add(
        "--external-host",
        action="store_true",
        help="others start simulator and goal script",
    )
    add(
        "--companion",
        action="append",
        default=[],
        metavar="NODE",
        help="full name of an allowed node on the ROS domain; * stands for any text; repeatable",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the study; 0 if it is complete, 1 if it was given up.

    :raises KeyboardInterrupt: on SIGINT and SIGTERM, with everything ended.
    """
    options = RunOptions(companions(arguments.companion, "--companion"), live=not arguments.no_live)
    file = study_file(arguments.study, arguments.system)
    study = override(load_study(file), options_of(arguments))
    refuse_unused(options, study)
    place = filed(arguments, study.name)
    directory = place.directory
    study = seeded(with_stopping_rule(study, arguments, place.begun), place.begun)
    ask_about_size(study, arguments.yes or study.trials == blocks_begun(place.begun))
    enough = when_precise(study)
    settled = settle(dataclasses.replace(study, name=directory.name), Installation.here())
    with stopping_signals_raise(), open_store(directory) as (store, notes):
        _say(notes)
        try:
            outcome = run_all(settled, store, enough, options)
        except KeyboardInterrupt:
            store.read_again()  # with several middlewares, child processes append the records
            print(
                f"nav2-bench: stopped; {len(store.records)} trials are recorded,"
                f" --resume --name {directory.name} goes on",
                file=sys.stderr,
            )
            raise
    _report(outcome, directory)
    if study.until is not None and not outcome.given_up:
        _say([blocks_line(outcome.records, enough(outcome.records))])
    return 1 if outcome.given_up else 0


def refuse_unused(options: RunOptions, study: Study) -> None:
    """:raises UserError: for an option on the surroundings that the study has no use for."""
    if options.companions and study.arms[0][DISCOVERY] is not None:
        raise UserError(
            f"--companion: the fleets of study {study.name} run in namespaces of their own, where"
            " nobody else's nodes can be; leave it out"
        )


def options_of(arguments: argparse.Namespace) -> StudyOptions:
    """Return what the command line changes in the study."""
    cost, load = arguments.known_cost, arguments.background_load
    return StudyOptions(
        name=arguments.name,
        seed=arguments.seed,
        known_cost=None if cost is None else parse_known_cost(cost),
        background_load=None if load is None else parse_background_load(load),
        external_host=arguments.external_host,
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


def _report(outcome: StudyOutcome, directory: Path) -> None:
    if outcome.records:
        _say(["", *table_lines(outcome.records, read_stamp(directory)), ""])
    _say([f"records: {directory / TRIALS}"])
    for line in given_up_lines(outcome):
        print(f"{line}; --resume tries again", file=sys.stderr)


def given_up_lines(outcome: StudyOutcome) -> Iterator[str]:
    """Say of each trial that was given up which one it is, and why."""
    for spec in outcome.given_up:
        place = (spec.arm.name, spec.block)
        its = [record for record in outcome.records if (record.arm, record.block) == place]
        yield (
            f"nav2-bench: given up: {spec.arm}, block {spec.block + 1}, had no valid trial"
            f" ({its[-1].invalid_reason})"
        )


def _say(lines: Sequence[str]) -> None:
    for line in lines:
        print(line, flush=True)
