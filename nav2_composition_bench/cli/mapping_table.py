# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What ``nav2-bench map`` says in the end."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from nav2_composition_bench.mapping.outcome import Figures, Judged, Ratio, model_error_percent
from nav2_composition_bench.mapping.prediction import Objective
from nav2_composition_bench.mapping.trials import BEST, on_cores
from nav2_composition_bench.metrics import NOT_MEASURED
from nav2_composition_bench.report.figures import in_brackets
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import loaded_of, units

HEADING = [
    "loops",
    "CPU % model",
    "measured",
    "mean us model",
    "measured",
    "p99 us model",
    "measured",
]


def mapping_rows(judged: Sequence[Judged], objective: Objective, versions: str) -> list[list[str]]:
    """Return a row for each mapping, the heading first.

    :param versions: of what was measured; empty where nothing was.
    """
    rows = [[f"mapping{in_brackets(versions)}", *HEADING, f"best found / this, {objective}"]]
    for one in judged:
        pairs = zip(_figures(one.predicted), _figures(one.measured))
        rows.append(
            [
                one.mapping.name + (f" ({one.lost} lost)" if one.lost else ""),
                str(len(one.mapping.loops)),
                *(cell for pair in pairs for cell in pair),
                _span(one.best_to_this),
            ]
        )
    return rows


def found_lines(judged: Sequence[Judged], topology: Topology, cores: Sequence[int]) -> list[str]:
    """Say which mapping is best, and how far the model was off on those it did not know.

    Nodes that others make inside themselves have no place in a mapping of the robot itself, nor in
    its launch file.

    :param cores: numbers of those that the mappings are for.
    """
    (best,) = (on_cores(one.mapping, cores) for one in judged if one.mapping.name == BEST)
    lines = [f"found: --mapping 'best={best}'"]
    loaded = {name for unit in units(topology) for name in loaded_of(unit, topology)}
    robots = dataclasses.replace(
        best,
        loops=tuple(
            dataclasses.replace(loop, nodes=tuple(n for n in loop.nodes if n in loaded))
            for loop in best.loops
        ),
    )
    if robots != best:
        lines.append(f"of the robot itself: --mapping 'best={robots}'")
    errors = model_error_percent(judged)
    said = ", ".join(f"{name} {its['mean']:.0f} %" for name, its in errors.items())
    if said:
        lines.append(f"the model was off by, on the mean of mappings it did not know: {said}")
    return lines


def _figures(figures: Figures | None) -> list[str]:
    if figures is None:
        return [NOT_MEASURED] * 3
    latencies = (figures.latency_mean_us, figures.latency_p99_us)
    return [
        f"{figures.cpu_percent:.2f}",
        *(NOT_MEASURED if each is None else f"{each:.0f}" for each in latencies),
    ]


def _span(ratio: Ratio | None) -> str:
    if ratio is None:
        return ""
    if ratio.interval is None:
        return f"{ratio.ratio:.2f}"
    return f"{ratio.ratio:.2f} [{ratio.interval.low:.2f}, {ratio.interval.high:.2f}]"
