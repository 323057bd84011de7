# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial runner without processes, and a study for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from record_factory import make_record

from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.workload import Navigation
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_runner import Progress

A_STUDY = Study(
    name="default",
    system="reference",
    design=ArmDesign(),
    trials=2,
    seed=1,
    workload=Navigation(
        goals=(Goal("A", 3.0, 0.0, 0.0), Goal("B", 0.0, 0.0, 0.0)),
        world_file=Path("bench.sdf"),
        map_file=Path("bench.yaml"),
        params_files=(Path("reference_stack.yaml"),),
    ),
)


def make_study(**changes: object) -> Study:
    """Return a study of all four compositions and two blocks, changed as told."""
    return replace(A_STUDY, **changes)  # type: ignore[arg-type]


class FakeRunner:
    """Answers with a record at once.

    :param reason_of: why a trial is to be invalid, None for a valid one; may raise.
    """

    def __init__(self, reason_of: Callable[[TrialSpec], str | None] = lambda spec: None) -> None:
        self.specs: list[TrialSpec] = []
        self._reason_of = reason_of

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Return a record of the trial asked for."""
        self.specs.append(spec)
        progress.phase("bring-up")
        reason = self._reason_of(spec)
        return make_record(
            spec.arm.name,
            spec.block,
            levels=spec.arm.levels,
            order_in_block=spec.order_in_block,
            attempt=spec.attempt,
            valid=reason is None,
            invalid_reason=reason,
        )


class RecordsInMemory:
    """A record sink."""

    def __init__(self, records: tuple[TrialRecord, ...] = ()) -> None:
        self.records = records

    def append(self, record: TrialRecord) -> None:
        """Keep it."""
        self.records += (record,)
