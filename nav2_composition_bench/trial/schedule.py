# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The order of trials: randomised complete blocks."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence

from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.record import TrialRecord


def schedule(study: Study) -> tuple[TrialSpec, ...]:
    """Return the trials of a study in the order they are run.

    Each block runs every arm once, in an order of its own, so that a slow drift of the machine
    (temperature, caches, neighbours) falls on all arms alike. The order of a
    block depends on the seed and the block's number only: a study with more blocks begins with
    the same ones.
    """
    return tuple(spec for block in range(study.trials) for spec in _block(study, block))


def remaining(specs: Iterable[TrialSpec], records: Iterable[TrialRecord]) -> tuple[TrialSpec, ...]:
    """Drop the trials that have a valid record; number the attempts of the others on.

    :param records: what a resumed study has finished already.
    """
    records = tuple(records)
    left = []
    for spec in specs:
        earlier = [
            record
            for record in records
            if (record.arm, record.block) == (spec.arm.name, spec.block)
        ]
        if not any(record.valid for record in earlier):
            attempt = max((record.attempt + 1 for record in earlier), default=0)
            left.append(TrialSpec(spec.arm, spec.block, spec.order_in_block, attempt))
    return tuple(left)


def without_arm(
    specs: Iterable[TrialSpec], gave_up: TrialSpec, study: Study
) -> tuple[TrialSpec, ...]:
    """Return the trials of the other arms; none without the baseline, beside which they are set."""
    name = gave_up.arm.name
    return tuple(spec for spec in specs if spec.arm.name != name and name != study.baseline)


def unfinished_block(wanted: Iterable[TrialSpec], left: Sequence[TrialSpec]) -> int | None:
    """Return the block in which a run was stopped: the next one, if some of its trials are done.

    :param left: of those that are wanted.
    """
    if not left:
        return None
    block = left[0].block
    lacks = sum(spec.block == block for spec in left)
    return block if lacks < sum(spec.block == block for spec in wanted) else None


def first_segment(specs: Sequence[TrialSpec]) -> tuple[TrialSpec, ...]:
    """Return the trials at the beginning that are of one block and one middleware."""

    def kind(spec: TrialSpec) -> tuple[int, str]:
        return spec.block, spec.arm[RMW]

    return tuple(itertools.takewhile(lambda spec: kind(spec) == kind(specs[0]), specs))


def _block(study: Study, block: int) -> list[TrialSpec]:
    order = list(study.arms)
    random.Random(f"{study.seed}/{block}").shuffle(order)
    return [TrialSpec(arm, block, place) for place, arm in enumerate(order)]
