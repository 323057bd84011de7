# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Stopping when precise enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from record_factory import invalid, make_record, make_study

from nav2_composition_bench.aggregate.describe import mean_interval
from nav2_composition_bench.aggregate.precision import (
    MIN_BLOCKS,
    NOMINAL_CONFIDENCE,
    PrecisionTarget,
    blocks_of_all,
    parse_targets,
    refuse_unmeasured,
    unmet,
)
from nav2_composition_bench.errors import UserError


@pytest.mark.parametrize("text", ["cpu ±2%,pss ±1%", "cpu 2%, pss +-1 %", "cpu+/-2.0%,pss±1%"])
def test_targets_are_read_in_the_ways_people_write_them(text: str) -> None:
    assert parse_targets(text) == (
        PrecisionTarget("cpu_percent", 0.02),
        PrecisionTarget("pss_bytes", 0.01),
    )
    assert parse_targets("cpu saved ±3%") == (PrecisionTarget("cpu_percent", 0.03, True),)


@pytest.mark.parametrize(
    "text", ["", "cpu", "cpu ±0%", "heat ±2%", "cpu ±2%,,", "cpu ±-2%", "cpu lost ±2%"]
)
def test_what_cannot_be_read_is_named_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match="e.g. 'cpu ±2%' or 'cpu saved ±3%'"):
        parse_targets(text)


def test_too_few_blocks_are_never_precise_enough() -> None:
    records = make_study({"manual": [50.0] * (MIN_BLOCKS - 1)})
    assert unmet(records, ["manual"], parse_targets("cpu ±2%"), "manual") == (
        f"manual cpu_percent: {MIN_BLOCKS - 1} of {MIN_BLOCKS} blocks",
    )


def test_only_the_noisy_arm_is_named() -> None:
    records = make_study({"manual": [50.0] * 6, "isolated": [40.0, 60.0, 50.0, 45.0, 55.0, 50.0]})
    clauses = unmet(records, ["manual", "isolated"], parse_targets("cpu ±2%"), "manual")
    assert len(clauses) == 1 and clauses[0].startswith("isolated cpu_percent: ±")


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("kind", ["normal", "skewed"])
def test_stopping_once_precise_leaves_intervals_of_97_percent_95_and_printed_ones_of_95_some_92(
    kind: str, ratio: float
) -> None:
    """:param ratio: of the scatter to the precision wanted."""
    generator = np.random.default_rng(31)
    target = PrecisionTarget("cpu_percent", 0.03 / ratio)
    covered, printed, rounds = 0, 0, 600
    for _ in range(rounds):
        draws = generator.normal(0.0, 1.0, 40)
        if kind == "skewed":
            draws = (generator.gamma(6.0, 1.0, 40) - 6.0) / np.sqrt(6.0)
        series = 50.0 + 1.5 * draws
        records = make_study({"manual": series.tolist()})
        count = MIN_BLOCKS
        while count < 40 and unmet(records[:count], ["manual"], [target], "manual"):
            count += 1
        covered += mean_interval(series[:count], NOMINAL_CONFIDENCE).contains(50.0)
        printed += mean_interval(series[:count]).contains(50.0)
    assert 0.95 - 0.027 <= covered / rounds <= 0.97 + 0.021
    assert 0.885 <= printed / rounds <= 0.97


def test_a_target_that_cannot_be_measured_is_refused_after_the_first_trial() -> None:
    """Further blocks would come no nearer to it."""
    targets = parse_targets("cpu ±2%,footprint ±1%")
    refuse_unmeasured([], targets)
    without = [
        replace(record, footprint_unavailable_reason="needs CAP_SYS_ADMIN")
        for record in make_study({"isolated": [None]}, "footprint_bytes")
    ]
    refuse_unmeasured([*make_study({"manual": [1e8]}, "footprint_bytes"), *without], targets)
    with pytest.raises(UserError, match=r"footprint_bytes cannot be measured here \(needs CAP_SYS"):
        refuse_unmeasured(without, targets)


def test_the_arm_whose_saving_is_not_known_is_named_and_the_baseline_is_not() -> None:
    steady, targets = [50.0] * 6, parse_targets("cpu saved ±3%")
    noisy = make_study({"base": steady, "noisy": [20.0, 30.0] * 3})
    (clause,) = unmet(noisy, ["base", "noisy"], targets, "base")
    assert clause.startswith("noisy cpu_percent saved: ±") and clause.endswith(" of ±3.0%")
    good = make_study({"base": steady, "good": [25.0] * 6})
    assert unmet(good, ["base", "good"], targets, "base") == ()
    few = [record for record in good if record.block < MIN_BLOCKS - 1]
    assert unmet(few, ["base", "good"], targets, "base") == (
        f"good cpu_percent saved: {MIN_BLOCKS - 1} of {MIN_BLOCKS} blocks",
    )


@pytest.mark.parametrize("baseline", ["twice", "half"])
def test_half_the_width_of_a_saving_is_in_parts_of_the_arm_that_costs_more(baseline: str) -> None:
    records = make_study({"twice": [50.0] * 8, "half": [24.0, 26.0] * 4})
    log_half = mean_interval(np.log([0.48, 0.52] * 4), NOMINAL_CONFIDENCE)
    half = (np.exp(log_half.high) - np.exp(log_half.low)) / 2
    for wanted, is_met in ((1.01 * half, True), (0.99 * half, False)):
        target = PrecisionTarget("cpu_percent", wanted, of_savings=True)
        assert (unmet(records, ["twice", "half"], [target], baseline) == ()) is is_met


def test_a_block_counts_when_it_holds_every_arm() -> None:
    records = [
        make_record("manual", 0),
        make_record("isolated", 0),
        make_record("manual", 1),
        invalid(make_record("isolated", 1)),
    ]
    assert blocks_of_all(records) == 1
    assert blocks_of_all([]) == 0
