# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which trial comes next when one arm is run at a time; pure."""

from __future__ import annotations

from collections.abc import Iterable

from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord


def next_trial(arm: Arm, records: Iterable[TrialRecord]) -> TrialSpec:
    """Return the first trial of an arm that lacks a valid record.

    Blocks go on from what is on disk, so that the arms can be started one by one, in any order, and
    still pair block by block. The place in the block is the order of finishing.

    :param records: of the whole study.
    """
    records = tuple(records)
    done = {record.block for record in records if record.valid and record.arm == arm.name}
    block = next(number for number in range(len(done) + 1) if number not in done)
    earlier = [r.attempt for r in records if r.arm == arm.name and r.block == block]
    others = {r.arm for r in records if r.valid and r.block == block}
    return TrialSpec(arm, block, len(others), attempt=max(earlier, default=-1) + 1)
