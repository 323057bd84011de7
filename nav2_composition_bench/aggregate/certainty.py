# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a growing candidate has run long enough for the regression gate."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from nav2_composition_bench.aggregate.comparable import differences, forbidden
from nav2_composition_bench.aggregate.gate import NOT_ENOUGH_STATUS, GateOutcome
from nav2_composition_bench.aggregate.regression import (
    CheckedMetric,
    check,
    exit_status,
    refuse_unmeasured,
)
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialFigures

FIRST_LOOK = 2
"""Blocks before the candidate is judged at all."""


@dataclass(frozen=True)
class GrowingCheck:
    """A gate that is asked after each block of the candidate, from the second to the last.

    The error rate is shared out among all these looks, whether they are taken or not: a candidate
    that is stopped and gone on with has the same error rate as one that is not.

    :param max_blocks: after which the candidate is judged for the last time; at least 2.
    :param asked: metrics whose threshold somebody set.
    """

    baseline: StoredStudy
    thresholds: Mapping[str, float]
    subjects: Sequence[str]
    max_blocks: int
    asked: Collection[str] = ()

    @property
    def looks(self) -> int:
        """How often the candidate is judged at most."""
        return self.max_blocks - FIRST_LOOK + 1

    def judge(self, candidate: StoredStudy) -> tuple[CheckedMetric, ...]:
        """Return the gate's answers for the candidate as it is."""
        return check(
            self.baseline, candidate, self.thresholds, self.subjects, self.looks, self.asked
        )

    def is_certain(self, candidate: StoredStudy, records: Sequence[TrialFigures]) -> bool:
        """Tell whether further blocks would change nothing.

        So it is when the exit status is any but that for too few, or none of the metrics that lack
        trials would be decided by more of them.

        :param candidate: the study's stamp; its records are replaced by those given.
        :raises UserError: naming the field in which the studies differ, or what the baseline has
            not measured: blocks would be wasted.
        """
        found = differences(self.baseline.stamp, candidate.stamp)
        if refused := forbidden(found, self.subjects):
            raise UserError(
                f"{candidate.name} cannot be compared with {self.baseline.name}: {refused[0]}"
            )
        if blocks_of_all(records) < FIRST_LOOK:  # later the judgement itself refuses
            arms = arms_of(self.baseline.records)
            refuse_unmeasured(self.baseline, arms, self.thresholds, self.asked)
            return False
        answers = self.judge(replace(candidate, records=tuple(records)))
        return exit_status(answers) != NOT_ENOUGH_STATUS or not any(
            one.verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS and one.verdict.may_be_decided
            for one in answers
        )


def blocks_of_all(records: Sequence[TrialFigures]) -> int:
    """Return how many blocks hold a valid trial of every arm."""
    valid: dict[int, set[str]] = {}
    for record in records:
        if record.valid:
            valid.setdefault(record.block, set()).add(record.arm)
    wanted = set(arms_of(records))
    return sum(names == wanted for names in valid.values())
