# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.metrics import HEADLINE, METRICS, measured


def test_what_was_not_measured_is_absent_and_zero_is_not() -> None:
    assert measured(cpu_percent=None, swap_pss_bytes=0) == {"swap_pss_bytes": 0}


def test_a_reading_that_is_no_metric_never_comes_into_a_record() -> None:
    with pytest.raises(KeyError, match="colour"):
        measured(colour=1.0)


def test_what_records_hold_besides_is_not_shown() -> None:
    assert {*HEADLINE} < METRICS.keys() and "steal_percent" not in METRICS
