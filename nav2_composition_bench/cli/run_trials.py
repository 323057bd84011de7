# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the trials of a settled study, whatever middleware its arms have."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from nav2_composition_bench.bringup.reach import reach_of
from nav2_composition_bench.cli.progress import progress_on
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.forked import in_child
from nav2_composition_bench.ros_domain.environment import set_aside
from nav2_composition_bench.ros_domain.log_directory import let_ros_log
from nav2_composition_bench.settling.settle import refuse_lacking
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.filing import file_provenance
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.run_study import StudyOutcome, run_study, run_trials
from nav2_composition_bench.trial.schedule import (
    first_segment,
    remaining,
    schedule,
    unfinished_block,
    without_arm,
)
from nav2_composition_bench.trial.store import StudyStore
from nav2_composition_bench.trial.trial_runner import Progress, TrialRunner

Enough = Callable[[Sequence[TrialRecord]], bool]


@dataclass(frozen=True)
class RunOptions:
    """How a study is run, which changes no figure.

    :param companions: names of further nodes that others start and that belong on the domain.
    :param live: False for plain lines on a terminal too.
    :param leave_out: as of ``run_study``.
    """

    companions: tuple[str, ...] = ()
    live: bool = True
    leave_out: bool = False


def run_all(
    settled: SettledStudy, store: StudyStore, enough: Enough, options: RunOptions
) -> StudyOutcome:
    """Run what a study lacks, with progress on standard output.

    A process can load one middleware only. A study whose arms have one runs in this process; with
    several, the trials of a block that follow upon each other and have the same one get a
    process, a simulator and a goal script of their own.

    :param enough: asked before each block; see ``run_study``.
    :raises UserError: if an arm cannot be run here, or the study on disk was run under other
        conditions.
    """
    refuse_lacking(settled)
    for warning in settled.warnings:
        print(f"nav2-bench: warning: {warning}", file=sys.stderr)
    if names := set_aside(os.environ, reach_of(settled.study)):
        print(f"set aside, since the study chooses by itself: {', '.join(names)}", flush=True)
    if (note := let_ros_log(store.directory / "logs" / "ros")) is not None:
        print(note, flush=True)
    if len(settled.middlewares) == 1:
        load_middleware(settled.middlewares[0])
        file_provenance(settled, store)
        return _run_here(settled, store, enough, options)
    file_provenance(settled, store)
    return _run_by_middleware(settled, store, enough, options)


def load_middleware(rmw: str) -> None:
    """See that this process runs with a middleware; whatever is loaded first stays loaded.

    :raises UserError: if another one is running.
    """
    # While rcl is loaded nothing may name one: it would be loaded at once, or the process ended.
    os.environ.pop("RMW_IMPLEMENTATION", None)
    from rclpy import get_rmw_implementation_identifier  # slow to import

    os.environ["RMW_IMPLEMENTATION"] = rmw
    running = get_rmw_implementation_identifier()
    if running != rmw:
        raise UserError(
            f"the study asks for {rmw}, but what is installed here runs {running} whatever"
            " RMW_IMPLEMENTATION says"
        )


@contextmanager
def _opened(
    settled: SettledStudy, rmw: str, store: StudyStore, options: RunOptions
) -> Iterator[tuple[TrialRunner, Progress]]:
    """Open what runs trials of the middleware that is loaded, and what shows them."""
    # Not at the top: rclpy loads the middleware that the shell names as soon as it is imported.
    from nav2_composition_bench.bringup.session import BringUpSession
    from nav2_composition_bench.trial.process_trial import ProcessTrialRunner

    logs = store.directory / "logs"
    if settled.is_fleet:
        from nav2_composition_bench.fleet.session import FleetTrialRunner

        fleet = FleetTrialRunner(settled, rmw, logs)
        with progress_on(sys.stdout, options.live) as progress:
            for note in fleet.notes:
                progress.note(note)
            yield fleet, progress
        return
    with (
        BringUpSession(settled, rmw, logs, companions=options.companions) as session,
        progress_on(sys.stdout, options.live) as progress,
        ProcessTrialRunner(settled, session, logs) as runner,
    ):
        yield runner, progress


def _run_here(
    settled: SettledStudy, store: StudyStore, enough: Enough, options: RunOptions
) -> StudyOutcome:
    rmw = settled.study.arms[0][RMW]
    with _opened(settled, rmw, store, options) as (runner, progress):
        return run_study(
            settled.study, runner, store, progress, enough, leave_out=options.leave_out
        )


def _run_by_middleware(
    settled: SettledStudy, store: StudyStore, enough: Enough, options: RunOptions
) -> StudyOutcome:
    wanted = schedule(settled.study)
    block = unfinished_block(wanted, remaining(wanted, store.records))
    given_up: list[TrialSpec] = []
    while left := remaining(wanted, store.records):
        segment = first_segment(left)
        if segment[0].block != block and enough(store.records):
            break
        block = segment[0].block
        done = len(wanted) - len(left)
        gave_up = in_child(
            partial(_run_segment, settled, store, segment, (len(wanted), done), options)
        )
        store.read_again()
        if gave_up is not None:
            given_up.append(gave_up)
            wanted = without_arm(wanted, gave_up, settled.study) if options.leave_out else ()
    return StudyOutcome(store.records, tuple(given_up))


def _run_segment(
    settled: SettledStudy,
    store: StudyStore,
    segment: Sequence[TrialSpec],
    counts: tuple[int, int],
    options: RunOptions,
) -> TrialSpec | None:
    """Run trials of one middleware in the process that is this segment's own."""
    rmw = segment[0].arm[RMW]
    load_middleware(rmw)
    with _opened(settled, rmw, store, options) as (runner, progress):
        progress.study_started(*counts, settled.study.workload.expected_trial_s)
        return run_trials(segment, settled.study.max_attempts, runner, store, progress)
