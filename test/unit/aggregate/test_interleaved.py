# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from record_factory import at_speed, invalid, make_record
from stored_studies import write_study

from nav2_composition_bench.aggregate.comparison import compare, read_columns
from nav2_composition_bench.aggregate.gate import GateOutcome, gate
from nav2_composition_bench.aggregate.interleaved import (
    ADJUSTED,
    ADJUSTED_IN_TRIALS,
    INTERLEAVED,
    interleaved_log_ratios,
    judge,
    tells_speed,
)
from nav2_composition_bench.aggregate.regression import check
from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.aggregate.verdict import Outcome, compare_independent, compare_paired
from nav2_composition_bench.metrics import ADJUSTED_CPU
from nav2_composition_bench.trial.record import TrialRecord

CPU = "cpu_percent"
DRIFT = (1.0, 1.1, 1.25, 1.4, 1.5, 1.6)
"""How much slower the machine is from block to block."""


def trials(costs: Sequence[float], starts_s: Sequence[float]) -> list[TrialRecord]:
    return [
        make_record(block=block, cpu_percent=cost, started_wall_s=start_s)
        for block, (cost, start_s) in enumerate(zip(costs, starts_s))
    ]


def interleaved(first: Sequence[float], second: Sequence[float]) -> tuple[list[TrialRecord], ...]:
    """Two studies whose trials follow upon each other, now the one first and now the other."""
    early, late = range(0, 200 * len(first), 200), range(100, 200 * len(first), 200)
    swapped = [times[:: (-1 if block % 2 else 1)] for block, times in enumerate(zip(early, late))]
    return trials(first, [a for a, _ in swapped]), trials(second, [b for _, b in swapped])


def test_the_machine_s_drift_cancels_between_studies_that_are_interleaved(tmp_path: Path) -> None:
    noise = (1.0, 1.01, 0.99, 1.01, 0.99, 1.0)
    first, second = interleaved([50 * d for d in DRIFT], [50 * d * n for d, n in zip(DRIFT, noise)])
    ratios = interleaved_log_ratios(first, second, "isolated", CPU)
    assert ratios is not None and ratios == pytest.approx([math.log(each) for each in noise])
    one, other = (
        write_study(tmp_path / "board" / name, records)
        for name, records in (("one", first), ("other", second))
    )
    (answer,) = check(read_study(one), read_study(other), {CPU: 0.05})
    assert answer.verdict.outcome is GateOutcome.FINE and answer.verdict.reason.endswith(
        INTERLEAVED
    )
    values = [[each.cpu_percent or 0.0 for each in study] for study in (first, second)]
    assert gate(compare_independent(*values, margin=0.05)).outcome is GateOutcome.NOT_ENOUGH_TRIALS
    (row,) = compare(read_columns([one, other]), [CPU])
    assert row.cells[1].verdict is not None
    assert row.cells[1].verdict.outcome is Outcome.NO_DIFFERENCE
    assert str(row.cells[1].verdict).endswith(INTERLEAVED)


def test_studies_one_after_the_other_are_no_pairs() -> None:
    first = trials(DRIFT, range(0, 600, 100))
    second = trials(DRIFT, range(600, 1200, 100))
    assert interleaved_log_ratios(first, second, "isolated", CPU) is None
    assert judge(first, second, "isolated", CPU, margin=0.05) == compare_independent(
        DRIFT, DRIFT, margin=0.05
    )


def test_one_block_out_of_turn_is_enough_to_be_no_pairs() -> None:
    first = trials(DRIFT[:3], (0, 200, 400))
    second = trials(DRIFT[:3], (100, 500, 300))
    assert interleaved_log_ratios(first, second, "isolated", CPU) is None


@pytest.mark.parametrize("blocks", [1, 3])
def test_studies_of_other_blocks_are_no_pairs(blocks: int) -> None:
    first, second = interleaved(DRIFT[:2], DRIFT[:2])
    longer = [*second, make_record(block=2, cpu_percent=1.0, started_wall_s=900.0)]
    assert interleaved_log_ratios(first, longer[:blocks], "isolated", CPU) is None


def test_a_single_block_is_neither_interleaved_nor_not() -> None:
    first, second = interleaved(DRIFT[:1], DRIFT[:1])
    assert interleaved_log_ratios(first, second, "isolated", CPU) is None


def test_records_that_do_not_tell_their_times_apart_are_no_pairs() -> None:
    same = trials(DRIFT, [7.0] * len(DRIFT))
    assert interleaved_log_ratios(same, same, "isolated", CPU) is None


def test_an_invalid_trial_in_between_changes_nothing() -> None:
    first, second = interleaved(DRIFT, DRIFT)
    failed = invalid(make_record(block=1, cpu_percent=9.0, started_wall_s=150.0))
    found = interleaved_log_ratios([*first, failed], second, "isolated", CPU)
    assert found == pytest.approx([0.0] * len(DRIFT))


def test_a_cost_of_zero_has_no_ratio() -> None:
    first, second = interleaved((0.0, 1.0), (1.0, 1.0))
    assert interleaved_log_ratios(first, second, "isolated", CPU) is None


def test_equal_studies_on_a_drifting_machine_are_called_different_in_at_most_five_percent() -> None:
    """A random walk of 5 % a block, as a shared machine does, and trials that scatter by 3 %."""
    dice = np.random.default_rng(1)
    repeats, different, alarms = 2000, 0, 0
    for _ in range(repeats):
        walk = np.cumsum(dice.normal(0.0, 0.05, 6))
        ratios = dice.normal(walk, 0.03) - dice.normal(walk, 0.03)
        outcome = compare_paired(ratios.tolist(), margin=0.05).outcome
        different += outcome in (Outcome.BETTER, Outcome.WORSE)
        verdict = gate(compare_paired(ratios.tolist(), margin=0.1))
        alarms += verdict.outcome is GateOutcome.REGRESSION
    assert different / repeats <= 0.055  # 5 % and what chance adds to 2000 tries
    assert alarms / repeats <= 0.03


def test_a_threshold_of_nothing_is_refused_for_pairs_too() -> None:
    with pytest.raises(ValueError, match="threshold"):
        gate(compare_paired([0.0, 0.1], margin=0.0))


SPEEDS = (1.0, 1.2, 0.9, 1.1, 1.3, 0.85, 1.05, 0.95)


def on_a_machine(speeds: Sequence[float], cost: float = 40.0, start: int = 0) -> list[TrialRecord]:
    """Return trials whose CPU goes with the machine's speed, which known work tells."""
    return [
        at_speed(
            make_record(
                block=block, cpu_percent=cost * speed, started_wall_s=float(start + 200 * block)
            ),
            150.0 * speed,
            150.0 * speed,
        )
        for block, speed in enumerate(speeds)
    ]


def test_a_slower_machine_is_no_regression_of_adjusted_cpu(tmp_path: Path) -> None:
    first = on_a_machine(SPEEDS)
    second = on_a_machine([1.3 * speed for speed in SPEEDS[::-1]], start=100_000)
    assert judge(first, second, "isolated", CPU, margin=0.05).outcome is Outcome.WORSE
    adjusted = judge(first, second, "isolated", ADJUSTED_CPU, margin=0.1)
    assert adjusted.outcome in (Outcome.NO_DIFFERENCE, Outcome.NOT_ENOUGH_TRIALS)
    assert adjusted.change == pytest.approx(0.0, abs=0.05)
    assert adjusted.basis == ADJUSTED
    studies = [
        read_study(write_study(tmp_path / "vm" / name, records))
        for name, records in (("one", first), ("other", second))
    ]
    (answer,) = check(studies[0], studies[1], {CPU: 0.10})
    assert answer.metric == ADJUSTED_CPU
    assert answer.verdict.outcome is not GateOutcome.REGRESSION


def test_a_rise_beyond_what_the_machine_did_is_a_regression(tmp_path: Path) -> None:
    first = on_a_machine(SPEEDS)
    second = on_a_machine(SPEEDS[::-1], cost=48.0, start=100)
    studies = [
        read_study(write_study(tmp_path / "vm" / name, records))
        for name, records in (("one", first), ("other", second))
    ]
    (answer,) = check(studies[0], studies[1], {CPU: 0.10})
    assert answer.metric == ADJUSTED_CPU
    assert answer.verdict.outcome is GateOutcome.REGRESSION
    assert answer.verdict.reason.endswith(f"{INTERLEAVED}, {ADJUSTED_IN_TRIALS}")


def test_an_arm_of_other_processes_is_not_judged_by_readings_that_it_influences() -> None:
    first = on_a_machine(SPEEDS)
    # The machine is as fast as before, and the second study slows known work down by a fifth.
    second = [
        replace(each, yardstick_system_calls_us=1.2 * each.yardstick_system_calls_us)
        for each in on_a_machine(SPEEDS, start=100)
        if each.yardstick_system_calls_us is not None
    ]
    unlike = judge(first, second, "isolated", ADJUSTED_CPU, margin=0.1)
    assert unlike.change == pytest.approx(0.0, abs=0.01)
    alike = judge(first, second, "isolated", ADJUSTED_CPU, margin=0.1, are_alike=True)
    assert alike.change is not None and alike.change < -0.1


def test_yardsticks_of_different_rates_are_not_compared() -> None:
    first = on_a_machine(SPEEDS)
    second = [replace(each, yardstick_rate_hz=25.0) for each in on_a_machine(SPEEDS)]
    assert not tells_speed(first, second, "isolated")
    verdict = judge(first, second, "isolated", ADJUSTED_CPU, margin=0.1)
    assert verdict.outcome is Outcome.NOT_ENOUGH_TRIALS
    assert "speed is not known in both" in verdict.reason
    assert not tells_speed(first, [make_record()], "isolated")


def test_one_trial_that_does_not_tell_the_machines_speed_leaves_the_study_as_measured() -> None:
    """Else the few that tell it would be all that a verdict rests on."""
    told = on_a_machine(SPEEDS)
    assert tells_speed(told, on_a_machine(SPEEDS, start=100_000), "isolated")
    *others, last = on_a_machine(SPEEDS, start=100_000)
    silent = replace(last, idle_yardstick_system_calls_us=None)
    assert not tells_speed(told, [*others, silent], "isolated")
