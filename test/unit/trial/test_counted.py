# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from message_lines import head, period, write

from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.trial.counted import NodeMessages, uncounted


def test_a_node_that_stops_counting_before_the_window_ends_or_counts_nothing_is_named(
    tmp_path: Path,
) -> None:
    def node(name: str, *ends_s: float) -> NodeMessages:
        periods = [period(end_s - 1.0, end_s) for end_s in ends_s]
        statistics = read_statistics(write(tmp_path / name, head(f"/{name}"), *periods))
        assert statistics is not None
        return NodeMessages(statistics, {})

    whole = node("whole", *range(11, 21))
    shifted = node("shifted", *(end_s + 0.5 for end_s in range(10, 20)))
    cut_off = node("cut_off", 11, 12, 13)
    silent = node("silent", 9)
    window = [(10.0, 20.0)]
    assert uncounted([whole, shifted], window) == ()
    assert uncounted([whole, cut_off, silent], window) == ("/cut_off", "/silent")
    assert uncounted([silent], window) == ("/silent",)
    assert uncounted([cut_off], window) == ("/cut_off",)  # as all do when a disk is full
    assert uncounted([cut_off], []) == ("/cut_off",)
