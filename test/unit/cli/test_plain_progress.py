# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io

from run_on_stream import run_on

from nav2_composition_bench.cli.plain_progress import remaining_s


def test_a_log_has_one_plain_line_per_event() -> None:
    text = run_on(io.StringIO())
    assert "\x1b" not in text
    lines = text.splitlines()
    assert lines[:2] == ["a note", "2 trials"]
    assert "trial 1/2: manual (block 1), about 2 min left" in lines
    assert "  bring-up" in lines
    assert "  manual (block 1): invalid, amcl died" in lines
    assert "  manual (block 2): CPU 40.0 %, PSS 100.0 MB, 50 s" in lines


def test_the_time_left_follows_the_trials_so_far() -> None:
    assert remaining_s(4, [50.0, 70.0], 75.0) == 240.0
    assert remaining_s(0, [50.0], 75.0) == 0.0
    assert remaining_s(2, [], 75.0) == 150.0
