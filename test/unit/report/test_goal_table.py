# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

from record_factory import make_record

from nav2_composition_bench.report.goal_table import goal_rows
from nav2_composition_bench.trial.goal_figures import DelayRecord, GoalFigures


def test_goals_of_invalid_trials_count_with_an_exact_interval() -> None:
    reached = GoalFigures(2, 0, DelayRecord(40, 1000.0, 3000.0, 5000.0), None)
    lost = GoalFigures(1, 1, DelayRecord(10, 3000.0, 9000.0, 9500.0), None)
    record = make_record()
    records = [
        replace(record, goals=reached),
        replace(record, goals=lost, valid=False, invalid_reason="goal A ended ABORTED"),
    ]
    (_, row) = goal_rows(records)
    # 1 of 3, Clopper and Pearson: beta quantiles (0.025; 1, 3) and (0.975; 2, 2).
    low, high = 1 - 0.975 ** (1 / 3), 0.905701
    assert row[1:3] == ["3", "1"]
    assert row[3] == f"33.3 [{100 * low:.1f}, {100 * high:.1f}]"
    assert row[4:] == ["2.0 / 6.0 / 9.5", "–"]


def test_studies_without_a_background_load_have_no_such_table() -> None:
    assert goal_rows([make_record()]) == []
