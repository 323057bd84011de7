# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The pictures of a report."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.breakdown import UNNAMED, ProcessCost
from nav2_composition_bench.aggregate.samples import baseline_of, blocks_of
from nav2_composition_bench.aggregate.savings import saving
from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE, METRICS
from nav2_composition_bench.report.text_room import width_beside
from nav2_composition_bench.report.themed_svg import (
    FAINT,
    INK,
    WIDTH_IN,
    figure,
    series_colour,
    to_svg,
)
from nav2_composition_bench.trial.record import TrialFigures, TrialRecord


def time_chart(record: TrialRecord, number: int) -> str:
    """Draw CPU, PSS and context switches of one trial over time.

    Its legs are shaded and its steady windows marked.

    :param number: position of the arm in the table, for its colour.
    """
    origin = record.active_monotonic_s
    if origin is None:
        origin = record.cpu_series[0][0] if record.cpu_series else 0.0
    told = [point for point in record.load_series if point.context_switches_hz is not None]
    heights = (2, 1, 1) if told else (2, 1)
    colour = series_colour(number)
    with figure(WIDTH_IN, 1.4 + sum(heights) * 0.67) as drawn:
        above, below, *switches = drawn.subplots(
            len(heights), 1, sharex=True, gridspec_kw={"height_ratios": heights}
        )
        for axes in (above, below, *switches):
            for leg in record.legs:
                ends = (leg.accepted_monotonic_s - origin, leg.finished_monotonic_s - origin)
                axes.axvspan(*ends, color=FAINT, alpha=0.35, linewidth=0)
        _draw_cpu(above, record, origin, colour)
        sizes_mb = [point.pss_bytes / BYTES_PER_MEGABYTE for point in record.memory_series]
        below.plot(
            [point.monotonic_s - origin for point in record.memory_series],
            sizes_mb,
            "o-",
            color=colour,
            markersize=3,
        )
        below.set_ylabel("PSS [MB]")
        below.set_ylim(0, 1.2 * max(sizes_mb, default=1.0))  # else it runs along the edge
        for axes in switches:
            axes.plot(
                [point.monotonic_s - origin for point in told],
                [point.context_switches_hz for point in told],
                color=colour,
            )
            axes.set_ylabel("switches [Hz]")
            axes.set_ylim(bottom=0)
        (below, *switches)[-1].set_xlabel("time since every node was active [s]")
    return to_svg(drawn, f"CPU and PSS over time, {record.arm}")


def _draw_cpu(axes: Axes, record: TrialRecord, origin_s: float, colour: str) -> None:
    """Draw the CPU series, the kernel's part of it, and the means of the steady windows."""
    for leg in record.legs:
        if leg.steady_window is not None:
            axes.plot(
                [end_s - origin_s for end_s in leg.steady_window],
                (leg.cpu_percent or 0.0,) * 2,
                color=INK,
                linewidth=3,
                solid_capstyle="butt",
            )
    times = [time_s - origin_s for time_s, _ in record.cpu_series]
    axes.plot(times, [cpu for _, cpu in record.cpu_series], color=colour)
    kernel = [
        (point.monotonic_s - origin_s, point.kernel_cpu_percent)
        for point in record.load_series
        if point.kernel_cpu_percent is not None
    ]
    if kernel:
        axes.plot(*zip(*kernel), ":", color=colour, label="of it in the kernel")
        axes.legend()
    axes.set_ylabel("CPU [%]")
    axes.set_ylim(bottom=0)


MAX_DOTS = 400
"""Of more trials this many are drawn, evenly spaced by rank from the least to the largest."""


def distribution_chart(records: Sequence[TrialFigures], arms: Sequence[str], metric: str) -> str:
    """Draw every trial of every arm as a dot, with the mean of all as a line."""
    shown = METRICS[metric]
    with figure(width_beside(arms), 0.7 + 0.5 * len(arms)) as drawn:
        axes = drawn.subplots()
        for number, arm in enumerate(arms):
            values = np.array(blocks_of(records, arm, metric).values) / shown.divisor
            if not values.size:
                continue
            dots = drawn_values(values)
            # a fixed spread by place keeps equal values apart and the picture reproducible
            offsets = np.linspace(-0.18, 0.18, dots.size) if dots.size > 1 else np.zeros(1)
            colour = series_colour(number)
            axes.plot(dots, number + offsets, "o", color=colour, markersize=4, alpha=0.8)
            axes.plot([values.mean()] * 2, [number - 0.3, number + 0.3], color=INK)
        axes.set_yticks(range(len(arms)), arms)
        axes.set_ylim(len(arms) - 0.5, -0.5)
        axes.set_xlim(left=0)
        axes.set_xlabel(shown.heading)
    return to_svg(drawn, f"{shown.label} of every trial")


def drawn_values(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values to draw as dots: all of them, in their order, unless there are too many."""
    if values.size <= MAX_DOTS:
        return values
    ranks = np.linspace(0, values.size - 1, MAX_DOTS).round().astype(int)
    picked: NDArray[np.float64] = np.sort(values)[ranks]
    return picked


def savings_chart(
    records: Sequence[TrialFigures], arms: Sequence[str], metrics: Sequence[str]
) -> str:
    """Draw savings against the baseline with their 95 % intervals."""
    baseline = baseline_of(records)
    rows = [
        found
        for metric in metrics
        for arm in arms
        if arm != baseline and (found := saving(records, arm, metric)) is not None
    ]
    labels = [f"{METRICS[found.metric].label}, {found.arm}" for found in rows]
    with figure(width_beside(labels), 0.8 + 0.36 * max(1, len(rows))) as drawn:
        axes = drawn.subplots()
        for row, found in enumerate(rows):
            colour = series_colour(list(arms).index(found.arm))
            if found.interval is not None:
                ends = (100 * found.interval.low, 100 * found.interval.high)
                axes.plot(ends, (row, row), color=colour, linewidth=3)
            axes.plot([100 * found.fraction], [row], "o", color=colour, markersize=6)
        axes.axvline(0.0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(labels)), labels)
        axes.set_ylim(len(labels) - 0.5, -0.5)
        axes.set_xlabel("saved [%]")  # the baseline's name may be longer than the axis
    return to_svg(drawn, f"Savings against {baseline} with 95 % intervals")


def node_chart(processes: Sequence[ProcessCost], arm: str, number: int) -> str:
    """Draw CPU per node inside each process of an arm."""
    rows: list[tuple[str, float, bool]] = []
    for process in processes:
        if len(process.nodes) == 1:
            rows.append((process.label, process.cpu_percent, True))
            continue
        rows.extend(
            (_bar_label(node, process), cpu_percent, node != UNNAMED)
            for node, cpu_percent in process.node_cpu_percent.items()
        )
    labels = [label for label, _, _ in rows]
    with figure(width_beside(labels), 0.7 + 0.24 * max(1, len(rows))) as drawn:
        axes = drawn.subplots()
        axes.barh(
            range(len(rows)),
            [cpu for _, cpu, _ in rows],
            color=[series_colour(number) if named else FAINT for _, _, named in rows],
        )
        axes.set_yticks(range(len(rows)), labels)
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("CPU [%]")
    return to_svg(drawn, f"CPU per node, {arm}")


def _bar_label(node: str, process: ProcessCost) -> str:
    """Name a bar such that nobody takes a node's own threads for all that it costs."""
    if process.is_told_apart:
        return node
    return "threads that nodes share" if node == UNNAMED else f"{node}, own threads"
