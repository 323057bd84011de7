# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.trial.record import ObserverRecord
from nav2_composition_bench.trial.runner_cost import RunnerCost, read_runner_cost, with_runner

SAMPLER = ObserverRecord(0.4, 1_500_000, 5, 0.03)
ROLLUP = """\
55e-7ff ---p 00000000 00:00 0                          [rollup]
Rss:                2000 kB
Pss:                1200 kB
Private_Clean:       300 kB
Private_Dirty:       700 kB
"""


def test_what_the_runner_used_between_two_readings_joins_the_sampler() -> None:
    observer = with_runner(
        SAMPLER, RunnerCost(10.0, 5.0, 1, 1), RunnerCost(30.0, 5.5, 2_000_000, 1_000_000)
    )
    assert observer == ObserverRecord(0.4, 1_500_000, 5, 0.03, 2.5, 2_000_000, 1_000_000)


def test_without_a_reading_nothing_is_said_of_the_runner() -> None:
    assert with_runner(SAMPLER, None, None) == SAMPLER
    assert with_runner(None, RunnerCost(1.0, 1.0, 1, 1), RunnerCost(2.0, 1.0, 1, 1)) is None


def test_memory_comes_from_the_kernels_rollup(tmp_path: Path) -> None:
    rollup = tmp_path / "smaps_rollup"
    rollup.write_text(ROLLUP)
    cost = read_runner_cost(rollup)
    assert (cost.rss_bytes, cost.uss_bytes) == (2000 * 1024, 1000 * 1024)


def test_memory_that_cannot_be_read_is_unknown(tmp_path: Path) -> None:
    cost = read_runner_cost(tmp_path / "none")
    assert (cost.rss_bytes, cost.uss_bytes) == (None, None)
    assert cost.cpu_time_s > 0.0
