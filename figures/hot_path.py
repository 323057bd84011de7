# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The hot path of the reference system by executor."""

from __future__ import annotations

from figures.cells import table
from figures.studies import mean, records
from figures.studies import study as stored
from nav2_composition_bench.aggregate.axis import axis_of
from nav2_composition_bench.errors import UserError


def hot_path(study: str) -> str:
    """Return the path's latency, mean and 99th percentile, over the work of its callbacks."""
    axis = axis_of(records(study), stored(study).stamp)
    if axis is None:
        raise UserError(f"{study}: its topologies are not values of one quantity")
    rows = [
        [f"{limit:g}", *(_latency_ms(study, line.arms[limit]) for line in axis.lines)]
        for limit in axis.values
    ]
    return table(["primes up to", *(f"`{line.name}`" for line in axis.lines)], rows)


def _latency_ms(study: str, arm: str) -> str:
    values = (mean(study, arm, metric) / 1e3 for metric in ("path_mean_us", "path_p99_us"))
    return " / ".join(f"{value:.3g}" for value in values)
