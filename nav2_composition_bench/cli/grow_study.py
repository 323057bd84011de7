# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Add blocks to a candidate study until the regression gate is certain."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.certainty import GrowingCheck, blocks_of_all
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.bringup.interruption import stopping_signals_raise
from nav2_composition_bench.cli import run
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.grouping_options import settle_groupings
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import (
    default_study_file,
    for_distribution,
    load_study,
    override,
)
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome
from nav2_composition_bench.trial.store import STUDY, open_store, read_document


def grow(directory: Path, study_file: Path | None, growing: GrowingCheck) -> StudyOutcome:
    """Run the candidate on, or start it, block by block.

    Compositions, seed and system are those the candidate was begun with, or else the baseline's.

    :param directory: ``<machine>/<study>`` of the candidate.
    :param study_file: None for the package's own. A candidate that has not been begun costs what
        this says, if it says anything of a known cost, and else what the baseline does.
    :raises UserError: when it cannot be run, or cannot be compared with the baseline.
    """
    own = read_document(directory / STUDY)
    begun = (own or growing.baseline.stamp).get("study", {})
    study = load_study(study_file or default_study_file(begun.get("system")))
    if own is None and study.known_cost is not None:
        begun = {**begun, "known_cost": None}
    study = as_begun(study, begun, directory, growing)
    study = settle_groupings(for_distribution(study, os.environ.get("ROS_DISTRO")))

    def is_certain(records: Sequence[TrialRecord]) -> bool:
        stamp = read_document(directory / STUDY) or {}
        return growing.is_certain(StoredStudy(directory, {}, stamp, (), ()), records)

    with stopping_signals_raise(), open_store(directory) as (store, notes):
        for line in notes:
            print(line, flush=True)
        before = blocks_of_all(store.records)
        outcome = run.run_trials(study, store, is_certain)
    if outcome.gave_up is not None:
        print(run.given_up_line(outcome), file=sys.stderr)
    print(_blocks_line(before, blocks_of_all(outcome.records)), flush=True)
    return outcome


def as_begun(study: Study, begun: dict[str, Any], directory: Path, growing: GrowingCheck) -> Study:
    """Return the study of a file with what an earlier run of it was told on the command line."""
    groupings = tuple(
        Grouping(each["name"], tuple(map(tuple, each["groups"])))
        for each in begun.get("groupings", ())
    )
    return override(
        replace(study, groupings=groupings) if begun else study,
        name=directory.resolve().name,
        system=begun.get("system"),
        compositions=[*begun.get("compositions", ()), *(each.name for each in groupings)],
        trials=growing.most_blocks,
        seed=begun.get("seed"),
        known_cost=KnownCost(**known_cost) if (known_cost := begun.get("known_cost")) else None,
    )


def _blocks_line(before: int, blocks: int) -> str:
    added = f"blocks added: {blocks - before}; the candidate has {blocks}"
    return f"{added}, {run.against_fixed(blocks)}"
