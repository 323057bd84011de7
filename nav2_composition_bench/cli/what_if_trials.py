# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the trials that ``nav2-bench place`` and ``predict`` need, as any study's."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from nav2_composition_bench.aggregate.stored_study import each_record
from nav2_composition_bench.cli.run import given_up_lines
from nav2_composition_bench.cli.run_trials import RunOptions, run_all
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.placing.trials import CALIBRATED_ON, on_cores
from nav2_composition_bench.processes.forked import in_child
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.factor import EXECUTOR, RMW, TOPOLOGY
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.parameters import graph_sha256
from nav2_composition_bench.trial.filing import file_provenance
from nav2_composition_bench.trial.machine_stamp import USABLE_CORES
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome, never_enough
from nav2_composition_bench.trial.schedule import remaining, schedule
from nav2_composition_bench.trial.store import open_store, read_stamp


def calibration_here(study: Study, directory: Path, *, live: bool) -> TrialRecord | None:
    """Return the trial that calibrates a model, which is run if there is none.

    :param study: of one arm, once.
    :returns: None if no trial was valid.
    """
    return _calibration_of(study, run_here(study, directory, live).records)


def given_calibration(study: Study, directory: Path) -> tuple[TrialRecord, int]:
    """Return a trial that was measured before, maybe elsewhere, and the cores of its machine.

    :param study: what would be run here.
    :raises UserError: if it has none, one of another graph or client library, or one that need not
        have held its rates.
    """
    where = f"--calibration {directory}"
    (arm,) = study.arms
    record = _calibration_of(study, each_record(directory, []))
    if record is None:
        raise UserError(
            f"{where} has no valid trial of {CALIBRATED_ON} with executor {arm[EXECUTOR]}, topology"
            f" {arm[TOPOLOGY]} and middleware {arm[RMW]}; leave it out to measure one"
        )
    stamp = read_stamp(directory) or {}
    ((name, graph),) = study.exchange.graphs.items()
    if stamp.get("files", {}).get("topologies", {}).get(name) != graph_sha256(graph):
        raise UserError(
            f"{where} is of another graph called {name}; leave it out to measure this one"
        )
    distro = settle(study, Installation.here()).study.distro
    if (then := stamp.get("study", {}).get("distro")) != distro:
        raise UserError(
            f"{where} was measured with {_client_library(then)}, and this is"
            f" {_client_library(distro)}; leave it out to measure one here"
        )
    needed = study.exchange.rate_held_ratio
    if (held := stamp.get("study", {}).get("rate_held_ratio", 0.0)) < needed:
        raise UserError(
            f"{where} was measured with rate_held_ratio {held:g}, must be at least {needed:g}: a"
            " machine that fell behind has other costs; leave it out to measure one"
        )
    cores = stamp.get("machine", {}).get(USABLE_CORES)
    if not isinstance(cores, int):
        raise UserError(
            f"{where}: its study.json does not tell the machine's cores; leave it out to measure"
            " one"
        )
    return record, cores


def _client_library(distro: str | None) -> str:
    return "rcl of the ROS 2 wheels" if distro is None else f"rclcpp of {distro}"


def _calibration_of(study: Study, records: Iterable[TrialRecord]) -> TrialRecord | None:
    (arm,) = study.arms
    valid = [
        record
        for record in records
        if record.valid and record.arm == arm.name and record.levels == arm.levels
    ]
    return valid[-1] if valid else None


def comparison_records(
    study: Study, directory: Path, cores: Sequence[int], *, live: bool
) -> tuple[tuple[TrialRecord, ...], bool]:
    """Run what a comparison of placements lacks; return its records, and whether it is complete.

    :param cores: numbers of the machine's.
    """
    numbers = dict(enumerate(cores))
    placements = tuple(on_cores(each, numbers) for each in study.design.placements)
    design = dataclasses.replace(study.design, placements=placements)
    outcome = run_here(dataclasses.replace(study, design=design), directory, live)
    return outcome.records, not outcome.given_up


def run_here(study: Study, directory: Path, live: bool) -> StudyOutcome:
    """Run what a study lacks in a process of its own, and say what was given up.

    An arm that was given up, such as one that cannot hold the rates here, is a finding: the others
    go on, unless it is the baseline. A process that has loaded a middleware does not lay it down
    for a second study.
    """
    study = dataclasses.replace(study, name=directory.name)
    settled = settle(study, Installation.here())
    options = RunOptions(live=live, leave_out=True)
    with open_store(directory) as (store, notes):
        for note in notes:
            print(note, flush=True)
        if remaining(schedule(study), store.records):
            given_up = in_child(lambda: run_all(settled, store, never_enough, options).given_up)
            store.read_again()
        else:
            file_provenance(settled, store)  # refuses what was run under other conditions
            given_up = ()
        outcome = StudyOutcome(store.records, given_up)
    for line in given_up_lines(outcome):
        print(f"{line}; --resume tries again", file=sys.stderr)
    return outcome
