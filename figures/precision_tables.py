# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How well CPU repeats, and how well savings are known, as measured and adjusted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from figures.cells import percent_with_interval, table
from figures.studies import mean, records, saved, study_column
from nav2_composition_bench.aggregate.adjustment import design_of_levels, residuals
from nav2_composition_bench.aggregate.describe import (
    Estimate,
    coefficient_of_variation,
    student_interval,
)
from nav2_composition_bench.aggregate.samples import (
    adjustment_of,
    arms_of,
    baseline_of,
    blocks_of,
    levels_of,
    speed_readings,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import ADJUSTED_CPU

Array = NDArray[np.float64]

_CPU = ("cpu_percent", ADJUSTED_CPU)


def precision(*studies: str) -> str:
    """Return the scatter of CPU and the savings of each arm, by CPU as measured and adjusted.

    An arm with a limit of CPU latency is compared with the baseline under that limit.
    """
    rows = []
    heading, called = study_column(*studies)
    for study in studies:
        for arm in arms_of(records(study)):
            blocks = len(blocks_of(records(study), arm, "cpu_percent").values)
            cells = [called.pop(study, f"`{study}`"), f"`{arm}`", str(blocks)]
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
    return table([heading, "arm", "blocks", *scatter, *savings], rows)


def influence(*studies: str) -> str:
    """Return by how much more an arm that costs ten points of CPU more slows system calls down.

    By least squares over all trials with a level for each block: the logarithm of known work's
    system calls in the trial over those without a system, against the mean CPU of the arm.
    """
    parts = [part for study in studies for part in _costs_and_growths(study)]
    slope, error, freedom = slope_inside(parts)
    found = Estimate(slope, student_interval(slope, error, freedom)).transformed(
        lambda each: 1000.0 * each  # percent, for ten points
    )
    assert found.interval is not None
    return f"{found.value:.1f} % [{found.interval.low:.1f}, {found.interval.high:.1f}]"


def slope_inside(groups: Sequence[tuple[Array, Array]]) -> tuple[float, float, int]:
    """Return the least-squares slope inside groups, its standard error and degrees of freedom.

    :param groups: of each the covariate and the response, less their means.
    """
    x, y = (np.concatenate(values) for values in zip(*groups))
    slope, freedom = float(x @ y) / float(x @ x), x.size - len(groups) - 1
    error = math.sqrt(float(np.square(y - slope * x).sum()) / freedom / float(x @ x))
    return slope, error, freedom


def scatter_in_blocks(study: str, by: str) -> str:
    """Return how arms' differences scatter from block to block.

    :param by: CPU as ``measured``, or adjusted by readings ``without`` a system or ``in_trial``.
    """
    readings, adjustment = speed_readings(records(study)), adjustment_of(records(study))
    if adjustment is None:
        raise UserError(f"{study}: the machine's speed is not known")
    cpu = np.log([one.cpu_percent for one in readings])
    idle, in_trial = np.log([(one.idle_us, one.in_trial_us) for one in readings]).T
    adjusted = {
        "measured": cpu,
        "without": cpu - adjustment.idle.value * idle,
        "in_trial": cpu - adjustment.in_trial.value * in_trial,
    }[by]
    design = design_of_levels([one.cell for one in readings], [one.block for one in readings])
    left, rank = residuals(design, adjusted)
    freedom = len(readings) - rank
    return f"{100 * math.sqrt(float(left @ left) / freedom):.1f} %"


def _costs_and_growths(study: str) -> Iterator[tuple[Array, Array]]:
    """Yield the mean CPU of each arm of a block and its growth of known work, less the block's."""
    readings = speed_readings(records(study))
    for block in sorted({one.block for one in readings}):
        trials = [one for one in readings if one.block == block]
        costs = np.array([mean(study, str(one.cell), "cpu_percent") for one in trials])
        growths = np.log([one.in_trial_us / one.idle_us for one in trials])
        yield costs - costs.mean(), growths - growths.mean()


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
