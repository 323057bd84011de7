# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

from record_factory import invalid, make_record

from nav2_composition_bench.report.goal_table import goal_rows


def acknowledged(count: int, p50_us: float, p99_us: float, max_us: float) -> dict[str, Any]:
    figures = {"count": count, "p50_us": p50_us, "p99_us": p99_us, "max_us": max_us}
    return {f"acknowledgement_{name}": value for name, value in figures.items()}


def test_goals_of_invalid_trials_count_with_an_exact_interval() -> None:
    early, late = acknowledged(40, 1000.0, 3000.0, 5000.0), acknowledged(10, 3e3, 9e3, 9500.0)
    reached = make_record(goals_sent=2, goals_lost=0, **early)
    lost = invalid(make_record(goals_sent=1, goals_lost=1, **late))
    (_, row) = goal_rows([reached, lost])
    # 1 of 3, Clopper and Pearson: beta quantiles (0.025; 1, 3) and (0.975; 2, 2).
    low, high = 1 - 0.975 ** (1 / 3), 0.905701
    assert row[1:3] == ["3", "1"]
    assert row[3] == f"33.3 [{100 * low:.1f}, {100 * high:.1f}]"
    assert row[4:] == ["2.0/6.0/9.5", "–"]


def test_studies_without_a_background_load_have_no_such_table() -> None:
    assert goal_rows([make_record()]) == []
