# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures that stand in a sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping

from figures import studies
from figures.cells import percent_with_interval, span_in_whole_percent, times
from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.model import Contrast, versus
from nav2_composition_bench.aggregate.random_effects import overall
from nav2_composition_bench.aggregate.samples import columns_of
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp

_USUAL = {"rmw": ("rmw_fastrtps_cpp",), "intra_process": ("off",), "params": ("base", "with_bonds")}
"""Levels of Nav2's arms that are compared over studies: factor → those that count as the same."""


def saved(study: str, arm: str, metric: str = "cpu_percent", reference: str = "") -> str:
    """Return what an arm saves, with its interval."""
    return percent_with_interval(studies.saved(study, arm, metric, reference or None))


def ratio(study: str, arm: str, reference: str, metric: str = "cpu_percent") -> str:
    """Return the cost of an arm over another's, with its interval."""
    return times(studies.saved(study, arm, metric, reference))


def mean(study: str, arm: str, metric: str) -> str:
    """Return the mean of an arm's valid trials, with its unit."""
    shown = METRICS[metric]
    return f"{shown.display(studies.mean(study, arm, metric))} {shown.unit}".rstrip()


def trials(study: str) -> str:
    """Return how many trials of a study were valid."""
    records = studies.records(study)
    return f"{sum(record.valid for record in records)} of {len(records)}"


def saved_anywhere(arm: str, reference: str, metric: str = "cpu_percent") -> str:
    """Return what an arm saves over all committed studies of Nav2, and what another may find.

    :param arm: levels, such as ``composition=isolated,executor=stock``; as ``reference``.
    :raises UserError: if too few studies hold both.
    """
    found = [
        one for name in studies.committed() if (one := _of_study(name, arm, reference, metric))
    ]
    over_all = overall(found)
    if over_all is None:
        raise UserError(f"saved-anywhere: {len(found)} studies hold {arm} and {reference}")
    least, most = sorted(
        round(100 * (1 - math.exp(end)))
        for end in (over_all.of_another.low, over_all.of_another.high)
    )
    mean = Estimate(over_all.value, over_all.interval).transformed(lambda log: 1 - math.exp(log))
    saved = f"{span_in_whole_percent(mean)} over {over_all.studies} studies"
    return f"{saved}, {least} to {most} % in another"


def _of_study(name: str, arm: str, reference: str, metric: str) -> Contrast | None:
    records, stamp = studies.records(name), studies.study(name).stamp
    if records[0].system != "nav2" or stamp["study"].get("background_load"):
        return None
    levels = arms_of_stamp(stamp)  # of every factor, also of those that records leave out
    ours, theirs = ([one for one in levels if _has(levels[one], text)] for text in (arm, reference))
    for one in ours:
        for other in theirs:
            found = versus(columns_of(records, metric), one, other)
            if levels[one]["params"] == levels[other]["params"] and found is not None:
                return found
    return None


def _has(levels: Mapping[str, str], text: str) -> bool:
    wanted = dict(part.split("=") for part in text.split(","))
    is_usual = all(levels[factor] in usual for factor, usual in _USUAL.items())
    return is_usual and all(levels[factor] == level for factor, level in wanted.items())
