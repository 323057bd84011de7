# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.topology.lateness import Lateness

MS = 1_000_000


@pytest.mark.parametrize(
    "period_ms, late_ms, too_late_ms",
    [(10, 2, 10), (25, 5, 25), (40, 5, 40), (200, 5, 50), (0.1, 0.02, 0.1)],
)
def test_the_smaller_of_time_and_share_counts(
    period_ms: float, late_ms: float, too_late_ms: float
) -> None:
    found = Lateness().thresholds_ns(period_ms * MS)
    assert found == (round(late_ms * MS), round(too_late_ms * MS))


def test_thresholds_are_options() -> None:
    own = Lateness(late_ms=1, late_percent=50, too_late_ms=2, too_late_percent=400)
    assert own.thresholds_ns(10 * MS) == (1 * MS, 2 * MS)


def test_zero_turns_a_rule_off() -> None:
    assert Lateness(too_late_ms=0).thresholds_ns(10 * MS) == (2 * MS, 0)


def test_without_a_period_there_is_no_rule() -> None:
    assert Lateness().thresholds_ns(None) == (0, 0)
