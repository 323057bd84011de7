# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Add blocks to a candidate study until the regression gate is certain."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from nav2_composition_bench.aggregate.certainty import GrowingCheck, blocks_of_all
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.cli import run, run_trials
from nav2_composition_bench.cli.stopping_rule import against_fixed
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.arm import FACTORS
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.loop_mapping import LoopMapping, loops_of_document
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.study.workload import Exchange, Navigation
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp
from nav2_composition_bench.trial.store import open_store, read_stamp


def grow(directory: Path, study_name: str | None, growing: GrowingCheck) -> StudyOutcome:
    """Run the candidate on, or start it, block by block.

    Arms, seed, system and who hosts it are as the candidate was begun, or else the baseline.

    :param directory: ``<machine>/<study>`` of the candidate.
    :param study_name: file or packaged study; None for the package's own. A candidate that has not
        been begun costs what this says, if it says anything of a known cost, and else what the
        baseline does.
    :raises UserError: when it cannot be run, or cannot be compared with the baseline.
    """
    own = read_stamp(directory)
    stamp = own or growing.baseline.stamp
    system = stamp.get("study", {}).get("system")
    study = load_study(study_file(study_name, system))
    may_cost = own is not None or study.known_cost is None
    study = as_begun(study, stamp, directory, growing, may_cost)
    settled = settle(study, Installation.here())

    def is_certain(records: Sequence[TrialRecord]) -> bool:
        stamp = read_stamp(directory) or {}
        return growing.is_certain(StoredStudy(directory, {}, stamp, (), ()), records)

    with stopping_signals_raise(), open_store(directory) as (store, notes):
        for line in notes:
            print(line, flush=True)
        before = blocks_of_all(store.records)
        outcome = run_trials.run_all(settled, store, is_certain, run_trials.RunOptions())
    for line in run.given_up_lines(outcome):
        print(line, file=sys.stderr)
    print(_blocks_line(before, blocks_of_all(outcome.records)), flush=True)
    return outcome


def as_begun(
    study: Study,
    stamp: Mapping[str, Any],
    directory: Path,
    growing: GrowingCheck,
    may_cost: bool = True,
) -> Study:
    """Return the study of a file with what an earlier run of it was told on the command line.

    :param stamp: of that run.
    :param may_cost: take the known cost from there as well, which may be none.
    :raises UserError: for a file whose study cannot have the arms of that run.
    """
    begun = stamp.get("study", {})
    if may_cost:
        known_cost = begun.get("known_cost")
        study = replace(study, known_cost=KnownCost(**known_cost) if known_cost else None)
    load = begun.get("background_load")
    study = replace(study, background_load=BackgroundLoad(**load) if load else None)
    arms = arms_of_stamp(stamp)
    of_file = study.name
    study = override(
        study,
        StudyOptions(
            name=directory_name(str(directory), directory.resolve().name),
            system=begun.get("system"),
            trials=growing.max_blocks,
            seed=begun.get("seed"),
            robots=_fleet_sizes(study, begun),
            laps=_laps(study, begun),
            window_s=begun.get("window_s") if isinstance(study.workload, Exchange) else None,
            external_host=bool(begun.get("external_host")),
        ),
    )
    if arms:
        study = replace(study, design=as_designed(arms, begun.get("baseline")))
    if isinstance(study.workload, Exchange):
        _refuse_other_graphs(study, of_file)
    return study


def _laps(study: Study, begun: Mapping[str, Any]) -> int | None:
    """Return how often the robot of an earlier run drove to the study's goals in a trial."""
    goals = begun.get("goals")
    if not isinstance(study.workload, Navigation) or not goals:
        return None
    if len(goals) == len(study.workload.goals):  # as the file lists them
        return None
    return max(1, len(goals) // study.workload.lap)


def _fleet_sizes(study: Study, begun: Mapping[str, Any]) -> tuple[int, ...]:
    """Return how many robots the fleets of an earlier run had; nothing of any other study."""
    is_fleet = isinstance(study.workload, Exchange) and study.workload.is_fleet
    if not is_fleet or begun.get("axis") != "robots":
        return ()
    return tuple(sorted(int(robots) for robots in begun["axis_values"].values()))


def _refuse_other_graphs(study: Study, of_file: str) -> None:
    """:raises UserError: for an arm of a topology that the file's study does not have."""
    for arm in study.arms:
        if arm.topology not in study.exchange.graphs:
            raise UserError(
                f"arm {arm.name} is of topology {arm.topology}, which study {of_file} does not"
                " have; name the study that it is of with --study"
            )


def as_designed(arms: Mapping[str, Mapping[str, Any]], baseline: str | None) -> ArmDesign:
    """Return a design that spells out the arms of a stamp."""
    listed = tuple(
        ListedArm(name, {factor: arm[factor] for factor in FACTORS if arm.get(factor) is not None})
        for name, arm in arms.items()
    )
    groupings = {
        arm["composition"]: Grouping(arm["composition"], tuple(map(tuple, arm["groups"])))
        for arm in arms.values()
        if "groups" in arm
    }
    mappings = {
        arm["mapping"]: LoopMapping(arm["mapping"], loops_of_document(arm["loops"]))
        for arm in arms.values()
        if "loops" in arm
    }
    return ArmDesign(
        {}, listed, tuple(groupings.values()), baseline, mappings=tuple(mappings.values())
    )


def _blocks_line(before: int, blocks: int) -> str:
    added = f"blocks added: {blocks - before}; the candidate has {blocks}"
    return f"{added}, {against_fixed(blocks)}"
