# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench check --against``: one build against another, as arms of one study."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace

from nav2_composition_bench.aggregate.gate import CheckedMetric, check_arms
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.aggregate.verdict import UNDECIDED_STATUS, exit_status
from nav2_composition_bench.cli.judged_study import MAX_BLOCKS, WORKSPACES
from nav2_composition_bench.cli.run import given_up_lines
from nav2_composition_bench.cli.run_trials import RunOptions, run_all
from nav2_composition_bench.cli.study_directory import filed, seeded
from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.arm import JOINT, Arm
from nav2_composition_bench.study.factor import WORKSPACE
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.study.workspace import SOURCED
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord
from nav2_composition_bench.trial.store import open_store

CANDIDATE, BASELINE = "candidate", "against"
"""What the two workspaces are called."""
FIRST_LOOK = 2
"""Blocks before anything is judged."""

Pairs = tuple[tuple[str, str], ...]


def run_and_check(
    arguments: argparse.Namespace, thresholds: Mapping[str, float]
) -> tuple[StoredStudy, tuple[CheckedMetric, ...]]:
    """Run both builds block by block until everything is decided; return records and verdicts.

    :raises UserError: for prefixes or a study that cannot be run.
    """
    blocks = MAX_BLOCKS if arguments.max_trials is None else arguments.max_trials
    at_least("--max-trials", blocks, FIRST_LOOK)
    looks = blocks - FIRST_LOOK + 1
    here = Installation.here()
    system = "nav2" if here.distro else None
    file = study_file(arguments.study, system)
    levels = ",".join((f"{BASELINE}={arguments.against}", _candidate(arguments.workspace)))
    study = override(
        load_study(file),
        StudyOptions(
            name=arguments.name or WORKSPACES, trials=blocks, factors=(f"workspace={levels}",)
        ),
    )
    study, pairs = _chosen(study, arguments.arm)
    place = filed(arguments, study.name)
    study = replace(seeded(study, place.begun), name=place.directory.name)
    settled = settle(study, here)

    def judged(records: Sequence[TrialFigures]) -> tuple[CheckedMetric, ...]:
        return check_arms(records, pairs, thresholds, looks)

    def is_decided(records: Sequence[TrialRecord]) -> bool:
        found = [one.verdict.outcome for one in judged(records)]
        return bool(found) and exit_status(found) != UNDECIDED_STATUS

    with stopping_signals_raise(), open_store(place.directory) as (store, notes):
        for line in notes:
            print(line, flush=True)
        outcome = run_all(settled, store, is_decided, RunOptions(live=not arguments.no_live))
    for line in given_up_lines(outcome):
        print(f"{line}; --resume tries again", flush=True)
    stored = read_study(place.directory)
    return stored, judged(stored.records)


def _candidate(prefix: str | None) -> str:
    return SOURCED if prefix is None else f"{CANDIDATE}={prefix}"


def _chosen(study: Study, names: Sequence[str]) -> tuple[Study, Pairs]:
    """Return the study with the arms that are run, and which of them are compared.

    :param names: of arms without their workspace, such as ``isolated``; empty for all.
    :raises UserError: for a name that no arm has.
    """
    bases = [arm for arm in study.arms if str(arm[WORKSPACE]) == BASELINE]
    found: dict[str, tuple[Arm, Arm]] = {}
    for base in bases:
        (other,) = (arm for arm in study.arms if arm is not base and _alike(arm, base))
        found[base.name.removesuffix(f"{JOINT}{BASELINE}")] = (other, base)
    for name in names:
        if name not in found:
            raise UserError(f"--arm {name} is no arm of the study; its arms: {', '.join(found)}")
    pairs = tuple(
        (ours.name, base.name) for name, (ours, base) in found.items() if not names or name in names
    )
    chosen = tuple(arm.name for arm in study.arms if any(arm.name in pair for pair in pairs))
    design = replace(study.design, chosen=chosen, baseline=pairs[0][1])
    return replace(study, design=design), pairs


def _alike(arm: Arm, base: Arm) -> bool:
    """Return whether two arms differ in their workspace alone."""
    return arm.having(WORKSPACE, base[WORKSPACE]).what_runs == base.what_runs
