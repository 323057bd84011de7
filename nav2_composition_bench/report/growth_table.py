# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How what a fleet costs grows with its size, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.axis import Axis
from nav2_composition_bench.aggregate.growth import (
    CARRIED_ROBOTS,
    CARRIED_SUBNETS,
    PER_ROBOT,
    POWERS,
    Fit,
    Growth,
    growth,
)
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.report.curve_tables import with_interval
from nav2_composition_bench.report.figures import versions_text
from nav2_composition_bench.trial.record import TrialFigures

ROBOTS = "robots"
"""The axis over which there is growth."""
GROWTH_TITLE = "Growth with the number of robots"
GROWTH_NOTE = (
    "Of the whole fleet: the exponent of a power of the number of robots, least squares of"
    " logarithms; of one robot: what one more robot adds, by a straight line; 95 % intervals. The"
    " same without the largest sizes, and what that foretells of the largest as a share of what was"
    f" measured. The last column was not run: it carries the fit to {CARRIED_ROBOTS} robots in"
    f" {CARRIED_SUBNETS} subnets, where robots see those of their own subnet alone unless they have"
    " peers or a server; the interval is for one trial, and holds as far as the fit does; a dash"
    " where the line falls below zero."
)


def growth_rows(records: Sequence[TrialFigures], axis: Axis) -> list[list[str]]:
    """Return a row for each metric and arm; nothing for studies of anything else."""
    if axis.name != ROBOTS:
        return []
    rows = [
        _row(found, line.name)
        for metric in (*POWERS, *PER_ROBOT)
        for line in axis.lines
        if (found := growth(records, line, metric)) is not None
    ]
    columns = ("arm", "grows by [95 %]", "without largest", "foretold", "carried [95 %]")
    heading = [f"what{versions_text(records)}", *columns]
    return [heading, *rows] if rows else []


def _row(found: Growth, name: str) -> list[str]:
    shown = METRICS[found.metric]
    left = "" if found.without is None else f" (−{found.left_out} sizes)"
    return [
        shown.heading,
        name,
        _slope(found.metric, found.fit),
        NOT_MEASURED if found.without is None else _slope(found.metric, found.without) + left,
        NOT_MEASURED if found.foretold is None else f"{found.foretold:.2f}",
        NOT_MEASURED if found.carried is None else with_interval(shown, found.carried),
    ]


def _slope(metric: str, fit: Fit) -> str:
    slope, interval = fit.slope
    if not fit.is_power:
        plus = "" if slope < 0 else "+"
        return f"{plus}{with_interval(METRICS[metric], fit.slope, 2)}"
    ends = "" if interval is None else f" [{interval.low:.2f}, {interval.high:.2f}]"
    return f"^{slope:.2f}{ends}"
