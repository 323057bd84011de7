# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a terminal shows while a study runs; pure."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE, NOT_MEASURED
from nav2_composition_bench.sampling.live import LiveFigures, LiveProcess

_MEASURED_WIDTH = 40
"""Columns below which memory is left out, so that names stay readable."""
_FRAME_LINES = 5
"""Lines that are no process: two of the study, the heading, the total, the one below."""
_MIN_PROCESSES = 1
_NAME_WIDTH = 32
_FIGURE_WIDTH = 7
_GAP = 2


@dataclass(frozen=True)
class ViewState:
    """What is known of the study beside the readings.

    :param done: trials that count so far, of ``total``.
    :param trial: the current trial as users call it; empty before the first.
    :param phase_began_s: CLOCK_MONOTONIC.
    :param over_wall_s: when the study will be over, time since the epoch; None before a trial.
    """

    total: int = 0
    done: int = 0
    trial: str = ""
    phase: str = ""
    phase_began_s: float = 0.0
    over_wall_s: float | None = None


def view(
    state: ViewState,
    figures: LiveFigures | None,
    *,
    now_s: float,
    wall_s: float,
    width: int,
    height: int,
) -> RenderableType:
    """Return the picture of a moment, no wider and no higher than the terminal.

    :param figures: None while nothing is sampled.
    :param now_s: CLOCK_MONOTONIC.
    """
    parts: list[RenderableType] = [
        _cut(Text(line), width) for line in status_lines(state, now_s, wall_s)
    ]
    if figures is not None:
        parts.append(_table(figures, now_s, width, max(_MIN_PROCESSES, height - _FRAME_LINES)))
    return Group(*parts[: max(1, height)])


def status_lines(state: ViewState, now_s: float, wall_s: float) -> list[str]:
    """Return how far the study and its current trial are."""
    study = f"{state.done}/{state.total} trials"
    if state.over_wall_s is not None:
        left_min = max(0.0, state.over_wall_s - wall_s) / 60
        at = time.strftime("%H:%M", time.localtime(state.over_wall_s))
        study += f", about {left_min:.0f} min left, until {at}"
    if not state.trial:
        return [study]
    trial = state.trial
    if state.phase:
        trial += f": {state.phase}, {max(0.0, now_s - state.phase_began_s):.0f} s"
    return [study, trial]


def _table(figures: LiveFigures, now_s: float, width: int, most: int) -> Table:
    with_memory = width >= _MEASURED_WIDTH
    age = _age(figures, now_s) if with_memory else ""
    others = _GAP + _FIGURE_WIDTH + with_memory * (2 * _GAP + _FIGURE_WIDTH + len(age))
    name_width = max(1, min(_NAME_WIDTH, width - others))
    table = Table(box=None, pad_edge=False, show_footer=True, padding=(0, _GAP, 0, 0))

    def add(heading: str | Text, footer: str = "", **options: Any) -> None:
        table.add_column(heading, footer=footer, no_wrap=True, overflow="ellipsis", **options)

    add("process", "all", max_width=name_width)
    add("CPU %", _percent(figures.cpu_percent), width=_FIGURE_WIDTH, justify="right")
    if with_memory:
        add("PSS MB", _megabytes(figures.pss_bytes), width=_FIGURE_WIDTH, justify="right")
        add(Text(age, style="dim"), width=len(age))
    shown, hidden = _shortened(figures.processes, most)
    for process in shown:
        memory = [_megabytes(process.pss_bytes)] if with_memory else []
        # as Text, since a label may hold what rich takes for markup
        table.add_row(Text(process.label), _percent(process.cpu_percent), *memory)
    if hidden:
        table.add_row(Text(f"… {hidden} more", style="dim"))
    return table


def _shortened(processes: Sequence[LiveProcess], most: int) -> tuple[Sequence[LiveProcess], int]:
    """Return the processes of most CPU that fit, and how many do not."""
    ordered = sorted(processes, key=lambda one: (-(one.cpu_percent or 0.0), one.label, one.pid))
    if len(ordered) <= most:
        return ordered, 0
    kept = max(_MIN_PROCESSES, most - 1)
    return ordered[:kept], len(ordered) - kept


def _age(figures: LiveFigures, now_s: float) -> str:
    """Say how old the memory figures are, which come at walks of the page tables only."""
    if figures.memory_monotonic_s is None:
        return "(not yet)"
    return f"({max(0.0, now_s - figures.memory_monotonic_s):.0f} s ago)"


def _percent(value: float | None) -> str:
    return NOT_MEASURED if value is None else f"{value:.1f}"


def _megabytes(value: int | None) -> str:
    return NOT_MEASURED if value is None else f"{value / BYTES_PER_MEGABYTE:.1f}"


def _cut(text: Text, width: int) -> Text:
    text.truncate(max(1, width), overflow="ellipsis")
    return text
