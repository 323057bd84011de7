# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What fleets cost over the number of their robots."""

from __future__ import annotations

from figures.cells import table
from figures.studies import axis, study
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.curve_tables import curve_tables
from nav2_composition_bench.report.growth_table import growth_rows


def fleet_curves(name: str, *metrics: str) -> str:
    """Return a table for each metric: a row for each size of the fleet, a column for each arm."""
    found = study(name)
    tables = {each.metric: each for each in curve_tables(found.records, axis(name))}
    parts = []
    for metric in metrics:
        if metric not in tables:
            raise UserError(f"{name}: no curve of {metric}; there are {', '.join(tables)}")
        heading, *rows = tables[metric].rows
        parts += [f"{tables[metric].title}:", table(heading, rows)]
    return "\n\n".join(parts)


def fleet_growth(name: str) -> str:
    """Return the fits over the number of robots, and what they come to on paper."""
    heading, *rows = growth_rows(study(name).records, axis(name))
    return table(heading, rows)
