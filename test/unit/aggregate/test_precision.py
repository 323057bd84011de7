# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Stopping when precise enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from record_factory import at_speed, make_study

from nav2_composition_bench.aggregate.describe import mean_interval
from nav2_composition_bench.aggregate.precision import (
    MIN_BLOCKS,
    NOMINAL_CONFIDENCE,
    PrecisionTarget,
    parse_targets,
    refuse_unmeasured,
    relative_half_width,
    unmet,
)
from nav2_composition_bench.errors import UserError


@pytest.mark.parametrize("text", ["cpu ±2%,pss ±1%", "cpu 2%, pss +-1 %", "cpu+/-2.0%,pss±1%"])
def test_targets_are_read_in_the_ways_people_write_them(text: str) -> None:
    assert parse_targets(text) == (
        PrecisionTarget("cpu_percent", 0.02),
        PrecisionTarget("pss_bytes", 0.01),
    )


@pytest.mark.parametrize("text", ["", "cpu", "cpu ±0%", "heat ±2%", "cpu ±2%,,", "cpu ±-2%"])
def test_what_cannot_be_read_is_named_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match="e.g. 'cpu ±2%,pss ±1%'"):
        parse_targets(text)


def test_too_few_blocks_are_never_precise_enough() -> None:
    records = make_study({"manual": [50.0] * (MIN_BLOCKS - 1)})
    assert unmet(records, ["manual"], parse_targets("cpu ±2%")) == (
        f"manual cpu_percent: {MIN_BLOCKS - 1} of {MIN_BLOCKS} blocks",
    )


def test_only_the_noisy_arm_is_named() -> None:
    records = make_study({"manual": [50.0] * 6, "isolated": [40.0, 60.0, 50.0, 45.0, 55.0, 50.0]})
    clauses = unmet(records, ["manual", "isolated"], parse_targets("cpu ±2%"))
    assert len(clauses) == 1 and clauses[0].startswith("isolated cpu_percent: ±")


@pytest.mark.parametrize("kind", ["normal", "skewed"])
def test_the_reported_interval_keeps_its_coverage_when_stopping_by_looking(kind: str) -> None:
    generator = np.random.default_rng(31)
    covered, rounds = 0, 1500
    for _ in range(rounds):
        draws = generator.normal(0.0, 1.0, 40)
        if kind == "skewed":
            draws = (generator.gamma(6.0, 1.0, 40) - 6.0) / np.sqrt(6.0)
        series = 50.0 + 1.5 * draws
        count = MIN_BLOCKS
        while count < 40 and (relative_half_width(series[:count].tolist()) or 1.0) > 0.03:
            count += 1
        covered += mean_interval(series[:count], NOMINAL_CONFIDENCE).contains(50.0)
    assert 0.95 - 0.017 <= covered / rounds <= 0.97 + 0.013


def test_cpu_that_scatters_with_the_machine_alone_is_precise_enough_once_adjusted() -> None:
    speeds = [1.0, 1.2, 0.9, 1.1, 1.3, 0.85, 1.05, 0.95] * 3
    measured = make_study({"manual": [40.0 * speed for speed in speeds]})
    targets = parse_targets("cpu ±4%")
    assert unmet(measured, ["manual"], targets)
    told = [at_speed(each, 150.0 * s, 150.0 * s) for each, s in zip(measured, speeds)]
    assert unmet(told, ["manual"], targets) == ()


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


def test_cpu_of_an_arm_is_as_measured_where_one_trial_does_not_tell_the_machines_speed() -> None:
    speeds = [1.0, 1.2, 0.9, 1.1, 1.3, 0.85, 1.05, 0.95] * 3
    measured = make_study({"manual": [40.0 * speed for speed in speeds]})
    told = [at_speed(each, 150.0 * s, 150.0 * s) for each, s in zip(measured, speeds)]
    assert unmet([*told[:-1], measured[-1]], ["manual"], parse_targets("cpu ±4%"))
