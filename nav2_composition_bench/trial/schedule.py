# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The order of trials: randomised complete blocks."""

from __future__ import annotations

import random
from collections.abc import Iterable

from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.record import TrialRecord


def schedule(study: Study) -> tuple[TrialSpec, ...]:
    """Return the trials of a study in the order they are run.

    Each block runs every composition once, in an order of its own, so that a slow drift of the
    machine (temperature, caches, neighbours) falls on all compositions alike. The order of a
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
            if (record.composition, record.block) == (spec.composition.value, spec.block)
        ]
        if not any(record.valid for record in earlier):
            attempt = max((record.attempt + 1 for record in earlier), default=0)
            left.append(TrialSpec(spec.composition, spec.block, spec.order_in_block, attempt))
    return tuple(left)


def _block(study: Study, block: int) -> list[TrialSpec]:
    order = list(study.arms)
    random.Random(f"{study.seed}/{block}").shuffle(order)
    return [TrialSpec(composition, block, place) for place, composition in enumerate(order)]
