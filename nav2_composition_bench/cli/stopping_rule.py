# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a study has run enough blocks: after a number of them, or once its figures are precise."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nav2_composition_bench.aggregate.precision import (
    blocks_of_all,
    parse_targets,
    refuse_lone_baseline,
    refuse_unmeasured,
    unmet,
)
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.cli.study_directory import blocks_begun
from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import never_enough

MAX_BLOCKS = 30
PAPER_BLOCKS = 10
BLOCKS = 3
"""Of trials that a model is judged by or predicts from, unless --trials says otherwise."""


def add_stopping_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("--trials", type=int, metavar="N", help="valid trials per arm")
    add(
        "--until",
        metavar="PRECISION",
        help="in place of --trials: add blocks until intervals of means (cpu ±2%%,pss ±1%%) or of"
        " savings (cpu saved ±3%%) are as narrow; also of footprint",
    )
    add(
        "--max-trials",
        type=int,
        metavar="N",
        help=f"with --until: blocks at most (default: {MAX_BLOCKS})",
    )


def with_stopping_rule(
    study: Study, arguments: argparse.Namespace, begun: Mapping[str, Any]
) -> Study:
    """Return the study with as many blocks, and as much precision, as the options say.

    :param begun: stamp of the study that is gone on with, whose rule holds where neither --trials
        nor --until is said; empty for a new study.
    :raises UserError: for options that contradict each other, or a precision that cannot be read.
    """
    trials, until, most = arguments.trials, arguments.until, arguments.max_trials
    if trials is not None and until is not None:
        raise UserError("--trials and --until contradict each other; limit it by --max-trials")
    if trials is None and until is None:
        trials, until = blocks_begun(begun), begun.get("study", {}).get("until")
    elif until is not None:
        trials = MAX_BLOCKS
    if most is not None:
        if until is None:
            raise UserError("--max-trials needs --until; for a fixed number say --trials")
        trials = at_least("--max-trials", most, 1)
    if until is not None:
        parse_targets(until)
    if trials is None:
        trials = study.trials
    return dataclasses.replace(study, trials=at_least("--trials", trials, 1), until=until)


def blocks_of(said: int | None, begun: Mapping[str, Any]) -> int:
    """Return how many blocks are run: what --trials says, or else as many as were begun.

    :param begun: stamp of the study that is gone on with; empty for a new one.
    :raises UserError: for less than one.
    """
    if said is not None:
        return at_least("--trials", said, 1)
    return blocks_begun(begun) or BLOCKS


def when_precise(study: Study) -> Callable[[Sequence[TrialRecord]], bool]:
    """Return what tells whether the records of a study are as precise as is wanted.

    :raises UserError: where what is saved is wanted of a study with a single arm.
    """
    if study.until is None:
        return never_enough
    targets = parse_targets(study.until)
    refuse_lone_baseline([arm.name for arm in study.arms], targets, study.baseline)

    def enough(records: Sequence[TrialRecord]) -> bool:
        refuse_unmeasured(records, targets)
        return bool(records) and not unmet(records, arms_of(records), targets, study.baseline)

    return enough


def blocks_line(records: Sequence[TrialRecord], is_enough: bool) -> str:
    """Say how many blocks it took, against the paper's fixed ten."""
    blocks = blocks_of_all(records)
    verdict = "precise enough" if is_enough else "not precise enough"
    noun = "block" if blocks == 1 else "blocks"
    return f"{verdict} after {blocks} {noun}, {against_fixed(blocks)}"


def against_fixed(blocks: int) -> str:
    """Set a number of blocks against the paper's fixed ten."""
    saved = PAPER_BLOCKS - blocks
    return f"{abs(saved)} {'fewer' if saved >= 0 else 'more'} than the fixed {PAPER_BLOCKS}"
