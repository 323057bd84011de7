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
    levels_of,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU

_CPU = ("cpu_percent", ADJUSTED_CPU)


def precision(*studies: str) -> str:
    """Return the scatter of CPU and the savings of each arm, by CPU as measured and adjusted.

    An arm with a limit of CPU latency is compared with the baseline under that limit.
    """
    rows = []
    for study in studies:
        for arm in arms_of(records(study)):
            blocks = len(blocks_of(records(study), arm, "cpu_percent").values)
            cells = [f"`{study}`", f"`{arm}`", str(blocks)]
            cells += _scatter(study, arm)
            reference = _reference(study, arm)
            cells += [
                ""
                if arm == reference
                else percent_with_interval(saved(study, arm, metric, reference))
                for metric in _CPU
            ]
            rows.append(cells)
    scatter = ("scatter of CPU", "adjusted")
    savings = ("CPU saved [95 %]", "adjusted")
    return table(["study", "arm", "blocks", *scatter, *savings], rows)


def _reference(study: str, arm: str) -> str:
    """Return the arm that is as the study's baseline, under the same limit of CPU latency."""
    levels = levels_of(records(study))
    baseline = baseline_of(records(study))
    factor = "cpu_latency_us"
    if levels[arm].get(factor) == levels[baseline].get(factor):
        return baseline
    wanted = {**levels[baseline], factor: levels[arm][factor]}
    return next(name for name, its in levels.items() if its == wanted)


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
