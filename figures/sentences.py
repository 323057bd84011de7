# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures that stand in a sentence."""

from __future__ import annotations

from figures import studies
from figures.cells import listed, percent, percent_with_interval, times
from nav2_composition_bench.aggregate.samples import arms_of, baseline_of
from nav2_composition_bench.metrics import METRICS


def saved(study: str, arm: str, metric: str = "cpu_percent", reference: str = "") -> str:
    """Return what an arm saves, with its interval."""
    return percent_with_interval(studies.saved(study, arm, metric, reference or None))


def saved_only(study: str, arm: str, metric: str = "cpu_percent", reference: str = "") -> str:
    """Return what an arm saves, without its interval."""
    return percent(studies.saved(study, arm, metric, reference or None).fraction)


def ratio(study: str, arm: str, reference: str, metric: str = "cpu_percent") -> str:
    """Return the cost of an arm over another's, with its interval."""
    return times(studies.saved(study, arm, metric, reference))


def saved_by_each(study: str, metric: str = "cpu_percent") -> str:
    """Return what every arm of a study saves, in the order of tables."""
    records = studies.records(study)
    arms = [arm for arm in arms_of(records) if arm != baseline_of(records)]
    return listed([f"{100 * studies.saved(study, arm, metric).fraction:.0f}" for arm in arms])


def mean(study: str, arm: str, metric: str) -> str:
    """Return the mean of an arm's valid trials, with its unit."""
    shown = METRICS[metric]
    return f"{shown.display(studies.mean(study, arm, metric))} {shown.unit}".rstrip()


def trials(study: str) -> str:
    """Return how many trials of a study were valid."""
    records = studies.records(study)
    return f"{sum(record.valid for record in records)} of {len(records)}"
