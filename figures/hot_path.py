# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The hot path of the reference system by executor."""

from __future__ import annotations

from figures.cells import table
from figures.studies import axis, mean


def hot_path(study: str) -> str:
    """Return the path's latency, mean and 99th percentile, over the work of its callbacks."""
    primes = axis(study)
    rows = [
        [f"{limit:g}", *(_latency_ms(study, line.arms[limit]) for line in primes.lines)]
        for limit in primes.values
    ]
    return table(["primes up to", *(f"`{line.name}`" for line in primes.lines)], rows)


def _latency_ms(study: str, arm: str) -> str:
    values = (mean(study, arm, metric) / 1e3 for metric in ("path_mean_us", "path_p99_us"))
    return " / ".join(f"{value:.3g}" for value in values)
