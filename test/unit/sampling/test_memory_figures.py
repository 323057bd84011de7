# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

from nav2_composition_bench.sampling.memory_figures import MemoryFigures, mean, total

FIGURES = MemoryFigures(100, 90, 120, 60, 30, 10, 0, 110)


def test_a_sum_over_processes_takes_the_footprint_of_all_from_elsewhere() -> None:
    both = total([FIGURES, FIGURES], footprint_bytes=150)
    assert both == MemoryFigures(200, 180, 240, 120, 60, 20, 0, 150)


def test_no_processes_have_no_memory() -> None:
    assert total([], None) == MemoryFigures(0, 0, 0, 0, 0, 0, 0, None)


def test_a_mean_is_rounded_to_bytes() -> None:
    assert mean([FIGURES, FIGURES, replace(FIGURES, pss_bytes=102)]).pss_bytes == 101
    assert mean([FIGURES]) == FIGURES


def test_of_the_swapped_share_the_largest_counts() -> None:
    assert mean([FIGURES, replace(FIGURES, swap_pss_bytes=4096)]).swap_pss_bytes == 4096


def test_a_footprint_that_was_unreadable_once_has_no_mean() -> None:
    assert mean([FIGURES, replace(FIGURES, footprint_bytes=None)]).footprint_bytes is None


def test_a_footprint_that_was_unreadable_is_among_no_metrics() -> None:
    found = FIGURES.by_metric()
    assert found["pss_anon_bytes"] == 60 and found["footprint_bytes"] == 110
    assert "footprint_bytes" not in replace(FIGURES, footprint_bytes=None).by_metric()
