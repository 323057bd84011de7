# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How well CPU repeats, and how well savings are known, as measured and adjusted."""

from __future__ import annotations

from figures.cells import percent_with_interval, table
from figures.studies import records, saved
from nav2_composition_bench.aggregate.describe import coefficient_of_variation
from nav2_composition_bench.aggregate.samples import (
    adjustment_of,
    arms_of,
    baseline_of,
    blocks_of,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU

_CPU = ("cpu_percent", ADJUSTED_CPU)


def precision(*studies: str) -> str:
    """Return the scatter of CPU and the savings of each arm, by CPU as measured and adjusted."""
    rows = []
    for study in studies:
        for arm in arms_of(records(study)):
            blocks = len(blocks_of(records(study), arm, "cpu_percent").values)
            cells = [f"`{study}`", f"`{arm}`", str(blocks)]
            cells += _scatter(study, arm)
            is_baseline = arm == baseline_of(records(study))
            cells += [
                "" if is_baseline else percent_with_interval(saved(study, arm, metric))
                for metric in _CPU
            ]
            rows.append(cells)
    scatter = ("scatter of CPU", "adjusted")
    savings = ("CPU saved [95 %]", "adjusted")
    return table(["study", "arm", "blocks", *scatter, *savings], rows)


def _scatter(study: str, arm: str) -> list[str]:
    """Return how CPU of an arm's trials scatters, as measured and at one speed of the machine."""
    adjustment = adjustment_of(records(study))
    if adjustment is None:
        raise UserError(f"{study}: the machine's speed is not known")
    measured = blocks_of(records(study), arm, "cpu_percent").values
    cells = []
    for values in (measured, list(adjustment.repeated(arm).values())):
        found = coefficient_of_variation(values)
        if found is None:
            raise UserError(f"{study}: too few trials of {arm} to tell how they scatter")
        cells.append(f"{100 * found:.1f} %")
    return cells
