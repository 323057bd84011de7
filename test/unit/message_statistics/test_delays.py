# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.message_statistics.delays import Delay, Delays, read_delays


def test_delays_of_all_processes_are_read_and_a_line_that_was_cut_off_is_left_out(
    tmp_path: Path,
) -> None:
    (tmp_path / "delays.7").write_text("t 2000000000 1500\ng 3000000000 20\n")
    (tmp_path / "delays.8").write_text("t 4000000000 7\nt 5000000000 12")
    (tmp_path / "other.9").write_text("t 1 1\n")
    found = read_delays(tmp_path)
    assert found.timers == [Delay(2.0, 1500), Delay(4.0, 7)]
    assert found.acknowledgements == [Delay(3.0, 20)]


def test_where_nothing_was_written_there_are_none(tmp_path: Path) -> None:
    assert read_delays(tmp_path / "missing") == Delays([], [])
