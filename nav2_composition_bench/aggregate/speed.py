# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the machine ran equally fast in two studies: the sampler's own CPU tells.

The sampler does the same work in every trial of an arm. A busy neighbour on the other
hyperthread of a virtual machine's core, a lower clock or a hotter cache make that work dearer just
as they make the system's, and no field of the provenance shows them.
"""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict, compare_independent

LEAST_CHANGE = 0.05
"""Of the sampler's CPU; less is not worth a word."""
MOST_UNLIKE = 0.10
"""Relative difference of what the sampler reads up to which its work is the same."""
_READ = ("thread_count", "rss_bytes")


@dataclass(frozen=True)
class SpeedChange:
    """How the sampler's CPU in one arm changed from one study to another.

    :param change: of the CPU for the same work, so that more means a slower machine.
    """

    study: str
    arm: str
    change: Verdict


def speed_changes(first: StoredStudy, second: StoredStudy) -> tuple[SpeedChange, ...]:
    """Return the arms of both in which the sampler's CPU certainly changed.

    An arm that has other threads or memory in the second study gives the sampler other work,
    and is left out.
    """
    ours, theirs = first.details.observers, second.details.observers
    found = []
    for name in arms_of(second.records):
        if name not in ours or name not in theirs or not _same_work(first, second, name):
            continue
        verdict = compare_independent(
            ours[name].cpu_percents, theirs[name].cpu_percents, margin=LEAST_CHANGE
        )
        if (
            verdict.outcome in (Outcome.BETTER, Outcome.WORSE)
            and verdict.change is not None
            and abs(verdict.change) >= LEAST_CHANGE
        ):
            found.append(SpeedChange(second.name, name, verdict))
    return tuple(found)


def _same_work(first: StoredStudy, second: StoredStudy, arm: str) -> bool:
    for metric in _READ:
        before, after = (blocks_of(study.records, arm, metric).array() for study in (first, second))
        if not (before.size and after.size):
            return False
        if abs(after.mean() - before.mean()) > MOST_UNLIKE * before.mean():
            return False
    return True
