# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The spine: every trial of a study, in order, each on disk before the next begins."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.schedule import (
    remaining,
    schedule,
    unfinished_block,
    without_arm,
)
from nav2_composition_bench.trial.trial_runner import Progress, TrialRunner


class RecordSink(Protocol):
    """Where records are kept."""

    @property
    def records(self) -> tuple[TrialRecord, ...]:
        """Everything recorded so far, earlier runs of the study included."""

    def append(self, record: TrialRecord) -> None:
        """Keep a record for good before returning."""


@dataclass(frozen=True)
class StudyOutcome:
    """How a study ended.

    :param records: all records of the study, invalid ones and earlier runs included.
    :param given_up: trials whose attempts were all invalid; none if the study is complete.
    """

    records: tuple[TrialRecord, ...]
    given_up: tuple[TrialSpec, ...]


def never_enough(records: Sequence[TrialRecord]) -> bool:
    """Run every trial of the study, whatever the records say."""
    return False


def run_study(
    study: Study,
    runner: TrialRunner,
    sink: RecordSink,
    progress: Progress,
    enough: Callable[[Sequence[TrialRecord]], bool] = never_enough,
    *,
    leave_out: bool = False,
) -> StudyOutcome:
    """Run the trials that lack a valid record, repeating invalid ones.

    :param enough: asked before each block with everything on disk; True ends the study there,
        complete. ``study.trials`` is the most blocks that are run. A block in which an earlier run
        was stopped is finished first.
    :param leave_out: go on without an arm that was given up, unless it is the baseline.

    The study is given up after ``study.max_attempts`` invalid attempts at one trial: what fails
    so often fails for a reason that the records name, and further trials would only cost time.
    """
    wanted = schedule(study)
    left = remaining(wanted, sink.records)
    progress.study_started(len(wanted), len(wanted) - len(left), study.workload.expected_trial_s)
    block = unfinished_block(wanted, left)
    given_up: list[TrialSpec] = []
    while left:
        if left[0].block != block and enough(sink.records):
            break
        block = left[0].block
        specs = [spec for spec in left if spec.block == block]
        gave_up = run_trials(specs, study.max_attempts, runner, sink, progress)
        if gave_up is not None:
            given_up.append(gave_up)
            wanted = without_arm(wanted, gave_up, study) if leave_out else ()
        left = remaining(wanted, sink.records)
    return StudyOutcome(sink.records, tuple(given_up))


def run_trials(
    specs: Sequence[TrialSpec],
    max_attempts: int,
    runner: TrialRunner,
    sink: RecordSink,
    progress: Progress,
) -> TrialSpec | None:
    """Run trials in their order, each until it is valid.

    :returns: the trial whose attempts were all invalid, after which none is run; else None.
    """
    for spec in specs:
        if not _run_until_valid(spec, max_attempts, runner, sink, progress):
            return spec
    return None


def _run_until_valid(
    spec: TrialSpec,
    max_attempts: int,
    runner: TrialRunner,
    sink: RecordSink,
    progress: Progress,
) -> bool:
    for attempt in range(spec.attempt, spec.attempt + max_attempts):
        current = dataclasses.replace(spec, attempt=attempt)
        progress.trial_started(current)
        record = runner.run(current, progress)
        sink.append(record)
        progress.trial_finished(record)
        if record.valid:
            return True
    return False
