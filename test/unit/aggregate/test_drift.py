# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trends over the blocks of a study."""

from __future__ import annotations

import numpy as np
import pytest
from record_factory import make_study

from nav2_composition_bench.aggregate.drift import MAX_POINTS, MIN_BLOCKS, drift


def test_a_steady_decline_is_seen_with_its_size() -> None:
    series = np.linspace(100.0, 80.0, 10)
    result = drift(
        make_study({"multi_process": series.tolist(), "isolated": (series / 2).tolist()}),
        "cpu_percent",
    )
    assert result is not None and result.is_significant
    assert result.relative_change == pytest.approx(-20 / 90, rel=0.02)


def test_too_few_blocks_give_no_answer() -> None:
    assert drift(make_study({"isolated": [1.0, 2.0, 3.0]}), "cpu_percent") is None
    assert drift(make_study({"isolated": [1.0, 2.0, 3.0, 4.0]}), "cpu_percent") is None


def test_a_trend_is_told_by_as_few_blocks_as_give_an_answer() -> None:
    rising = [1.0 + block for block in range(MIN_BLOCKS)]
    result = drift(make_study({"isolated": rising}), "cpu_percent")
    assert result is not None and result.is_significant


def test_a_constant_study_does_not_drift() -> None:
    result = drift(make_study({"isolated": [5.0] * 6}), "cpu_percent")
    assert result is not None and result.relative_change == 0.0 and not result.is_significant


def test_blocks_that_lack_an_arm_are_left_out() -> None:
    records = make_study({"multi_process": [*[10.0] * 5, 99.0], "isolated": [*[5.0] * 5, None]})
    result = drift(records, "cpu_percent")
    assert result is not None and result.relative_change == 0.0


def test_noise_alone_is_rarely_called_drift() -> None:
    generator = np.random.default_rng(3)
    false_alarms = 0
    for _ in range(300):
        result = drift(
            make_study({"isolated": generator.normal(50, 2, 10).tolist()}), "cpu_percent"
        )
        assert result is not None
        false_alarms += result.is_significant
    assert false_alarms / 300 <= 0.05 + 0.038


def test_a_trend_over_very_many_blocks_is_found_and_as_large_as_it_is() -> None:
    values = [100.0 + block / 100 for block in range(5 * MAX_POINTS)]
    found = drift(make_study({"isolated": values}), "cpu_percent")
    assert found is not None and found.is_significant
    assert found.relative_change == pytest.approx(20.0 / 110.0, rel=0.01)
