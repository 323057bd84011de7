# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Savings against multi_process."""

from __future__ import annotations

import math

import numpy as np
import pytest
from record_factory import make_record, make_study

from nav2_composition_bench.aggregate.savings import saving


def test_half_the_cost_saves_half() -> None:
    records = make_study({"multi_process": [80.0, 90.0], "isolated": [40.0, 45.0]})
    result = saving(records, "isolated", "cpu_percent")
    assert result is not None
    assert result.fraction == pytest.approx(0.5)
    assert result.interval is not None
    assert (result.interval.low, result.interval.high) == pytest.approx((0.5, 0.5))


def test_an_arm_that_costs_more_saves_a_negative_fraction() -> None:
    records = make_study({"multi_process": [80.0, 80.0], "multi_threaded": [100.0, 101.0]})
    result = saving(records, "multi_threaded", "cpu_percent")
    assert result is not None and result.fraction == pytest.approx(1 - math.sqrt(1.25 * 1.2625))


def test_blocks_without_the_reference_are_not_used() -> None:
    records = make_study({"multi_process": [80.0, None], "isolated": [40.0, 1.0]})
    result = saving(records, "isolated", "cpu_percent")
    assert result is not None
    assert len(result.log_ratios) == 1 and result.interval is None


def test_without_a_shared_block_there_is_no_saving() -> None:
    assert saving([make_record("isolated")], "isolated", "cpu_percent") is None


def test_zero_values_cannot_make_a_ratio() -> None:
    records = make_study({"multi_process": [0.0], "isolated": [40.0]})
    assert saving(records, "isolated", "cpu_percent") is None


@pytest.mark.parametrize("count", [3, 5, 10, 30])
@pytest.mark.parametrize("kind", ["normal", "skewed", "drifting"])
def test_intervals_cover_the_true_saving_as_they_claim(kind: str, count: int) -> None:
    generator = np.random.default_rng(7)
    covered = 0
    rounds = 400
    for _ in range(rounds):
        noise = generator.normal(0.0, 0.03, (2, count))
        if kind == "skewed":
            noise = (generator.gamma(4.0, 1.0, (2, count)) - 4.0) * 0.015
        # the machine drifts by 20 % over the study; both arms of a block feel it alike
        machine = np.linspace(0.0, 0.2, count) if kind == "drifting" else np.zeros(count)
        base = 80.0 * np.exp(machine + noise[0])
        composed = 60.0 * np.exp(machine + noise[1])
        result = saving(
            make_study({"multi_process": base.tolist(), "isolated": composed.tolist()}),
            "isolated",
            "cpu_percent",
        )
        assert result is not None and result.interval is not None
        covered += result.interval.contains(0.25)
    # 93 % to 97 % widened by three standard errors of 400 rounds at 95 %
    assert 0.93 - 0.033 <= covered / rounds <= 0.97 + 0.033
