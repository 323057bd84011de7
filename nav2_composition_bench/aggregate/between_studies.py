# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Compare an arm of two studies that were run one after the other, at one speed of the machine.

Trials of one study scatter about a speed that lasts for hours, and readings tell little of how they
do; how much the machine differs from one study to the next they tell well, since many trials have
the same difference. CPU goes with it more than with what changes from trial to trial, as the
studies in results/ show (docs/precision.md, "Between studies"). So neither coefficient of
:class:`~.adjustment.Adjustment`, which are of trials, fits such a difference.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np

from nav2_composition_bench.aggregate.adjustment import Contrast, Reading
from nav2_composition_bench.aggregate.describe import difference_error, satterthwaite_freedom

COEFFICIENT = 1.15
"""By what share CPU changes with a share of known work's system calls, between studies: in the
middle of what readings in the trials and those around them tell in results/."""
COEFFICIENT_DEVIATION = 0.3
"""Standard deviation of that coefficient from one pair of studies to another."""
AROUND_DEVIATION = 0.03
"""Standard deviation of what readings around all trials of a study tell amiss of these trials."""


def difference_of_studies(
    readings: Sequence[Reading], cell: Hashable, base: Hashable
) -> Contrast | None:
    """Compare two cells whose trials are no pairs; None without trials of both.

    By readings in the trials if the cells are alike, else by those around them; see
    :class:`~.adjustment.Adjustment`. What is not known of the coefficient widens the interval by as
    much as the machine's speed differs, and what readings around trials tell amiss by a constant:
    no number of trials makes either less.
    """
    ours, theirs = ([one for one in readings if one.cell == each] for each in (cell, base))
    if not ours or not theirs:
        return None
    alike = ours[0].likeness is not None and ours[0].likeness == theirs[0].likeness
    cpu, known = (
        [np.log([getattr(one, name) for one in trials]) for trials in (ours, theirs)]
        for name in ("cpu_percent", "in_trial_us" if alike else "idle_us")
    )
    left = [each - COEFFICIENT * its_known for each, its_known in zip(cpu, known)]
    mean = float(left[0].mean() - left[1].mean())
    if len(ours) + len(theirs) < 3:
        return Contrast(mean, None, None)
    error, freedom = difference_error(left[0], left[1])
    lasting = (COEFFICIENT_DEVIATION * float(known[0].mean() - known[1].mean())) ** 2
    if not alike:
        lasting += 2 * AROUND_DEVIATION**2
    parts = [(error**2, freedom), (lasting, math.inf)]  # what lasts is not estimated here
    return Contrast(
        mean,
        math.sqrt(error**2 + lasting),
        satterthwaite_freedom(parts),
        lasting_error=math.sqrt(lasting),
    )
