# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from nav2_composition_bench.cli.live_view import ViewState, status_lines, view
from nav2_composition_bench.sampling.live import LiveFigures, LiveProcess

STATE = ViewState(
    total=8, done=3, trial="isolated (block 2)", phase="leg A", phase_began_s=90.0,
    over_wall_s=1360.0,
)  # fmt: skip
FIGURES = LiveFigures(
    monotonic_s=102.0,
    cpu_time_s=60.0,
    cpu_percent=31.26,
    pss_bytes=131_040_000,
    footprint_bytes=None,
    memory_monotonic_s=95.0,
    observer_cpu_percent=0.4,
    observer_rss_bytes=1_400_000,
    processes=(
        LiveProcess("amcl", 10, 5.0, 11_000_000),
        LiveProcess("controller_server", 11, 26.0, None),
        LiveProcess("[bold]odd", 12, None, 3_000_000),
    ),
)


def drawn(
    figures: LiveFigures | None, width: int = 80, height: int = 24, state: ViewState = STATE
) -> list[str]:
    console = Console(
        file=io.StringIO(), width=width, height=height, force_terminal=False, legacy_windows=False
    )
    with console.capture() as capture:
        console.print(view(state, figures, now_s=102.0, wall_s=1000.0, width=width, height=height))
    return [line.rstrip() for line in capture.get().splitlines()]


def test_the_picture_says_where_the_study_is_and_what_each_process_costs() -> None:
    lines = drawn(FIGURES)
    assert lines[0].startswith("3/8 trials, about 6 min left, until ")
    assert lines[1] == "isolated (block 2): leg A, 12 s"
    assert lines[2].split() == ["process", "CPU", "%", "PSS", "MB", "(7", "s", "ago)"]
    assert lines[3].split() == ["controller_server", "26.0", "–"]
    assert lines[4].split() == ["amcl", "5.0", "11.0"]
    assert lines[5].split() == ["[bold]odd", "–", "3.0"]
    assert lines[6].split() == ["all", "31.3", "131.0"]


def test_memory_that_was_not_read_yet_is_said_so() -> None:
    fresh = replace(FIGURES, pss_bytes=None, memory_monotonic_s=None)
    lines = drawn(fresh)
    assert "(not yet)" in lines[2]
    assert lines[6].split() == ["all", "31.3", "–"]


def test_without_readings_there_is_the_state_alone() -> None:
    assert len(drawn(None)) == 2
    assert status_lines(ViewState(total=4), 0.0, 0.0) == ["0/4 trials"]


@pytest.mark.parametrize("width", [1, 8, 20, 39, 40, 60, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(map(len, drawn(FIGURES, width=width))) <= width


@pytest.mark.parametrize("width", [20, 39])
def test_a_narrow_terminal_leaves_memory_out_and_keeps_the_total(width: int) -> None:
    lines = drawn(FIGURES, width=width)
    assert "PSS" not in lines[2]
    assert lines[-1].split() == ["all", "31.3"]


@pytest.mark.parametrize("height", [5, 7, 12])
def test_a_low_terminal_shows_the_costliest_processes_and_counts_the_rest(height: int) -> None:
    many = replace(
        FIGURES, processes=tuple(LiveProcess(f"node{n}", n, float(n), 1) for n in range(20))
    )
    lines = drawn(many, height=height)
    assert len(lines) <= max(height, 6)
    assert lines[3].split()[0] == "node19"
    assert any(line.endswith("more") for line in lines)
    assert lines[-1].startswith("all")
