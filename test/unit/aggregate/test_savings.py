# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Savings against multi_process."""

from __future__ import annotations

import math

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
    assert list(result.contrast.by_block) == [0] and result.interval is None


def test_without_a_shared_block_there_is_no_saving() -> None:
    assert saving([make_record("isolated")], "isolated", "cpu_percent") is None


def test_zero_values_cannot_make_a_ratio() -> None:
    records = make_study({"multi_process": [0.0], "isolated": [40.0]})
    assert saving(records, "isolated", "cpu_percent") is None
